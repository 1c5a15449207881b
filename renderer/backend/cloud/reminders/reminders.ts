// Reminders where no service fires them: reckoned from the team's schedules on the device, and answered there.
import { upcomingReminder } from '../../../../shared/domain/time/upcoming-reminder.ts'
import type { Reminder } from '../../../../shared/schema/reminder.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import type { Api } from '../../backend.ts'
import { cloudApi } from '../../cloud-api.ts'
import { currentTeam } from '../../session.ts'
import { isTemporary } from '../../unnumbered.ts'
import { numberedTasks, type TeamCopy } from '../seen.ts'
import { type Answer, keepAnswer, readAnswers } from './answers.ts'

const moments = () => import('./moments.ts')

const dayMs = 86_400_000
const maxMoments = 60
/** Tasks whose intervals are asked for at a time; the others are the next time. */
const maxAsked = 20
const team = () => currentTeam.get() ?? ''

interface Scheduled {
  task: Task
  schedule: Schedule
}

/** Those that remind: of tasks that are not done, those that wait to be sent included. */
function scheduledIn(copy: TeamCopy, taskId: number | undefined): Scheduled[] {
  const { replica, outbox } = copy
  return [...numberedTasks(copy), ...outbox.created()].flatMap((task) =>
    task.status === 'done' || (taskId !== undefined && task.id !== taskId)
      ? []
      : outbox.schedulesOver(task.id, replica.schedules(task.id)).flatMap((schedule) => (schedule.enabled ? [{ task, schedule }] : [])),
  )
}

/** A changed interval counts from its last moment under the old rule, which only the cloud knows; neither the first read nor the stream says it. */
const isAsked = ({ type, next_fire_at, created_at, updated_at }: Schedule) =>
  type === 'interval' && typeof next_fire_at !== 'string' && updated_at !== created_at

/** The same, with the moments of changed intervals as the cloud counts them, where it can be asked. */
async function scheduledFor(copy: TeamCopy, taskId: number | undefined): Promise<Scheduled[]> {
  const all = scheduledIn(copy, taskId)
  const unknown = new Set(all.flatMap(({ task: { id }, schedule }) => (isAsked(schedule) && !isTemporary(id) && !isTemporary(schedule.id) ? [id] : [])))
  if (unknown.size === 0) return all
  const read = async (id: number) => copy.replica.takeSchedules(id, await cloudApi.listSchedules({ params: { id } }))
  await Promise.allSettled([...unknown].slice(0, maxAsked).map(read))
  return scheduledIn(copy, taskId)
}

const reminderOf = ({ task, schedule }: Scheduled, due_at: string, more: Partial<Reminder>): Reminder => ({
  ...upcomingReminder(schedule, task.title, due_at),
  task_id: task.id,
  ...more,
})

/** What the answer to a moment, if any, makes of it; undefined where it was seen. */
function stateOf(answer: Answer | undefined, now: string): Pick<Reminder, 'state' | 'snoozed_until'> | undefined {
  if (answer?.until === null) return undefined
  if (answer && answer.until > now) return { state: 'snoozed', snoozed_until: answer.until }
  return { state: 'fired', snoozed_until: null }
}

export function createReminderCalls(copy: () => TeamCopy) {
  /** What was listed last, by its number, which each moment has for as long as the page. */
  const listed = new Map<number, Reminder>()
  const numbers = new Map<string, number>()
  function numberOf({ id }: Schedule, due_at: string): number {
    const key = `${id} ${due_at}`
    const known = numbers.get(key)
    if (known === undefined) numbers.set(key, numbers.size + 1)
    return known ?? numbers.size
  }

  async function upcoming(taskId: number | undefined, until: string): Promise<Reminder[]> {
    const all = await scheduledFor(copy(), taskId)
    const { loadFor, momentsIn } = await moments()
    await loadFor(all.map(({ schedule }) => schedule))
    const now = new Date().toISOString()
    const found = all.flatMap((one) => momentsIn(one.schedule, one.task.due, now, until, maxMoments).map((due_at) => reminderOf(one, due_at, {})))
    return found.sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : a.schedule_id - b.schedule_id))
  }

  /** The last moment of each that has come, unless it was seen. Newest first. */
  async function came(taskId: number | undefined): Promise<Reminder[]> {
    const all = await scheduledFor(copy(), taskId)
    const { loadFor, lastMoment } = await moments()
    await loadFor(all.map(({ schedule }) => schedule))
    const at = new Date()
    const now = at.toISOString()
    const { since, answers } = readAnswers(team(), at)
    const found = all.flatMap((one) => {
      const own = answers.filter(({ schedule }) => schedule === one.schedule.id)
      // What was put off is older than what is asked about, maybe.
      const putOff = own.filter(({ until }) => until !== null).map(({ due_at }) => new Date(Date.parse(due_at) - 1).toISOString())
      // A moment that had passed when it was set reminded nobody.
      const from = [since, one.schedule.updated_at].sort().at(-1) as string
      const due_at = lastMoment(one.schedule, one.task.due, [from, ...putOff].sort()[0] as string, now)
      const state =
        due_at === null
          ? undefined
          : stateOf(
              own.find((answer) => answer.due_at === due_at),
              now,
            )
      if (due_at === null || !state) return []
      return [reminderOf(one, due_at, { ...state, id: numberOf(one.schedule, due_at), fired_at: due_at })]
    })
    for (const reminder of found) listed.set(reminder.id as number, reminder)
    return found.sort((a, b) => (a.due_at < b.due_at ? 1 : -1))
  }

  function answer(id: number, until: string | null | undefined, more: Partial<Reminder>): Reminder {
    const reminder = listed.get(id)
    if (!reminder) throw new Error('gone')
    keepAnswer(team(), new Date(), { schedule: reminder.schedule_id, due_at: reminder.due_at }, until)
    return { ...reminder, ...more }
  }

  return {
    async listReminders({ query = {} } = {}) {
      const { state, task_id, limit, until = new Date(Date.now() + 7 * dayMs).toISOString() } = query
      const all = state?.includes('upcoming') ? await upcoming(task_id, until) : (await came(task_id)).filter((one) => state?.includes(one.state) ?? true)
      return limit === undefined ? all : all.slice(0, limit)
    },
    acknowledgeReminder: async ({ params: { id } }) => answer(id, null, { state: 'acknowledged' }),
    async snoozeReminder({ params: { id }, body: { until, minutes = 60 } }) {
      const moment = until === undefined ? new Date(Date.now() + minutes * 60_000) : new Date(until)
      return answer(id, moment.toISOString(), { state: 'snoozed', snoozed_until: moment.toISOString() })
    },
    reopenReminder: async ({ params: { id } }) => answer(id, undefined, { state: 'fired', snoozed_until: null }),
  } satisfies Partial<Api>
}
