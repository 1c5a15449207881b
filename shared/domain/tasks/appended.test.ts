import { assert, constantFrom, integer, nat, option, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appended, withoutAddition } from './appended.ts'

describe('appended', () => {
  it('[M4] puts a blank line between', () => {
    expect(appended('a', 'b')).toBe('a\n\nb')
    expect(appended('a\n', 'b')).toBe('a\n\nb')
    expect(appended(null, 'b')).toBe('b')
  })
})

describe('withoutAddition', () => {
  it('[U7] takes out one addition of several, whichever', () =>
    assert(
      property(option(constantFrom('the text', 'a')), integer({ min: 1, max: 6 }), nat(), (start, count, pick) => {
        const additions = Array.from({ length: count }, (_, i) => `addition ${i}.`)
        const texts: (string | null)[] = [start]
        for (const addition of additions) texts.push(appended(texts.at(-1) ?? null, addition))
        const taken = pick % count
        const expected = additions.filter((_, i) => i !== taken).reduce<string | null>((text, addition) => appended(text, addition), start)
        expect(withoutAddition(texts[taken] ?? null, texts[taken + 1] ?? null, texts.at(-1) ?? null)).toBe(expected)
      }),
    ))

  it.each([
    ['it was rewritten, not added to', 'a', 'b', 'b c'],
    ['the addition was changed since', 'a', 'a\n\nb', 'a\n\nB'],
    ['it stands there twice', 'a', 'a\n\nb', 'a\n\nb\n\nb'],
    ['the text is gone', 'a', 'a\n\nb', null],
  ])('[U7] leaves the text alone when %s', (_, before, after, current) => expect(withoutAddition(before, after, current)).toBeUndefined())
})
