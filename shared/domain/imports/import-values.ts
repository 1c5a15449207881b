// Values as other programs write them, read as Tandem's. Nothing here throws but `textOf`: an undefined answer means "not understood".
import type { Priority, Status } from '../../schema/task.ts'
import { RefusedRecord } from './import-draft.ts'
import { utcOf, utcOfTime } from '../time/instant.ts'

export type Json = Record<string, unknown>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Text without the space around it; undefined when there is none. Refuses what is no text: nothing is made up from other types. */
export function textOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new RefusedRecord(`${field} must be a text; got ${JSON.stringify(value)?.slice(0, 60)}`)
  return value.trim() || undefined
}

/** A name or number as text. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() || undefined : typeof value === 'number' ? String(value) : undefined
}

const statusWords: Record<Status, string> = {
  backlog: 'backlog,icebox,someday,later,draft,triage,unconfirmed,idea,ideas,inbox,idee,ideen,irgendwann,später,entwurf,eingang',
  todo: 'todo,to do,open,opened,new,ready,planned,next,pending,reopened,unstarted,not started,selected for development,needs action,blocked,on hold,waiting,offen,neu,geplant,bereit,zu tun,zu erledigen,nicht begonnen,wartet',
  in_progress:
    'in progress,doing,active,wip,work in progress,started,working,ongoing,in development,in process,inprogress,assigned,current,in arbeit,in bearbeitung,läuft,begonnen,angefangen,aktiv',
  in_review: 'in review,review,reviewing,code review,ready for review,patch available,qa,testing,in testing,verify,to verify,in prüfung,prüfung,zu prüfen',
  done: 'done,closed,complete,completed,finished,resolved,fixed,verified,wontfix,wont fix,wont do,cancelled,canceled,rejected,duplicate,invalid,archived,shipped,released,merged,erledigt,fertig,abgeschlossen,geschlossen,gelöst,behoben,abgebrochen,abgelehnt',
}
const statusOfWord = new Map(Object.entries(statusWords).flatMap(([status, words]) => words.split(',').map((word) => [word, status as Status])))

export function statusOf(value: unknown): Status | undefined {
  if (typeof value !== 'string') return undefined
  const word = value
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
  return statusOfWord.get(word)
}

const priorityWords: Record<Priority, string> = {
  high: 'high,highest,very high,urgent,critical,crit,blocker,major,important,asap,p0,p1,h,a,hoch,sehr hoch,höchste,dringend,eilig,kritisch,wichtig',
  medium: 'medium,med,normal,moderate,default,none,p2,p3,m,b,mittel,keine',
  low: 'low,lowest,very low,minor,trivial,p4,p5,l,c,niedrig,gering,sehr niedrig,unwichtig',
}
const priorityOfWord = new Map(Object.entries(priorityWords).flatMap(([priority, words]) => words.split(',').map((word) => [word, priority as Priority])))

/** Words, or a rank counted from 1 for the most urgent: 1 high, 2 and 3 medium, further down low. */
export function priorityOf(value: unknown): Priority | undefined {
  const rank = typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,2}$/.test(value.trim()) ? Number(value) : undefined
  if (rank !== undefined) return Number.isInteger(rank) && rank >= 0 && rank <= 99 ? (rank <= 1 ? 'high' : rank <= 3 ? 'medium' : 'low') : undefined
  return typeof value === 'string'
    ? priorityOfWord.get(
        value
          .toLowerCase()
          .replaceAll(/[\s_-]+/g, ' ')
          .trim(),
      )
    : undefined
}

const nameFields = ['name', 'full_name', 'displayName', 'login', 'username']
const addressFields = ['email', 'emailAddress']

function firstOf(value: Json, fields: readonly string[]): string | undefined {
  return fields.map((field) => (typeof value[field] === 'string' ? value[field].trim() : '')).find(Boolean)
}

/** Someone by email address or else name, from a text or from an object that describes them. */
export function personOf(value: unknown): string | undefined {
  return isObject(value) ? firstOf(value, [...addressFields, ...nameFields]) : idOf(value)
}

