// Quick add, fed with everything: what it did not understand stays in the title, character by character.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rawsOf, readQuickAdd } from '../../renderer/lib/quick-add/read-quick-add.ts'
import { readWhen } from '../../shared/domain/time/when/read-when.ts'
import { chooseSeed } from '../support/fuzz/random.ts'

const seed = chooseSeed()
console.log(`quick add seed ${seed} (TANDEM_SEED=${seed} repeats it)`)

// A Friday.
const now = new Date(2026, 10, 20, 10, 0)
const read = (line: string, dismissed?: ReadonlySet<string>) => readQuickAdd(line, dismissed, (text) => readWhen(text, { now, timezone: 'Europe/Berlin' }))

describe('nothing that was typed is stolen', () => {
  const words = fc.oneof(
    fc.constantFrom(
      ...'pay rent tomorrow 9am at 5 every day month on the 1st last monday and friday jeden alle 3 Tage in 2 weeks um Uhr morgen für'.split(' '),
    ),
    fc.constantFrom(
      ...'#home #12 C# !high !low !important ! @ana a@b.c @ " “ ” ` , . ( ) 2026-12-01 12:30 http://x.org/tomorrow next week 東京 👩‍👩‍👧 ſt İ'.split(' '),
    ),
    fc.constantFrom('  ', '\t', '\u200b', 'daily', 'täglich', 'weekdays'),
  )
  const lines = fc.oneof(
    fc.array(words, { maxLength: 14 }).map((all) => all.join(' ')),
    fc.array(words, { maxLength: 8 }).map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  const runs = { seed, numRuns: process.env.TANDEM_LONG ? 20_000 : 200 }

  test('the title and the chips are the line, each character once', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const { title, tokens, parts, schedules } = read(line)
        expect(parts.map((part) => part.raw).join('')).toBe(line)
        const text = parts.filter((part) => !part.isToken && !part.isJoint).map((part) => part.raw)
        for (const part of parts) if (part.isJoint) expect(part.raw).toMatch(/^[\s,;:–—-]+$/u)
        expect(title).toBe(text.join('').replaceAll(/\s+/g, ' ').trim())
        const chips = parts.filter((part) => part.isToken).map((part) => part.raw)
        expect([...new Set(chips)].sort()).toEqual([...new Set(tokens.flatMap(rawsOf))].sort())
        for (const schedule of schedules) if (schedule.type === 'one_time') expect(new Date(schedule.fire_at as string) > now).toBe(true)
        if (tokens.length === 0) expect(schedules).toEqual([])
      }),
      runs,
    )
  })

  test('what stands in quotes is never read', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom(['"', '"'], ['“', '”'], ['`', '`']), (line, [open, close]) => {
        const quoted = `${open}${line.replaceAll(/["“”„`«»]/g, '')}${close}`
        expect(read(`keep ${quoted}`)).toMatchObject({ tokens: [], schedules: [] })
      }),
      runs,
    )
  })

  test('dismissing every chip gives the line back', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const dismissed = new Set<string>()
        for (let round = 0; round < 30; round++) {
          const { tokens, title } = read(line, dismissed)
          if (tokens.length === 0) {
            expect(title).toBe(line.replaceAll(/\s+/g, ' ').trim())
            return
          }
          for (const raw of tokens.flatMap(rawsOf)) dismissed.add(raw)
        }
        throw new Error('chips without end')
      }),
      runs,
    )
  })
})
