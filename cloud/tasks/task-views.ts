// Tasks as they are answered: with their links as ids, their parts, and whether whoever asks can begin.
import { type AskedFilter, readFilter } from '../../shared/domain/tasks/task-filter.ts'
import { viewOf } from '../../shared/domain/tasks/task-view.ts'
import type { Task, TaskFilter, TaskView } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Schedules } from '../schedules/schedules.ts'
import { meOf } from './task-caller.ts'
import { taskStore } from './task-store.ts'
import type { Tasks } from './tasks.ts'

export type TaskViews = ReturnType<typeof createTaskViews>

export interface TaskViewDeps {
  journal: Pick<Journal, 'read'>
  tasks: Pick<Tasks, 'get' | 'wordsInUse'>
  schedules: Pick<Schedules, 'comingBack'>
  now: () => Date
}

export function createTaskViews({ journal, tasks, schedules, now }: TaskViewDeps) {
  async function all(rows: readonly Task[], ctx: TeamContext): Promise<TaskView[]> {
    if (rows.length === 0) return []
    const linked = [...new Set(rows.flatMap(({ parent_uid, blocker_uids }) => (parent_uid === null ? blocker_uids : [parent_uid, ...blocker_uids])))]
    const { id: team } = ctx.team
    const done = rows.filter(({ status }) => status === 'done')
    const [others, counts, comingBack] = await journal.read(ctx.team, (tx) =>
      Promise.all([
        linked.length === 0 ? [] : taskStore.briefByUid(tx, team, linked),
        taskStore.partCounts(
          tx,
          team,
          rows.map(({ uid }) => uid),
        ),
        done.length === 0 ? new Map<number, string>() : schedules.comingBack(tx, team, done),
      ]),
    )
    const byUid = new Map(others.map((task) => [task.uid, task]))
    const parts = new Map(counts.map(({ uid, open, total }) => [uid, { open, total }]))
    const around = {
      byUid: (uid: string) => byUid.get(uid),
      partsOf: (uid: string) => parts.get(uid) ?? { open: 0, total: 0 },
      claimedBy: () => undefined,
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
    one: async (task: Task, ctx: TeamContext): Promise<TaskView> => (await all([task], ctx))[0] as TaskView,
    /** What a caller asks of a list, as the store knows it. A day is over where UTC says so, unless they name a time zone. */
    async filter(asked: AskedFilter, ctx: TeamContext): Promise<TaskFilter> {
      const named = [asked.parent, asked.blocker].filter((id) => id !== undefined)
      const uids = new Map(await Promise.all(named.map(async (id) => [id, (await tasks.get(id, ctx)).uid] as const)))
      const words = asked.assignee?.length || asked.ready ? await tasks.wordsInUse('assignee', ctx) : []
      const assignees = () => words.map(({ word }) => word)
      return readFilter({ timezone: 'UTC', ...asked }, { me: meOf(ctx), assignees, now: now(), claimed: [], uidOf: (id) => uids.get(id) as string })
    },
  }
}
