// What answers are made of, read from the team's database before they are shaped. Pieces of outside texts that somebody copied into another task are
// not recognised here: that takes an index of texts which only desktops have.
import { createFencing, type Fencing, type Write } from '../../shared/mcp/answers/fencing.ts'
import type { AroundProposals, AroundRows, AroundTask, BuiltOn } from '../../shared/mcp/around.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { Claims } from '../claims/claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { TeamContext } from '../context.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Journal } from '../journal/journal.ts'
import type { Questions } from '../questions/questions.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Provenance } from '../outside/provenance.ts'
import type { Next } from '../work/next-task.ts'
import { aroundStore } from './around-store.ts'

export interface AroundDeps {
  journal: Pick<Journal, 'read'>
  tasks: Pick<Tasks, 'get'>
  claims: Pick<Claims, 'list'>
  comments: Pick<Comments, 'list'>
  schedules: Pick<Schedules, 'list'>
  questions: Pick<Questions, 'ofTask'>
  evidence: Pick<Evidence, 'list'>
  provenance: Pick<Provenance, 'writesOfTasks' | 'writesOfContacts'>
}

export type Arounds = ReturnType<typeof createArounds>

type Writes = Map<number, Write[]>
const none: Writes = new Map()

const fencing = (ofTasks: Writes, ofContacts: Writes = none): Fencing =>
  createFencing({ ofTask: (id) => ofTasks.get(id) ?? [], ofContact: (id) => ofContacts.get(id) ?? [], copied: () => undefined })

export function createArounds({ journal, tasks, claims, comments, schedules, questions, evidence, provenance }: AroundDeps) {
  async function rows(ids: readonly number[], ctx: TeamContext): Promise<AroundRows> {
    if (ids.length === 0) return { claims: { of: () => undefined }, provenance: fencing(none) }
    const [held, writes] = await Promise.all([claims.list(ctx), provenance.writesOfTasks(ids, ctx.team)])
    const byTask = new Map(held.map((claim) => [claim.task_id, claim]))
    return { claims: { of: (id) => byTask.get(id) }, provenance: fencing(writes) }
  }

  return {
    rows,

    /** For contacts. */
    contacts: async (ids: readonly number[], { team }: TeamContext): Promise<Pick<AroundRows, 'provenance'>> => ({
      provenance: fencing(none, await provenance.writesOfContacts(ids, team)),
    }),

    /** For what became of a proposal: the task that it wrote, as it is now. */
    async proposal(result: object | null, ctx: TeamContext): Promise<AroundProposals> {
      const { task } = (result ?? {}) as { task?: { id?: unknown } }
      const id = Number(task?.id)
      const found = Number.isSafeInteger(id) ? await tasks.get(id, ctx).catch(unlessGone) : undefined
      const there = found ? [found] : []
      const around = await rows(
        there.map((one) => one.id),
        ctx,
      )
      return { ...around, tasks: { byIds: (ids) => there.filter((one) => ids.includes(one.id)) } }
    },

    /** For one task in full. */
    async task({ id }: Pick<Task, 'id'>, ctx: TeamContext): Promise<AroundTask> {
      const [around, said, reminders, asked, proof] = await Promise.all([
        rows([id], ctx),
        comments.list(id, undefined, undefined, ctx),
        schedules.list(id, undefined, undefined, ctx),
        questions.ofTask(id, ctx),
        evidence.list(id, ctx),
      ])
      return {
        ...around,
        comments: {
          count: () => said.total,
          page: (_task, above = 0, limit) => said.rows.filter((comment) => comment.id > above).slice(0, limit),
          list: (_task, from, limit) => said.rows.slice(from, from + limit),
        },
        schedules: { list: () => reminders.rows },
        questions: { ofTask: () => asked },
        evidence: { list: () => proof },
      }
    },

    /** What a task builds on, with the last that was said of each. */
    async builtOn({ task, builtOn }: Extract<Next, { builtOn: unknown }>, { team }: TeamContext): Promise<{ builtOn: BuiltOn[]; provenance: Fencing }> {
      const ids = builtOn.map(({ id }) => id)
      if (ids.length === 0) return { builtOn: [], provenance: fencing(none) }
      const [last, writes] = await Promise.all([
        journal.read(team, (tx) => aroundStore.lastComments(tx, team.id, ids)),
        provenance.writesOfTasks([...ids, task.id], team),
      ])
      // Only their titles are told.
      const bare = { ...task, description: null, labels: [], requesters: [], dedupe_key: null }
      return { builtOn: builtOn.map(({ id, uid, title }) => ({ task: { ...bare, id, uid, title }, last: last.get(id) })), provenance: fencing(writes) }
    },
  }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}
