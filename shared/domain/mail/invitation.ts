// What an invitation to a calendar (RFC 5545, RFC 6047) says that came with a mail. It is offered to a person as a task with a date; nobody is told yes or
// no, and no calendar is changed.
import ICAL from 'ical.js'
import { isRealDay } from '../time/due.ts'
import { isTimeZone, readMoment } from '../time/recurrence.ts'
import { longestTitle } from './extracted-task.ts'
import { oneLine } from './mail-text.ts'

/** Bytes. A larger one is a calendar, no invitation. */
export const maxInvitation = 262_144

export interface Invitation {
  /** called_off: it was, before. answer: somebody says what they do about one of ours. */
  kind: 'invited' | 'called_off' | 'answer'
  title: string
  /** A day, or a moment in UTC. Of one that repeats, the first. */
  start: string
  place: string
}

/** One change a year: with more in it a rule takes as long to follow as its writer likes. */
const plainRule = /^FREQ=YEARLY(?:;(?:INTERVAL|COUNT|UNTIL|WKST|BYMONTH|BYDAY|BYMONTHDAY|BYHOUR|BYMINUTE|BYSECOND)=[^,;]{1,20})*$/
const maxRules = 60

/** Zones that cannot be followed in no time are left to their names. */
function withoutEndlessZones(calendar: ICAL.Component): void {
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const rules = zone.getAllSubcomponents().flatMap((part) => part.getAllProperties('rrule').map((rule) => String(rule.getFirstValue())))
    if (rules.length > maxRules || rules.some((rule) => !plainRule.test(rule))) calendar.removeSubcomponent(zone)
  }
}

function startOf(property: ICAL.Property | null, zone: string): string | undefined {
  const time: unknown = property?.getFirstValue()
  if (!(time instanceof ICAL.Time)) return undefined
  if (time.isDate) return isRealDay(time.toString()) ? time.toString() : undefined
  // Without rules of its own a zone is one that everybody knows by its name, or the reader's.
  const named = property?.getParameter('tzid')
  const known = time.zone === ICAL.Timezone.localTimezone ? undefined : time.toJSDate().toISOString()
  return readMoment(known ?? time.toString(), typeof named === 'string' && isTimeZone(named) ? named : zone)
}

const kinds: Readonly<Record<string, Invitation['kind']>> = { REQUEST: 'invited', PUBLISH: 'invited', ADD: 'invited', CANCEL: 'called_off' }

function read(text: string, zone: string): Invitation | undefined {
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  if (calendar.name !== 'vcalendar') return undefined
  withoutEndlessZones(calendar)
  const event = calendar.getFirstSubcomponent('vevent')
  const entry = event ?? calendar.getFirstSubcomponent('vtodo')
  const start = startOf(entry?.getFirstProperty(event ? 'dtstart' : 'due') ?? null, zone)
  if (!entry || start === undefined) return undefined
  const word = (name: string) => oneLine(String(entry.getFirstPropertyValue(name) ?? ''), longestTitle)
  const method = String(calendar.getFirstPropertyValue('method') ?? 'PUBLISH').toUpperCase()
  const calledOff = word('status').toUpperCase() === 'CANCELLED'
  return { kind: calledOff ? 'called_off' : (kinds[method] ?? 'answer'), title: word('summary'), start, place: word('location') }
}

/** `zone`: whose wall clock is meant where the file names none. Undefined: it is none, or is broken. */
export function readInvitation(text: string, zone: string): Invitation | undefined {
  if (text.length > maxInvitation || !/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return undefined
  try {
    return read(text.replace(/^\uFEFF?\s*/, ''), zone)
  } catch {
    return undefined
  }
}
