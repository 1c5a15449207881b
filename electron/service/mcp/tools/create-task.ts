import { AppError } from '../../../../shared/domain/app-error.ts'
import { isSameName } from '../../../../shared/domain/people/same-name.ts'
import type { Proposal } from '../../../../shared/schema/proposal.ts'
import type { DuplicateCandidate, Task } from '../../../../shared/schema/task.ts'
import { uidFrom } from '../../../../shared/node/uid-from.ts'
import { isOpenAndSame } from '../../../../shared/domain/duplicates/same-task.ts'
import { existingTask } from '../../tasks/same-tasks.ts'
import { type Decision, decideCreate } from '../create-decision.ts'
import type { McpDeps } from '../deps.ts'
import { unfencedFurther } from '../../../../shared/mcp/further-fields.ts'
import { rowOf, rowsOf } from '../../../../shared/mcp/answers/rows.ts'
import { type CreateInput, createTask, saidReason } from '../../../../shared/mcp/tools/create.ts'
import { type Absent, type Accepting, type Caller, defineTool, type Tool } from '../../../../shared/mcp/tool.ts'

/** Proposals that a new one is compared with. */
const maxCompared = 30

const nothing = 'Nothing was created.'

export function createTaskTool(deps: McpDeps): Tool {
  const { tasks, comments, journal, search, proposals, agents } = deps

  const possibleRows = (possible: readonly DuplicateCandidate[], { reader }: Caller | Absent) =>
    possible.length > 0 ? { possible: rowsOf(possible, deps, reader?.fence) } : {}
  const existing = (task: Task, { reader }: Caller | Absent) => ({ outcome: 'existing', task: rowOf(task, deps, reader?.fence), note: nothing })
  function created(task: Task, { reader }: Caller | Absent) {
    const note = deps.assigneeHint(task)
    return { outcome: 'created', task: rowOf(task, deps, reader?.fence), ...(note === undefined ? {} : { note }) }
  }

  function write({ force, reason, ...input }: CreateInput, { actor, isAccepted = false }: Caller | Absent, uid?: string): Task {
    const task = tasks.create({ ...unfencedFurther(input), title: input.title.trim() }, { actor, isAccepted }, uid)
    if (force && reason?.trim()) comments.create(task.id, { body: saidReason(reason) }, { actor }, uid && uidFrom(uid, 'reason'))
    search.adopt(task)
    return task
  }

  const isOwn = (proposal: Proposal, { actor }: Caller) => isSameName(proposal.agent, actor.name)

  /** The same agent is told of its own proposal; another agent's is none of its business, but for that there is one. */
  function alreadyProposed(proposal: Proposal, same: boolean, caller: Caller): object {
    const note = 'Nothing was proposed. Wait for the decision, or call again with force: true and a reason.'
    if (!isOwn(proposal, caller))
      return { outcome: 'needs_decision', note: `Another agent has proposed something similar, and a person has not decided yet. ${note}` }
    if (same) return { outcome: 'proposed', proposal: proposal.id, note: `You already proposed it: a person decides. Check with get_proposal.` }
    return { outcome: 'needs_decision', proposal: proposal.id, note: `You have proposed something similar (proposal ${proposal.id}). ${note}` }
  }

  function answerTo(decision: Exclude<Decision, { outcome: 'create' }>, caller: Caller): object {
    if (decision.outcome === 'existing') return existing(decision.task, caller)
    if (decision.outcome === 'proposed') return alreadyProposed(decision.proposal, decision.same, caller)
    return {
      outcome: 'needs_decision',
      candidates: rowsOf(decision.candidates, deps, caller.reader.fence),
      ...possibleRows(decision.possible, caller),
      note: `${nothing} Update a candidate, or call again with force: true and a reason.`,
    }
  }

  return {
    ...defineTool(createTask, {
      async before(args, caller) {
        if (args.force) {
          if (!args.reason?.trim()) throw new AppError('invalid', 'force needs a reason: say in `reason` why this task differs from the candidates.')
          return undefined
        }
        const { name } = caller.actor
        const mayOnlyPropose = agents.verdict(caller.actor, ['create']).verdict === 'propose'
        const proposed = mayOnlyPropose ? proposals.pendingOf('create_task', maxCompared) : []
        const decision = await decideCreate(deps, args, { by: name, proposals: proposed })
        if (decision.outcome === 'create') return { seen: decision.possible }
        const answer = answerTo(decision, caller)
        return decision.outcome === 'proposed' && isOwn(decision.proposal, caller) && decision.same ? { answer, waits: decision.proposal } : { answer }
      },
      run: (args, caller, possible = []) =>
        journal.write(caller.actor, () => {
          // Once more, now that nothing can come in between: a task may have been created over REST while we looked.
          const exact = args.force ? undefined : existingTask(tasks, args)
          if (exact) return existing(exact, caller)
          return { ...created(write(args, caller), caller), ...possibleRows(possible as DuplicateCandidate[], caller) }
        }),
    }),
    exclusive: true,
    look: (args: CreateInput) => decideCreate(deps, args),
    // A person's yes is the reason; but what has come into being since the proposal is not created a second time.
    accept(args: CreateInput, caller: Absent, { since, seen }: Accepting) {
      const made = tasks.byUid(caller.makes)
      if (made) return existing(made, caller)
      const decision = seen as Decision | undefined
      // Titles that differ in their final stop are one; only the look has compared them so. What it found may have changed since.
      const looked = decision?.outcome === 'existing' ? tasks.byIds([decision.task.id]).find((task) => isOpenAndSame(args, task)) : undefined
      const same = existingTask(tasks, args) ?? looked
      if (same && (!args.force || same.created_at >= since)) return existing(same, caller)
      const similar =
        decision?.outcome === 'needs_decision' ? [...decision.candidates, ...decision.possible] : decision?.outcome === 'create' ? decision.possible : []
      return { ...created(write(args, caller, caller.makes), caller), ...possibleRows(similar, caller) }
    },
  }
}
