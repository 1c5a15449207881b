// Tasks as they are answered: with their links as ids, their parts, and whether whoever asks can begin.
import type { AskedFilter } from '../../../shared/domain/tasks/task-filter.ts'
import { assigneesOf, readFilter } from '../../../shared/domain/tasks/task-filter.ts'
import { viewOf } from '../../../shared/domain/tasks/task-view.ts'
import type { Task, TaskFilter, TaskView } from '../../../shared/schema/task.ts'
import type { Claims } from '../claims/claims.ts'
import type { Elsewhere } from '../claims/elsewhere.ts'
import { type Context, isSameWriter } from '../context.ts'
import type { Proposals } from '../proposals/proposals.ts'
import type { Questions } from '../questions/questions.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from './tasks.ts'

export interface TaskViewDeps {
  tasks: Pick<Tasks, 'briefByUid' | 'partCounts' | 'get' | 'assignees'>
  claims: Pick<Claims, 'list'>
  elsewhere: Pick<Elsewhere, 'list'>
  questions: Pick<Questions, 'openByTask'>
  proposals: Pick<Proposals, 'holding'>
  schedules: Pick<Schedules, 'comingBack'>
  now: () => Date
}

export type TaskViews = ReturnType<typeof createTaskViews>

export function createTaskViews({ tasks, claims, elsewhere, questions, proposals, schedules, now }: TaskViewDeps) {
  function claimedByOthers({ actor }: Pick<Context, 'actor'>): Map<number, string> {
    const own = claims.list()
    const others = own.filter(({ holder, run }) => !isSameWriter(actor, { ...holder, run: run ?? undefined }))
    const here = new Set(own.map(({ task_id }) => task_id))
    const there = elsewhere.list().filter(({ task_id }) => !here.has(task_id))
    return new Map([...others, ...there].map(({ task_id, holder }) => [task_id, holder.name]))
  }

  function all(rows: readonly Task[], ctx: Pick<Context, 'actor'>): TaskView[] {
    const linked = new Set(rows.flatMap(({ parent_uid, blocker_uids }) => (parent_uid === null ? blocker_uids : [parent_uid, ...blocker_uids])))
    const others = new Map(linked.size === 0 ? [] : tasks.briefByUid([...linked]).map((task) => [task.uid, task]))
    const parts = new Map(tasks.partCounts(rows.map(({ uid }) => uid)).map(({ uid, ...counts }) => [uid, counts]))
    const claimed = claimedByOthers(ctx)
    const asked = questions.openByTask()
    const finishing = proposals.holding()
    const comingBack = schedules.comingBack(rows)
    const around = {
      byUid: (uid: string) => others.get(uid),
      partsOf: (uid: string) => parts.get(uid) ?? { open: 0, total: 0 },
      claimedBy: (id: number) => claimed.get(id),
      questionsOn: (id: number) => asked.get(id) ?? 0,
      finishOf: (id: number) => finishing.get(id),
      me: assigneesOf(ctx.actor),
      comesBackAt: (id: number) => comingBack.get(id),
    }
    return rows.map((task) => viewOf(task, around))
  }

  return {
    all,
    one: (task: Task, ctx: Pick<Context, 'actor'>): TaskView => all([task], ctx)[0] as TaskView,
    /** What a caller asks of a list, as the store knows it. */
    filter: (asked: AskedFilter, ctx: Pick<Context, 'actor'>): TaskFilter =>
      readFilter(asked, {
        me: assigneesOf(ctx.actor),
        assignees: tasks.assignees,
        now: now(),
        claimed: [...claimedByOthers(ctx).keys()],
        asked: [...questions.openByTask().keys(), ...proposals.holding().keys()],
        uidOf: (id) => tasks.get(id).uid,
      }),
  }
}
