// What a calendar program is answered: the tasks of a calendar as its person sees them, with what is due and each reminder that will come.
import { createHash } from 'node:crypto'
import { calendarText, type CalendarTask } from '../../shared/domain/calendar/calendar-text.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Around } from '../../shared/domain/search/condition.ts'
import { asksForReadiness, createListMatch } from '../../shared/domain/tasks/list-match.ts'
import { assigneesOf } from '../../shared/domain/tasks/task-filter.ts'
import { momentBeforeDue } from '../../shared/domain/time/before-due.ts'
import { daysFrom } from '../../shared/domain/time/due.ts'
import { dayIn, nextFire } from '../../shared/domain/time/recurrence.ts'
import { ruleDays } from '../../shared/node/rule-days.ts'
import type { ListQuery, SavedList } from '../../shared/schema/saved-list.ts'
import type { Task, TaskView } from '../../shared/schema/task.ts'
import { actorFor } from '../attribution.ts'
import type { Login } from '../auth/logins.ts'
import { lockedAccount, lockedTeam } from '../auth/locked.ts'
import { hashSecret } from '../auth/secrets.ts'
import type { Caller, TeamContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import { type CalendarOwner, calendarStore, type Reminder, teamOfSecret } from './calendar-store.ts'

/** So much is shown at the most: calendar programs read the whole file every few minutes. */
const most = { tasks: 2000, reminders: 1000, timesOfOne: 50, days: 92 }
/** The next time comes nearer without a write. */
const renewedEvery = 900_000
const usedEvery = 3_600_000

interface CalendarFileDeps {
  db: Database
  journal: Journal
  now: () => Date
  baseUrl: () => string
  listOf: (uid: string, ctx: TeamContext) => Promise<Pick<SavedList, 'name' | 'query'>>
  views: (tasks: readonly Task[], ctx: TeamContext) => Promise<TaskView[]>
  onError: (error: unknown) => void
}

interface Found {
  owner: CalendarOwner
  ctx: TeamContext
}

const unknown = () => new AppError('not_found', 'There is no such calendar, or its address was revoked. Make another one in Tandem, under Settings → Account.')

/** The person whose calendar it is, as if they asked themselves. */
function contextOf(owner: CalendarOwner, teamId: string): TeamContext {
  const caller: Caller = {
    kind: 'session',
    id: owner.id,
    tokenHash: Buffer.alloc(0),
    user: { id: owner.user_id, email: owner.email, name: owner.name },
    verifiedAt: null,
  }
  return {
    caller,
    team: { id: teamId, capacity: 'member', revision: `${owner.events}.${owner.changed_at}`, events: owner.events, policies: 0 },
    actor: actorFor(caller, undefined),
    run: undefined,
    principal: `user:${owner.user_id}`,
    ifMatch: undefined,
    epoch: undefined,
    url: '',
    address: '',
    userAgent: undefined,
    presentToken: undefined,
    browser: undefined,
    askedHere: undefined,
    secure: true,
    gone: () => new AbortController().signal,
  }
}

/** Each time that it will come in the next months. */
function momentsOf(schedule: Reminder, due: string | null, now: Date): string[] {
  const { before_due_minutes: minutes, timezone } = schedule
  const rule = { ...schedule, fire_at: minutes === null ? schedule.fire_at : momentBeforeDue(due, minutes, timezone) }
  const until = new Date(now.getTime() + most.days * 86_400_000).toISOString()
  const moments: string[] = []
  for (let next = nextFire(rule, now.toISOString(), ruleDays); next !== null && moments.length < most.timesOfOne; next = nextFire(rule, next, ruleDays)) {
    // What comes once is shown however far away it is.
    if (next > until && schedule.type !== 'one_time') break
    moments.push(next)
  }
  return moments
}

export function createCalendarFile({ db, journal, now, baseUrl, listOf, views, onError }: CalendarFileDeps) {
  async function find(secret: string): Promise<Found> {
    const hash = hashSecret(secret)
    const team = (await db.login(teamOfSecret({ hash })))?.team_id
    const owner = team === undefined ? undefined : await db.readTeam(team, (tx) => calendarStore.owner(tx, team, hash))
    if (team === undefined || !owner) throw unknown()
    if (owner.locked_at !== null) throw lockedAccount()
    if (owner.team_locked_at !== null) throw lockedTeam()
    return { owner, ctx: contextOf(owner, team) }
  }

  /** The days of a week end on Sunday. */
  function aroundOf({ timezone }: CalendarOwner, ctx: TeamContext, states: ReadonlyMap<number, TaskView>): Around {
    const at = now()
    const today = dayIn(timezone, at.toISOString())
    return {
      today,
      now: at.toISOString(),
      endOfWeek: daysFrom(today, (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7),
      dayOf: (moment) => dayIn(timezone, moment),
      me: assigneesOf(ctx.actor, ctx.caller?.kind === 'session' ? ctx.caller.user.email : undefined),
      isReady: ({ id }) => states.get(id)?.ready ?? false,
      isBlocked: ({ id }) => states.get(id)?.waits_for.some(({ for: what }) => what === 'blocker' || what === 'parts') ?? false,
    }
  }

  async function contentsOf({ owner, ctx }: Found): Promise<{ name: string; query: ListQuery }> {
    if (owner.of === 'all') return { name: 'Tandem', query: {} }
    if (owner.of === 'mine') return { name: 'Tandem', query: { assignee: ['me'] } }
    return listOf(owner.list_uid as string, ctx)
  }

  async function tasksOf({ owner, ctx }: Found, query: ListQuery): Promise<CalendarTask[]> {
    const team = ctx.team.id
    const [due, schedules] = await journal.read(ctx.team, (tx) =>
      Promise.all([calendarStore.due(tx, team, most.tasks), calendarStore.reminders(tx, team, most.reminders)]),
    )
    const known = new Set(due.map(({ id }) => id))
    const further = [...new Set(schedules.map(({ task_id }) => task_id))].filter((id) => !known.has(id))
    const tasks = [...due, ...(further.length === 0 ? [] : await journal.read(ctx.team, (tx) => calendarStore.tasks(tx, team, further)))]
    const states = asksForReadiness(query) ? await views(tasks, ctx) : []
    const isIn = createListMatch(query, aroundOf(owner, ctx, new Map(states.map((view) => [view.id, view]))))
    const byTask = Map.groupBy(schedules, ({ task_id }) => task_id)
    return tasks
      .filter(isIn)
      .map((task) => ({
        ...task,
        url: `${baseUrl()}/tasks/${task.id}`,
        reminders: (byTask.get(task.id) ?? []).map((schedule) => ({ id: schedule.id, moments: momentsOf(schedule, task.due, now()) })),
      }))
      .slice(0, most.tasks)
  }

  function noteUse({ owner, ctx }: Found): void {
    const at = now()
    if (owner.last_used_at !== null && at.getTime() - Date.parse(owner.last_used_at) < usedEvery) return
    db.inTeam(ctx.team.id, (tx) => calendarStore.used(tx, ctx.team.id, owner.id, at.toISOString())).catch(onError)
  }

  return {
    /** As a login, for the allowance of its person. Throws not_found. */
    async find(secret: string): Promise<Found & Login> {
      const found = await find(secret)
      return { ...found, caller: found.ctx.caller as Caller, lastUsed: null }
    },

    /** Names what `read` would answer now, before it is made. */
    tagOf({ owner, ctx }: Found): string {
      const moment = Math.floor(now().getTime() / renewedEvery)
      return `"${createHash('sha256').update(`${owner.id} ${ctx.team.revision} ${moment}`).digest('base64url').slice(0, 27)}"`
    },

    async read(found: Found): Promise<string> {
      noteUse(found)
      const { name, query } = await contentsOf(found)
      return calendarText({ name, as: found.owner.as, tasks: await tasksOf(found, query) })
    },
  }
}
