// Tasks as the service would answer them: what follows from other tasks is worked out from the copy on the device.
import { assigneesOf } from '../../../../shared/domain/tasks/task-filter.ts'
import { viewOf } from '../../../../shared/domain/tasks/task-view.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { Task, TaskPatch, TaskView } from '../../../../shared/schema/task.ts'
import { m } from '../../../lib/messages.ts'
import { ApiError } from '../../api.ts'
import { session } from '../../session.ts'
import { keptClaim } from '../replica/kept-claims.ts'
import { keptQuestions } from '../replica/kept-questions.ts'
import { seenTask, seenTasks, type TeamCopy } from '../seen.ts'

/** `all`: every task of the team, to look links up in. */
export function viewsOf(rows: readonly Task[], all: readonly Task[], me: Actor, comingBack: ReadonlyMap<number, string> = new Map()): TaskView[] {
  const asked = Map.groupBy(keptQuestions(), ({ task_id }) => task_id)
  const byUid = new Map(all.map((task) => [task.uid, task]))
  const parts = new Map<string, { open: number; total: number }>()
  for (const { parent_uid, status } of all) {
    if (parent_uid === null) continue
    const { open, total } = parts.get(parent_uid) ?? { open: 0, total: 0 }
    parts.set(parent_uid, { open: open + (status === 'done' ? 0 : 1), total: total + 1 })
  }
  const around = {
    byUid: (uid: string) => byUid.get(uid),
    partsOf: (uid: string) => parts.get(uid) ?? { open: 0, total: 0 },
    claimedBy(id: number) {
      const holder = keptClaim(id)?.holder
      return holder && !(holder.kind === me.kind && holder.name === me.name) ? holder.name : undefined
    },
    questionsOn: (id: number) => asked.get(id)?.length ?? 0,
    me: assigneesOf(me, session.get()?.user.email),
    comesBackAt: (id: number) => comingBack.get(id),
  }
  return rows.map((task) => viewOf(task, around))
}

/** When those that are done come back. How repetitions are counted is loaded for the first that has one. */
async function comingBackOf({ replica, outbox }: TeamCopy, rows: readonly Task[]): Promise<ReadonlyMap<number, string>> {
  const repeating = rows
    .filter(({ status }) => status === 'done')
    .flatMap((task) => outbox.schedulesOver(task.id, replica.schedules(task.id)).map((schedule) => ({ task, schedule })))
    .filter(({ schedule }) => schedule.enabled && schedule.type !== 'one_time')
  if (repeating.length === 0) return new Map()
  const { momentsOfReturn } = await import('../replica/coming-back.ts')
  return momentsOfReturn(repeating)
}

/** As the service answers them. */
export const shownIn = async (copy: TeamCopy, rows: readonly Task[], me: Actor): Promise<TaskView[]> =>
  viewsOf(rows, seenTasks(copy, {}), me, await comingBackOf(copy, rows))

export const viewIn = async (copy: TeamCopy, task: Task, me: Actor): Promise<TaskView> => (await shownIn(copy, [task], me))[0] as TaskView

/** Links by uid, as the copy keeps them. One to a task that nobody here knows is refused, not left out. */
export function withUids<P extends TaskPatch>(copy: TeamCopy, { parent_id, blocked_by, ...fields }: P): P {
  const uidOf = (id: number): string => {
    const uid = seenTask(copy, id)?.uid
    if (uid) return uid
    throw new ApiError({ type: 'about:blank', title: 'Not found', status: 404, detail: m.neverWas(id), instance: `/tasks/${id}`, code: 'not_found' })
  }
  return {
    ...fields,
    ...(parent_id === undefined ? {} : { parent_uid: parent_id === null ? null : uidOf(parent_id) }),
    ...(blocked_by === undefined ? {} : { blocker_uids: (blocked_by ?? []).map(uidOf) }),
  } as P
}
