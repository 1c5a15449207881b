// Dates and times in the words of a line, by chrono; English and German. It would rather miss one than read a date into something else:
// "chapter 9", "sat the exam", "2.10.3", "look at 5 options" stay text.
import type { ParsedResult } from 'chrono-node'
import * as de from 'chrono-node/de'
import * as en from 'chrono-node/en'
import { type DateSpan, findGermanTimes } from './german-times.ts'

const partOfDay = /night|evening|morning|afternoon|noon|midday|abend|nacht|mittag|früh/i
const germanWord =
  /(?<!\p{L})(?:heute|morgen|übermorgen|uhr|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|jan(?:uar)?|jänner|feb(?:ruar)?|märz|mai|jun[io]|jul[io]|okt(?:ober)?|dez(?:ember)?|wochen?|monate?n?|tage?n?|stunden?|minuten?|mittags?|mitternacht|abends?)(?!\p{L})|\d\.\s?\d{1,2}\./iu

/** "every other friday", "jeden zweiten Dienstag": a repetition that is not known is not one of its days either. */
const ofRepeat =
  /(?:^|\s)(?:every|each|jede[nrms]?|alle)\s+(?:(?:other|first|second|third|fourth|last|ersten?|zweiten?|dritten?|vierten?|letzten?|\d+\.?)\s+)?(?:(?:weeks?|wochen?)\s+)?(?:on\s+|am\s+)?$/i
const repeatFollows = /^\s+(?:of|im|in)\s+(?:the\s+|every\s+|each\s+|jedem\s+)?(?:month|monat)(?!\p{L})/iu
const openRange = /(?:^|\s)(?:between|zwischen)\s+(?:\S+\s+(?:and|und)\s+)?$/i

function isFree(line: string, { index, text }: ParsedResult): boolean {
  const [before, after] = [line.slice(0, index), line.slice(index + text.length)]
  return (
    !ofRepeat.test(before) && !openRange.test(before) && !repeatFollows.test(after) && !(/\b(?:guten|good)\s+$/i.test(before) && /^mor(?:gen|ning)/i.test(text))
  )
}

function isCertain({ text, start }: ParsedResult): boolean {
  // "A second look", "half an hour with Ana": how long, not when.
  if (/^(?:an?|one|half|eine?[nr]?|halbe?)\s/i.test(text)) return false
  // A lone "sat", "so", "may", "now".
  if (/^(?:on\s+|am\s+)?\p{L}{1,3}\.?$/iu.test(text) && !/^(?:on|am)\s/i.test(text)) return false
  if (/^(?:now|jetzt)$/i.test(text)) return false
  // "3 days" is how long something takes; "in 3 days" is when.
  if (/^\d+\s*\p{L}+$/u.test(text) && !start.isCertain('hour')) return false
  if (/^(?:for|für)\s/i.test(text)) return false
  // 12/5 is December or May, or a fraction; 2.10.3 is a version.
  if (/^\D*\d{1,2}\/\d{1,2}\D*$/.test(text) || /^\d+\.\d+(?:\.\d{1,3})?$/.test(text)) return false
  if (start.isCertain('day') || start.isCertain('weekday')) return true
  if (start.isCertain('hour')) return start.isCertain('meridiem') || /\d[:.]\d\d|uhr|o['’]?\s?clock/i.test(text) || partOfDay.test(text)
  return start.isCertain('month') && /next|this|in\s|nächst|diesen|kommend/i.test(text)
}

const standsAlone = (text: string, start: number, end: number) =>
  /(?:^|[\s(])$/.test(text.slice(0, start)) && /^(?:$|[\s,;)!?]|[.:](?:\s|$))/.test(text.slice(end))

const two = (value: number | null) => String(value ?? 0).padStart(2, '0')

function spanOf({ index, text, start }: ParsedResult, line: string): DateSpan {
  const relative = start.isCertain('hour') && start.isCertain('timezoneOffset') && !/\d[:.]\d\d/.test(text)
  const hasDay = start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month')
  const hasTime = start.isCertain('hour') || partOfDay.test(text)
  const day = new Date(start.get('year') as number, (start.get('month') as number) - 1, start.get('day') as number)
  // The little word before it goes along: "on Dec 24".
  const before =
    /(?:^|[\s(])((?:(?:due|fällig)\s+)?(?:(?:on|at|am|um|by|bis|zum|bis\s+zum|due|fällig|kommende[nrms]?)\s+)?(?:kommende[nrms]?\s+)?)$/i.exec(
      line.slice(0, index),
    )?.[1] ?? ''
  return {
    start: index - before.length,
    end: index + text.length,
    day: hasDay ? day : undefined,
    time: hasTime ? `${two(start.get('hour'))}:${two(start.get('minute'))}` : undefined,
    moment: relative ? start.date() : undefined,
  }
}

/** Every date and time that is certain, in order, none over another. A range ("from 9 to 5") counts as its beginning and is left whole. */
export function findDates(line: string, now: Date): DateSpan[] {
  // Those of our own come first: chrono would read "9 Uhr" out of "9 Uhr 30", and half of "31.12. 18:00".
  const spans = findGermanTimes(line, now)
  const text = spans.reduce((rest, { start, end }) => rest.slice(0, start) + '\uFFFC'.repeat(end - start) + rest.slice(end), line)
  const options = { forwardDate: true }
  const results = [...de.casual.parse(text, now, options).filter((result) => germanWord.test(result.text)), ...en.casual.parse(text, now, options)]
  const isAlone = ({ index, text: found }: ParsedResult) => standsAlone(text, index, index + found.length)
  const certain = results.filter((result) => !result.end && isCertain(result) && isFree(text, result) && isAlone(result))
  for (const result of certain.sort((a, b) => b.text.length - a.text.length)) {
    const span = spanOf(result, text)
    if (!spans.some((other) => span.start < other.end && other.start < span.end)) spans.push(span)
  }
  return spans.sort((a, b) => a.start - b.start)
}
