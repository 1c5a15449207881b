// What is said of the next task beside its claim, read after the commit and in one question: the task as it is answered, what it builds on, and what is
// left for others.
import { type Left, leftOf } from '../../shared/domain/tasks/choose-next.ts'
import { isHolder } from '../../shared/domain/work/holding.ts'
import { whyNone } from '../../shared/domain/work/next-words.ts'
import type { Task, TaskView } from '../../shared/schema/task.ts'
import { type Claims, type StoredClaim, writerOf } from '../claims/claims.ts'
import type { TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import { meOf } from '../tasks/task-caller.ts'
import type { TaskViews } from '../tasks/task-views.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { AskedNext } from './next-task.ts'
import { type BuiltOn, nextStore } from './next-store.ts'

interface AnswerDeps {
  journal: Pick<Journal, 'read'>
  tasks: Pick<Tasks, 'count'>
  claims: Pick<Claims, 'mineIn'>
  views: Pick<TaskViews, 'one'>
}

const maxBuiltOn = 20

/** What the caller holds. */
export async function heldBy(claims: Pick<Claims, 'mineIn'>, tx: Tx, asked: AskedNext, ctx: TeamContext): Promise<StoredClaim[]> {
  const writer = writerOf(ctx)
  return (await claims.mineIn(tx, ctx.team.id, writer.run, asked.key)).filter((claim) => isHolder(claim, writer, asked))
}

export function createNextAnswer({ journal, tasks, claims, views }: AnswerDeps) {
  /** Sends all that it asks before it awaits the first. */
  async function leftIn(tx: Tx, asked: AskedNext, ctx: TeamContext): Promise<{ left: Left; own: number[] }> {
    const wanted = { labels: asked.labels ?? [] }
    const { id } = ctx.team
    const [counts, open, blocked, taken, held] = await Promise.all([
      wanted.labels.length > 0 ? nextStore.all(tx, id, wanted) : nextStore.assigned(tx, id),
      // The team counts its tasks: those that are assigned to nobody need not be read.
      wanted.labels.length > 0 ? undefined : tasks.count(tx, id, { status: ['backlog', 'todo'] }),
      nextStore.blocked(tx, id, wanted),
      nextStore.taken(tx, id, wanted),
      heldBy(claims, tx, asked, ctx),
    ])
    const all = open === undefined ? counts : [...counts, { assignee: null, n: open - counts.reduce((sum, { n }) => sum + n, 0) }]
    const own = held.map(({ task_id }) => task_id)
    const others = taken.filter((task) => !own.includes(task.id))
    const choosing = {
      me: meOf(ctx),
      labels: asked.labels,
      claimed: new Set(others.flatMap((task) => (task.claimed ? task.id : []))),
      asked: new Set(others.flatMap((task) => (task.asked ? task.id : []))),
    }
    return { left: leftOf(all, blocked, others, choosing), own }
  }

  return {
    of: (task: Task, asked: AskedNext, ctx: TeamContext): Promise<{ task: TaskView; builtOn: BuiltOn[]; left: Left }> =>
      journal.read(ctx.team, async (tx) => {
        const [view, builtOn, { left }] = await Promise.all([
          views.one(task, ctx, tx),
          nextStore.builtOn(tx, ctx.team.id, task, maxBuiltOn),
          leftIn(tx, asked, ctx),
        ])
        return { task: view, builtOn, left }
      }),

    /** `note`: what is said already of a task that was asked for by its id. */
    async none(asked: AskedNext, ctx: TeamContext, note: string | undefined): Promise<{ left: Left; note: string }> {
      const { left, own } = await journal.read(ctx.team, (tx) => leftIn(tx, asked, ctx))
      if (note !== undefined) return { left, note }
      const underway = await journal.read(ctx.team, (tx) => nextStore.underway(tx, ctx.team.id, { labels: asked.labels ?? [] }, own))
      return { left, note: whyNone(left, underway) }
    },
  }
}
