// create_task in a team: the list remembers for agents what they (and others) wrote down yesterday. Looked up and written in one transaction behind a
// lock of the team, so that of many wordings of one thing, on whatever instance, the second is told of the first.
import { AppError } from '../../../shared/domain/app-error.ts'
import { comparedText, type CreateDecision, mayCreate, type Wanted } from '../../../shared/domain/duplicates/same-task.ts'
import { startedBy } from '../../../shared/domain/tasks/triage.ts'
import { rowOf, rowsOf } from '../../../shared/mcp/answers/rows.ts'
import { unfencedFurther } from '../../../shared/mcp/further-fields.ts'
import type { Tool } from '../../../shared/mcp/tool.ts'
import { type CreateInput, createTask as definition, saidReason } from '../../../shared/mcp/tools/create.ts'
import type { DuplicateCandidate, NewTask, Task } from '../../../shared/schema/task.ts'
import type { TeamContext } from '../../context.ts'
import { meant } from '../../tasks/task-caller.ts'
import type { TeamMcpDeps } from '../deps.ts'
import { type TeamCaller, teamTool } from '../team-tool.ts'

const maxCompared = 5
const nothing = 'Nothing was created.'

type Outcome = { outcome: 'created'; task: Task; possible: DuplicateCandidate[] } | Exclude<CreateDecision, { outcome: 'create' }>

const newTask = (input: NewTask, ctx: TeamContext): NewTask => meant({ ...unfencedFurther(input), title: input.title.trim() }, ctx)

export function createTaskTool(deps: TeamMcpDeps): Tool {
  const { journal, tasks, comments, search, agents, around, hintOf } = deps

  async function decide(wanted: Wanted, ctx: TeamContext): Promise<CreateDecision> {
    const { write } = ctx
    const exact = await (write ? tasks.openAndSame(write, wanted) : journal.read(ctx.team, (tx) => tasks.openAndSame({ tx, teamId: ctx.team.id }, wanted)))
    if (exact) return { outcome: 'existing', task: exact }
    const { candidates } = await search.duplicatesToDecide({ text: comparedText(wanted), limit: maxCompared }, ctx)
    return mayCreate(wanted, [], candidates)
  }

  const createUnlessSame = ({ force, reason, ...input }: CreateInput, ctx: TeamContext): Promise<Outcome> =>
    search.inTurn(ctx, () =>
      journal.write(ctx, async (write) => {
        const inside = { ...ctx, write }
        const decision: CreateDecision = force ? { outcome: 'create', possible: [] } : await decide(input, inside)
        if (decision.outcome !== 'create') return decision
        const task = await tasks.create(startedBy('agent', newTask(input, inside)), inside)
        if (force && reason?.trim()) await comments.create(task.id, { body: saidReason(reason) }, inside)
        return { outcome: 'created', task, possible: decision.possible }
      }),
    )

  async function answerTo(found: Outcome, { ctx, reader }: TeamCaller) {
    const shown =
      found.outcome === 'needs_decision'
        ? [...found.candidates, ...found.possible]
        : found.outcome === 'created'
          ? [found.task, ...found.possible]
          : [found.task]
    const rows = await around.rows(
      shown.map(({ id }) => id),
      ctx,
    )
    if (found.outcome === 'existing') return { outcome: 'existing', task: rowOf(found.task, rows, reader.fence), note: nothing }
    const possible = found.possible.length > 0 ? { possible: rowsOf(found.possible, rows, reader.fence) } : {}
    if (found.outcome === 'needs_decision') {
      const note = `${nothing} Update a candidate, or call again with force: true and a reason.`
      return { outcome: 'needs_decision', candidates: rowsOf(found.candidates, rows, reader.fence), ...possible, note }
    }
    const note = await hintOf(found.task, ctx)
    return { outcome: 'created', task: rowOf(found.task, rows, reader.fence), ...possible, ...(note === undefined ? {} : { note }) }
  }

  return teamTool(definition, {
    async before({ force, reason, ...input }, caller) {
      if (force) {
        if (!reason?.trim()) throw new AppError('invalid', 'force needs a reason: say in `reason` why this task differs from the candidates.')
        return undefined
      }
      const { ctx } = caller
      // Who may create decides under the lock; what is only proposed is looked up here.
      if ((await agents.verdict(['create'], {}, ctx)).verdict !== 'propose') return undefined
      const decision = await decide(input, ctx)
      return decision.outcome === 'create' ? undefined : { answer: await answerTo(decision, caller) }
    },
    work: async (args, caller) => answerTo(await createUnlessSame(args, caller.ctx), caller),
  })
}
