// A text as words, in runs that no phrase crosses: what ends a sentence, stands in brackets or must not be read ends a run.
import { type Role, type Sense, senseOf } from './vocabulary.ts'

export interface Word {
  start: number
  end: number
  /** In lower case, without the punctuation around it. A number keeps the point of "1." and "31.12.". */
  text: string
  /** As it was typed. */
  raw: string
  sense: Sense
  /** A comma follows. */
  comma: boolean
}

export type Run = readonly Word[]

/** What one function of the grammar found: its value, and the word after it. */
export interface Found<T> {
  value: T
  next: number
}

/** Longer ones are no word of the vocabulary. */
const longest = 40
/** What stands for text that must not be read. */
const wall = '\uFFFC'

export function runsOf(text: string): Run[] {
  const runs: Word[][] = [[]]
  const endRun = () => {
    if ((runs.at(-1) as Word[]).length > 0) runs.push([])
  }
  for (const { 0: chunk, index } of text.matchAll(/\S+/g)) {
    if (chunk.length > longest || chunk.includes(wall) || /^[#!+]/.test(chunk)) {
      endRun()
      continue
    }
    const before = /^[(]*/.exec(chunk)?.[0].length ?? 0
    if (before > 0) endRun()
    const after = /[,;:)!?.…]*$/.exec(chunk.slice(before))?.[0] ?? ''
    let raw = chunk.slice(before, chunk.length - after.length)
    let stop = after
    let point = 0
    // The point of an ordinal, of a date, of an abbreviation.
    if (stop.startsWith('.') && (/\d$/.test(raw) || isAbbreviated(raw))) {
      if (/\d$/.test(raw)) raw += '.'
      else point = 1
      stop = stop.slice(1)
    }
    if (raw === '' || /^[-–—]+$/.test(raw)) {
      endRun()
      continue
    }
    const word = raw.toLowerCase().normalize('NFC')
    const start = index + before
    ;(runs.at(-1) as Word[]).push({ start, end: start + raw.length + point, text: word, raw, sense: senseOf(word), comma: stop === ',' })
    // "Due: Friday".
    if (stop !== '' && stop !== ',' && !(stop === ':' && senseOf(word).roles?.has('by'))) endRun()
  }
  return runs.filter((run) => run.length > 0)
}

function isAbbreviated(raw: string): boolean {
  const { isShort, isShortMonth, unit, roles } = senseOf(raw.toLowerCase())
  return isShort === true || isShortMonth === true || (unit !== undefined && raw.length <= 3) || roles?.has('numbered') === true || /^[ap]\.?m$/i.test(raw)
}

export const has = (run: Run, at: number, role: Role): boolean => run[at]?.sense.roles?.has(role) ?? false

/** More of them are no phrase, and to look at all of them from each would take the square of their number. */
const mostSkipped = 3

/** Goes over the words that may stand there. */
export function skip(run: Run, at: number, ...allowed: Role[]): number {
  let next = at
  while (next < at + mostSkipped && allowed.some((role) => has(run, next, role))) next++
  return next
}

/** A number in digits or as a word. */
export function numberAt(run: Run, at: number): number | undefined {
  const word = run[at]
  if (word === undefined) return undefined
  return /^\d{1,4}$/.test(word.text) ? Number(word.text) : word.sense.number
}

/** "1st", "1.", "first"; -1 is the last. `digits`: written with them. */
export function ordinalAt(run: Run, at: number): { n: number; digits: boolean } | undefined {
  const word = run[at]
  if (word === undefined) return undefined
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th|\.)$/.exec(word.text) ?? []
  if (digits !== undefined) return { n: Number(digits), digits: true }
  return word.sense.ordinal === undefined ? undefined : { n: word.sense.ordinal, digits: false }
}
