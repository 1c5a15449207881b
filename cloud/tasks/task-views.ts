// Tasks as they are answered: with their links as ids, their parts, and whether whoever asks can begin.
import { type AskedFilter, readFilter } from '../../shared/domain/tasks/task-filter.ts'
import { isWaiting, viewOf } from '../../shared/domain/tasks/task-view.ts'
import type { Task, TaskFilter, TaskView } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { Claims } from '../claims/claims.ts'
import type { Tx } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import type { Questions } from '../questions/questions.ts'
import type { Schedules } from '../schedules/schedules.ts'
import { meOf } from './task-caller.ts'
import { taskStore } from './task-store.ts'
import type { Tasks } from './tasks.ts'

/** Of these tasks, by uid, those whose finish waits for a person, with the proposal. */
export type Finishing = (tx: Tx, teamId: string, taskUids: readonly string[]) => Promise<Map<number, number>>

export type TaskViews = ReturnType<typeof createTaskViews>

export interface TaskViewDeps {
  journal: Pick<Journal, 'read'>
  tasks: Pick<Tasks, 'get' | 'wordsInUse'>
  schedules: Pick<Schedules, 'comingBack'>
  claims: Pick<Claims, 'othersByTask'>
  questions: Pick<Questions, 'openByTask'>
  finishing: Finishing
  now: () => Date
}

export function createTaskViews({ journal, tasks, schedules, claims, questions, finishing, now }: TaskViewDeps) {
  /** In the transaction that is under way, or in a read of its own. */
  function inside<T>({ team, write }: TeamContext, under: Tx | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = under ?? write?.tx
    return tx ? work(tx) : journal.read(team, work)
  }

  async function all(rows: readonly Task[], ctx: TeamContext, under?: Tx): Promise<TaskView[]> {
    if (rows.length === 0) return []
    const linked = [...new Set(rows.flatMap(({ parent_uid, blocker_uids }) => (parent_uid === null ? blocker_uids : [parent_uid, ...blocker_uids])))]
    const { id: team } = ctx.team
    const done = rows.filter(({ status }) => status === 'done')
    const waiting = rows.filter(({ status }) => isWaiting(status))
    const open = waiting.map(({ uid }) => uid)
    const [others, counts, comingBack, claimed, asked, finish] = await inside(ctx, under, (tx) =>
      Promise.all([
        linked.length === 0 ? [] : taskStore.briefByUid(tx, team, linked),
        taskStore.partCounts(
          tx,
          team,
          rows.map(({ uid }) => uid),
        ),
        done.length === 0 ? new Map<number, string>() : schedules.comingBack(tx, team, done),
        waiting.length > 0 ? claims.othersByTask(tx, ctx) : new Map<number, string>(),
        waiting.length === 0 ? new Map<number, number>() : questions.openByTask(tx, team, open),
        waiting.length === 0 ? new Map<number, number>() : finishing(tx, team, open),
      ]),
    )
    const byUid = new Map(others.map((task) => [task.uid, task]))
    const parts = new Map(counts.map(({ uid, open, total }) => [uid, { open, total }]))
    const around = {
      byUid: (uid: string) => byUid.get(uid),
      partsOf: (uid: string) => parts.get(uid) ?? { open: 0, total: 0 },
      claimedBy: (id: number) => claimed.get(id),
      questionsOn: (id: number) => asked.get(id) ?? 0,
      finishOf: (id: number) => finish.get(id),
      me: meOf(ctx),
      comesBackAt: (id: number) => comingBack.get(id),
    }
    return rows.map((task) => viewOf(task, around))
  }

  const alone = { byUid: () => undefined, partsOf: () => ({ open: 0, total: 0 }), claimedBy: () => undefined, comesBackAt: () => undefined }

  return {
    all,
    /** One that was just made: without links there is nothing to look for. */
    made: async (task: Task, ctx: TeamContext): Promise<TaskView> =>
      task.parent_uid === null && task.blocker_uids.length === 0 ? viewOf(task, { ...alone, me: meOf(ctx) }) : ((await all([task], ctx))[0] as TaskView),
    /** `under`: in this transaction. All its queries are sent before the first is awaited. */
    one: async (task: Task, ctx: TeamContext, under?: Tx): Promise<TaskView> => (await all([task], ctx, under))[0] as TaskView,
    /** What a caller asks of a list, as the store knows it. A day is over where UTC says so, unless they name a time zone. */
    async filter(asked: AskedFilter, ctx: TeamContext): Promise<TaskFilter> {
      const named = [asked.parent, asked.blocker].filter((id) => id !== undefined)
      const uids = new Map(await Promise.all(named.map(async (id) => [id, (await tasks.get(id, ctx)).uid] as const)))
      const words = asked.assignee?.length || asked.ready ? await tasks.wordsInUse('assignee', ctx) : []
      const assignees = () => words.map(({ word }) => word)
      const claimed = asked.ready ? [...(await journal.read(ctx.team, (tx) => claims.othersByTask(tx, ctx))).keys()] : []
      return readFilter({ timezone: 'UTC', ...asked }, { me: meOf(ctx), assignees, now: now(), claimed, uidOf: (id) => uids.get(id) as string })
    },
  }
}
