// What the two forms of Todoist's data have in common: due texts, and labels inside of titles.
import type { ImportedSchedule } from '../../schema/import.ts'
import { dueFieldOf, morning } from './import-values.ts'
import { readMoment } from '../time/recurrence.ts'
import { clockOf, once, repeatOf, writtenDate, zoneOf } from './import-reminders.ts'

export interface Due {
  /** For the task's own field: a day, or a moment. */
  due?: string
  schedules: ImportedSchedule[]
  /** The text, where it could not be made a reminder (or not wholly). */
  kept?: string
}

/** In characters: what is longer is no due text, but kept as it is. */
const longestDueText = 200

/** `text`: what the person wrote, such as "every monday at 9am"; `date`: when it is due next, where the export says so. */
export function dueOfTodoist(
  text: string | undefined,
  date: string | undefined,
  timezone: unknown,
  repeats = /^(every|ev\b|daily|weekly|monthly|quarterly|yearly|annually)/i.test(text ?? ''),
): Due {
  const zone = zoneOf(timezone)
  const isReadable = text === undefined || text.length <= longestDueText
  const found = dueFieldOf(date) ?? (isReadable ? dueOfText(text) : undefined)
  const first = found && (found.length === 10 ? `${found}T${morning}` : found)
  const due = found && { due: zone && !found.endsWith('Z') && found.length > 10 ? (readMoment(found, zone) ?? found) : found }
  if (repeats && text && isReadable) {
    const schedules = repeatOf(text, first, zone)
    if (schedules) return { schedules, ...due }
    return { schedules: first ? [once(first, zone)] : [], ...due, kept: text }
  }
  if (first) return { schedules: [once(first, zone)], ...due, ...(isReadable ? {} : { kept: text }) }
  return text ? { schedules: [], kept: text } : { schedules: [] }
}

/** A day or a time: "2026-10-06 15:30", "Oct 5 2026", "5 Oct 2026 at 18:00". What is relative to the day of the export ("tomorrow") is no date. */
function dueOfText(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const iso = dueFieldOf(text)
  if (iso) return iso
  const [, day = '', at] = /^(.*?)(?: (?:at |@ ?)?(\d{1,2}:\d\d(?:\s*[ap]m)?|\d{1,2}\s*[ap]m))?$/i.exec(text.trim()) ?? []
  const date = writtenDate(day) ?? (/^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined)
  return date && dueFieldOf(at === undefined ? date : `${date} ${clockOf(at) ?? '??'}`)
}

/** "Buy milk @shop @home" → the title without its labels, and the labels. */
export function splitLabels(content: string): { title: string; labels: string[] } {
  const labels: string[] = []
  const title = content.replaceAll(/(^|\s)@([^\s@]+)/g, (_, _space, label: string) => {
    labels.push(label)
    return ''
  })
  return { title: title.trim() || content.trim(), labels }
}
