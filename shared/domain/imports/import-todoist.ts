// What the two forms of Todoist's data have in common: due texts, and labels inside of titles.
import type { ImportedSchedule } from '../../schema/import.ts'
import { dueOf } from './import-values.ts'
import { clockOf, once, repeatOf, writtenDate, zoneOf } from './import-reminders.ts'

export interface Due {
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
  const first = dueOf(date) ?? (isReadable ? dueOfText(text) : undefined)
  if (repeats && text && isReadable) {
    const schedules = repeatOf(text, first, zone)
    if (schedules) return { schedules }
    return { schedules: first ? [once(first, zone)] : [], kept: text }
  }
  if (first) return isReadable ? { schedules: [once(first, zone)] } : { schedules: [once(first, zone)], kept: text }
  return text ? { schedules: [], kept: text } : { schedules: [] }
}

/** "2026-10-06 15:30", "Oct 5 2026", "5 Oct 2026 at 18:00". What is relative to the day of the export ("tomorrow") is no date. */
function dueOfText(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const iso = dueOf(text)
  if (iso) return iso
  const [, day = '', at] = /^(.*?)(?: (?:at |@ ?)?(\d{1,2}:\d\d(?:\s*[ap]m)?|\d{1,2}\s*[ap]m))?$/i.exec(text.trim()) ?? []
  const date = writtenDate(day) ?? (/^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined)
  return date && dueOf(at === undefined ? date : `${date} ${clockOf(at) ?? '??'}`)
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
