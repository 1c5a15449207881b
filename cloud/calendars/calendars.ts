// Private addresses that calendar programs subscribe to. The secret is part of the address: it leaves once, and its hash stays. They are their
// person's own affair: the team's history does not tell of them.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { AppError, invalidField } from '../../shared/domain/app-error.ts'
import { isTimeZone } from '../../shared/domain/time/recurrence.ts'
import type { Calendar, CreatedCalendar, NewCalendar } from '../../shared/schema/cloud/calendar.ts'
import { hashSecret } from '../auth/secrets.ts'
import { personOf, type TeamContext } from '../context.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { calendarStore } from './calendar-store.ts'

/** Of a person in a team. */
const maxCalendars = 20

const shape = /^(tdc_[\w-]{43})\.ics$/

/** The secret in an address; undefined: it is none of ours. */
export const secretIn = (file: string): string | undefined => shape.exec(file)?.[1]

export type Calendars = ReturnType<typeof createCalendars>

interface CalendarDeps {
  journal: Journal
  /** Where people reach the cloud. */
  baseUrl: () => string
  /** Throws not_found unless the team has this saved list. */
  requireList: (uid: string, ctx: TeamContext) => Promise<unknown>
}

/** Throws `invalid`. */
function requireSensible({ of, list_uid = null, timezone = 'UTC' }: NewCalendar): void {
  if (of === 'list' && list_uid === null) throw invalidField('/list_uid', 'list_uid must be the uid of a saved list: `of` is list.')
  if (of !== 'list' && list_uid !== null) throw invalidField('/list_uid', `list_uid goes with "of": "list"; here \`of\` is ${of}.`)
  if (!isTimeZone(timezone)) throw invalidField('/timezone', `timezone must be an IANA name, for example Europe/Berlin; got '${timezone}'`)
}

export function createCalendars({ journal, baseUrl, requireList }: CalendarDeps) {
  return {
    list: (ctx: TeamContext): Promise<Calendar[]> => journal.read(ctx.team, (tx) => calendarStore.list(tx, ctx.team.id, personOf(ctx).user.id)),

    async create(input: NewCalendar, ctx: TeamContext): Promise<CreatedCalendar> {
      requireSensible(input)
      const { of, list_uid = null, as = 'events', timezone = 'UTC' } = input
      if (list_uid !== null) await requireList(list_uid, ctx)
      return journal.write(ctx, async ({ tx, teamId, at }) => {
        // Somebody who is removed meanwhile must not leave with an address.
        const { user } = personOf(ctx)
        const member = await calendarStore.memberOf(tx, teamId, user.id)
        if (member === undefined) throw new AppError('forbidden', 'You are not on this team.')
        if ((await calendarStore.list(tx, teamId, user.id)).length >= maxCalendars)
          throw new AppError('conflict', `You have ${maxCalendars} calendars in this team, the maximum. Revoke one first.`)
        const secret = `tdc_${randomBytes(32).toString('base64url')}`
        const kept = { of, list_uid: list_uid?.toLowerCase() ?? null, as, timezone }
        const calendar: Calendar = { id: uuidv7(), ...kept, last_four: secret.slice(-4), created_at: at, last_used_at: null }
        await calendarStore.insert(tx, teamId, member, calendar, hashSecret(secret))
        return { ...calendar, url: `${baseUrl()}/api/calendars/${secret}.ics` }
      })
    },

    remove: (id: string, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async ({ tx, teamId }) => {
        const member = await calendarStore.memberOf(tx, teamId, personOf(ctx).user.id)
        if (member === undefined || (await calendarStore.remove(tx, teamId, member, id)) === 0)
          throw new AppError('not_found', `You have no calendar ${id} in this team.`)
      }),

    /** All of one person, or those made in that time: they end with what else the person had. */
    endOf: ({ tx, teamId }: Write, userId: string, made?: { since: string; until: string }): Promise<unknown> =>
      calendarStore.removeOf(tx, teamId, userId, made),
  }
}
