// Whatever somebody types: an answer, soon, and nothing of the text lost.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTimes } from './next-times.ts'
import { ruleDays } from '../../../node/rule-days.ts'
import { type Purpose, type Reader, readWhen } from './read-when.ts'
import { english, german } from './vocabulary.ts'

const seed = Number(process.env.TANDEM_SEED ?? Date.now() % 2 ** 31)
console.log(`when seed ${seed} (TANDEM_SEED=${seed} repeats it)`)
const runs = { seed, numRuns: process.env.TANDEM_LONG ? 20_000 : 500 }

/** Every word that the grammar knows, and what stands between words. */
const vocabulary = [english, german].flatMap((language) => JSON.stringify(language).match(/[\p{L}'’]+/gu) ?? [])
const words = fc.oneof(
  fc.constantFrom(...vocabulary),
  fc.constantFrom(...'1 2 5 9 15 31 42 1st 2nd 15. 1. 9am 5pm 9:30 14.30 31.12. 29.2. 3.12 5/6 2026-12-01 2026-02-30 0 99 2027 9h 30m'.split(' ')),
  fc.constantFrom(',', '.', ';', '(', ')', '-', '\uFFFC', '"', 'x', '東京', '\u0130', 'ſt', '', '@', '+ana', '#a'),
)
const lines = fc.oneof(
  fc.array(words, { maxLength: 14 }).map((all) => all.join(' ')),
  fc.array(words, { maxLength: 8 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const readers = fc.record({
  now: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
  timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Africa/Monrovia', 'UTC'),
  clock: fc.constantFrom(12 as const, 24 as const),
  firstWeekday: fc.integer({ min: 0, max: 6 }),
  purpose: fc.constantFrom<Purpose>('task', 'due', 'reminder', 'moment'),
})

test('[S16] never throws, loses nothing, and means only what is to come', () => {
  fc.assert(
    fc.property(lines, readers, (text, reader: Reader) => {
      const when = readWhen(text, reader)
      let at = 0
      for (const { start, end } of when.spans) {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(end).toBeGreaterThan(start)
        at = end
      }
      expect(at).toBeLessThanOrEqual(text.length)
      const dropped = when.spans.map(({ start, end }) => text.slice(start, end)).join('')
      expect([...(when.rest + dropped)].filter((one) => !/\s/.test(one)).length).toBe([...text].filter((one) => !/\s/.test(one)).length)
      for (const { start, end, text: said } of when.unsure) expect(text.slice(start, end)).toBe(said)
      for (const { type, fire_at } of when.schedules) if (type === 'one_time' && fire_at) expect(new Date(fire_at) > reader.now).toBe(true)
      if (when.spans.length === 0) expect([when.schedules, when.due]).toEqual([[], undefined])
    }),
    runs,
  )
})

test('every repetition that it makes comes, and three times in order where it does not end', () => {
  fc.assert(
    fc.property(lines, readers, (text, reader: Reader) => {
      for (const schedule of readWhen(text, reader).schedules) {
        if (schedule.type === 'one_time') continue
        const times = nextTimes(schedule, reader.now.toISOString(), reader.timezone, 3, ruleDays)
        if (!/COUNT|UNTIL|BYMONTHDAY=29|BYMONTHDAY=30/.test(schedule.rule ?? '')) expect(times).toHaveLength(3)
        expect(times).toEqual(times.toSorted())
        for (const time of times) expect(time > reader.now.toISOString()).toBe(true)
      }
    }),
    { ...runs, numRuns: runs.numRuns / 2 },
  )
})

test('[S16] what is clear to it stays clear: an option that it offers is understood whole', () => {
  fc.assert(
    fc.property(lines, readers, (text, reader: Reader) => {
      for (const { options } of readWhen(text, reader).unsure)
        for (const option of options) {
          const { unsure, rest } = readWhen(option, reader)
          if (unsure.every(({ why }) => why !== 'passed')) expect([option, unsure, rest]).toEqual([option, [], ''])
        }
    }),
    runs,
  )
})
