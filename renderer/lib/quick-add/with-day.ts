// A day or a time from the calendar, written into the line as somebody would have typed it: in the place of the date that stands there, or after it.
import { rawsOf, type ReadLine } from './read-quick-add.ts'

/** What makes a date a due date, in either language. */
const byThen = /^(?:due|by|until|till|bis|fällig)(?:\s+(?:by|on|zum|am))?\s+/iu
const timeSaid = /\d{1,2}:\d\d(?:\s*[ap]m)?|\d{1,2}\s*(?:[ap]m|uhr)/iu

/** `words`: the day as it is written; the time that was said stays. */
export const lineWithDay = (line: string, read: Pick<ReadLine, 'tokens'>, words: string): string =>
  replaced(line, read, (said) => [byThen.exec(said)?.[0].trim(), words, timeSaid.exec(said)?.[0]])

/** `words`: the day that has this time. */
export const lineWithTime = (line: string, read: Pick<ReadLine, 'tokens'>, words: string, time: string): string =>
  replaced(line, read, (said) => [byThen.exec(said)?.[0].trim(), words, time])

function replaced(line: string, { tokens }: Pick<ReadLine, 'tokens'>, written: (said: string) => readonly (string | undefined)[]): string {
  const token = tokens.find(({ kind }) => kind === 'date' || kind === 'due')
  const [first, ...others] = token ? rawsOf(token) : []
  const text = written([first, ...others].join(' '))
    .filter((part) => part !== undefined)
    .join(' ')
  if (first === undefined) return `${line.trim()} ${text}`.trim()
  const rest = others.reduce((left, raw) => left.replace(raw, ''), line)
  return rest
    .replace(first, () => text)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
