import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchLines } from './line-matches.ts'
import { mergedText, mergeText } from './merge-text.ts'

test('what only one side changed is taken from it', () => {
  expect(mergedText('a\nmine\nc\nd', 'a\nb\nc\nd', 'a\nb\nc\nd\ntheirs')).toBe('a\nmine\nc\nd\ntheirs')
})

test('where both changed the same line nothing is lost', () => {
  expect(mergedText('a\nmine', 'a\nb', 'a\ntheirs')).toBe('a\ntheirs\nmine')
  expect(mergedText('mine', '', 'theirs')).toBe('theirs\nmine')
})

test('[TP1] boxes that each side ticked are no clash, one below the other or beside new lines', () => {
  const base = '- [ ] a\n- [ ] b\n> 1. [x] c'
  expect(mergeText('- [x] a\n- [ ] b\n> 1. [x] c', base, '- [ ] a\n- [x] b\n> 1. [ ] c\n- [ ] d')).toEqual({
    text: '- [x] a\n- [x] b\n> 1. [ ] c\n- [ ] d',
    clash: false,
  })
  expect(mergeText('- [x] a\n- [ ] b', '- [ ] a\n- [ ] b', '- [ ] a!\n- [x] b')).toEqual({ text: '- [ ] a!\n- [x] a\n- [x] b', clash: true })
})

test('the same change on both sides stands once', () => {
  expect(mergedText('a\nx', 'a\nb', 'a\nx')).toBe('a\nx')
})

describe('[X31] whatever was written', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '- [ ]', '- [x]', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  const linesOf = (of: string) => of.split('\n')

  test('each line that either side added is there, and what neither touched stays', () => {
    fc.assert(
      fc.property(text, text, text, (mine, base, theirs) => {
        const merged = new Set(linesOf(mergedText(mine, base, theirs)))
        for (const side of [mine, theirs]) for (const line of linesOf(side)) if (!linesOf(base).includes(line)) expect(merged).toContain(line)
        expect(mergedText(mine, base, base)).toBe(mine)
        expect(mergedText(base, base, theirs)).toBe(theirs)
        expect(mergedText(mine, base, mine)).toBe(mine)
      }),
    )
  })

  test('as many lines match as can, each the same on both sides and in order', () => {
    const longest = (a: readonly string[], b: readonly string[]): number => {
      const rows = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
      for (const [i, left] of a.entries())
        for (const [j, right] of b.entries())
          (rows[i + 1] as number[])[j + 1] = left === right ? (rows[i]?.[j] ?? 0) + 1 : Math.max(rows[i]?.[j + 1] ?? 0, rows[i + 1]?.[j] ?? 0)
      return rows[a.length]?.[b.length] ?? 0
    }
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [a, b] = [linesOf(one), linesOf(other)]
        const matches = matchLines(a, b)
        let [x, y] = [0, 0]
        for (const match of matches) {
          expect([match.a >= x, match.b >= y]).toEqual([true, true])
          expect(a.slice(match.a, match.a + match.length)).toEqual(b.slice(match.b, match.b + match.length))
          ;[x, y] = [match.a + match.length, match.b + match.length]
        }
        expect(matches.reduce((sum, { length }) => sum + length, 0)).toBe(longest(a, b))
      }),
    )
  })

  test('texts too far apart to compare whole keep the lines of both', () => {
    const list = (mark: (n: number) => string) => Array.from({ length: 5000 }, (_, n) => `- [${mark(n)}] thing ${n}`).join('\n')
    const base = list(() => ' ')
    const merged = mergeText(`top\n${list((n) => (n % 2 ? 'x' : ' '))}`, base, list((n) => (n % 2 ? ' ' : 'y')) + '\nend')
    expect(merged.clash).toBe(true)
    const lines = new Set(linesOf(merged.text))
    for (const line of ['top', 'end', '- [x] thing 4999', '- [y] thing 4998']) expect(lines).toContain(line)
  })
})