/** Names of tasks: a list of ids or of objects with an id, or one text with commas or semicolons. */
export function idsOf(value: unknown): string[] {
  const items = typeof value === 'string' ? value.split(/[,;]/) : [value].flat()
  const ids = items.map((item) => (isObject(item) ? (idOf(item.id) ?? idOf(item.key) ?? idOf(item.external_id)) : idOf(item)))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** What someone is called. */
export function nameOf(value: unknown): string | undefined {
  return isObject(value) ? firstOf(value, [...nameFields, ...addressFields]) : idOf(value)
}

export function peopleOf(value: unknown): string[] {
  return typeof value === 'string'
    ? wordsOf(value)
    : [
        ...new Set(
          [value]
            .flat()
            .map(personOf)
            .filter((person) => person !== undefined),
        ),
      ]
}

/** A set of words: a list of texts or of objects with a name, or one text with commas or semicolons. */
export function wordsOf(value: unknown): string[] {
  const items = typeof value === 'string' ? value.split(/[,;]/) : [value].flat()
  const words = items.map((item) => (isObject(item) ? (idOf(item.name) ?? idOf(item.title) ?? nameOf(item)) : idOf(item)))
  return [...new Set(words.filter((word) => word !== undefined))]
}

export function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return undefined
  const word = value.trim().toLowerCase()
  if (['true', 'yes', 'y', 'x', '1', 'done', 'ja', 'wahr', 'erledigt'].includes(word)) return true
  return ['false', 'no', 'n', '0', '', 'nein', 'falsch', 'offen'].includes(word) ? false : undefined
}

const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

const dotted = /^(\d{1,2})[.] ?(\d{1,2})[.] ?(\d{4})(?:,? +(?=\d))?/

/** In characters, with any number of spaces around it left out: what is longer is a text that begins with a date. */
const longestDate = 64

/** "24.12.2026 9:30" as ISO 8601 has it. Where dots stand between them the day comes first, in every country. */
function undotted(text: string): string {
  const date = text.trim()
  if (date.length > longestDate) return ''
  return date
    .replace(dotted, (_all, day: string, month: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} `)
    .replace(/ (\d:)/, ' 0$1')
    .trim()
}

/** When something happened, as RFC 3339 UTC: ISO 8601 (without an offset it is UTC), RFC 2822, or seconds or milliseconds since 1970. */
export function momentOf(value: unknown): string | undefined {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,13}$/.test(value.trim()))) {
    const number = Number(value)
    return number > 0 ? utcOfTime(number < 1e11 ? number * 1000 : number) : undefined
  }
  if (typeof value !== 'string') return undefined
  const text = undotted(value)
  const [, date, time = '00:00', seconds = ':00', fraction, offset = 'Z'] = iso.exec(text) ?? []
  if (date) {
    // The year 1 is how some programs write "never".
    if (date.startsWith('0001')) return undefined
    // The 30th of February would become a day in March.
    if (utcOf(`${date}T00:00:00Z`)?.slice(0, 10) !== date) return undefined
    const zone = /^Z$/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.replace(':', '').slice(3) || '00'}`
    return utcOf(`${date}T${time}${seconds}${fraction ? `.${fraction.slice(0, 3)}` : ''}${zone}`)
  }
  return /\d{4}.*(?:GMT|UTC|[+-]\d{4})$/.test(text) ? utcOf(text) : undefined
}

/** A date without a time rings at this hour. */
export const morning = '09:00'

/** When something is due, for `due`: a day, a moment in UTC, or a wall-clock time where the source names no zone. */
export function dueFieldOf(value: unknown): string | undefined {
  const [, date, time] = typeof value === 'string' ? (iso.exec(undotted(value)) ?? []) : []
  return date !== undefined && time === undefined ? momentOf(value) && date : dueOf(value)
}

/** What to note of a due date that is there and cannot be read, such as 30 February. The year 1 is how some programs write "never". */
export function unreadDue(field: string, value: unknown): string[] {
  const isThere = typeof value === 'string' && value.trim() !== '' && !value.trim().startsWith('0001')
  return isThere && dueOf(value) === undefined ? [`${field} ${JSON.stringify(value).slice(0, 40)} not recognized`] : []
}

/** When something is due, for `fire_at`: a moment in UTC, or a wall-clock time where the source names no zone. */
export function dueOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return momentOf(value)
  const [, date, time = morning, , , offset] = iso.exec(undotted(value)) ?? []
  if (!date || offset) return momentOf(value)
  return momentOf(value) && `${date}T${time}`
}
