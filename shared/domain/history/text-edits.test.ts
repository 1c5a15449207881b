import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedStretch, editsBetween, withEdits } from './text-edits.ts'

const sizeOf = (edits: readonly (readonly [number, string, string])[]) => edits.reduce((sum, [, removed, added]) => sum + removed.length + added.length, 0)

test('an addition is kept as itself', () => {
  const text = 'one\ntwo\n'.repeat(1000)
  expect(editsBetween(text, `${text}three`)).toEqual([[text.length, '', 'three']])
})

test('two changes far apart are two edits', () => {
  const lines = Array.from({ length: 2000 }, (_, i) => `line ${i}`)
  const before = lines.join('\n')
  const after = before.replace('line 3\n', 'line three\n').replace('line 1990\n', '')
  const edits = editsBetween(before, after)
  expect(edits).toHaveLength(2)
  expect(sizeOf(edits)).toBeLessThan(30)
  expect(withEdits(before, edits)).toBe(after)
})

test('no pictogram is cut in two', () => {
  expect(changedStretch('a 😀 b', 'a 😁 b')).toEqual([2, '😀', '😁'])
  expect(changedStretch('x\u{1F600}', 'x\u{1FA00}')).toEqual([1, '\u{1F600}', '\u{1FA00}'])
})

test('edits for another text are refused', () => {
  expect(() => withEdits('something else', [[2, 'two', 'three']])).toThrow(/does not fit/)
})

test('edits give back every text, byte for byte', () => {
  const line = fc.oneof(fc.constantFrom('same', '- [ ] buy milk', '- [x] buy milk', '', '😀😁', '\ud83d', '\ude00', 'äöü ß'), fc.string({ maxLength: 300 }))
  const text = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => withEdits(before, editsBetween(before, after)) === after),
    { numRuns: 500 },
  )
})

test('the work grows with the length of the text, not with its square', () => {
  const timeOf = (lines: number) => {
    const before = '- [ ] the same line\n'.repeat(lines)
    const after = '- [x] the same line\n'.repeat(lines)
    const start = performance.now()
    for (let i = 0; i < 5; i++) editsBetween(before, after)
    return performance.now() - start
  }
  timeOf(1000)
  expect(timeOf(32_000) / Math.max(1, timeOf(2000))).toBeLessThan(160)
})
