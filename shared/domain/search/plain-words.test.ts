import { describe, expect, test } from 'vitest'
import { isSameWord, plainWord, plainWords, spelledAs } from './plain-words.ts'

describe('[T12] words that look the same are the same', () => {
  test.each([
    ['Cafe\u0301', 'Café'],
    ['ba\u200bckend', 'backend'],
    ['\ufeffhome', 'home'],
    ['ho\u00adme\u2060', 'home'],
    ['a\u200db', 'ab'],
    ['x\ufe0f', 'x'],
    ['\u202eevil\u202c', 'evil'],
    ['\uac00', '\u1100\u1161'.normalize('NFC')],
  ])('%j is stored as %j', (given, stored) => expect(plainWord(given)).toBe(stored))

  // Families, flags, keycaps, hearts with a colour, Persian and Indic words that need their joiner.
  test.each(['👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '1️⃣', '🧑🏽‍🚀', '❤️‍🔥', '🏳️‍🌈', 'می‌خواهم', 'क्‍ष', 'über', 'plain'])('%s stays as it is', (word) =>
    expect(plainWord(word)).toBe(word.normalize('NFC')),
  )

  test('twice is once; both spellings are looked for', () => {
    expect(plainWords(['Cafe\u0301', 'Café', 'b'])).toEqual(['Café', 'b'])
    expect(spelledAs('Café')).toEqual(['Café', 'Cafe\u0301'])
    expect(spelledAs('home')).toEqual(['home'])
    expect(isSameWord('ho\u200bme', 'home')).toBe(true)
    expect(isSameWord('home', 'Home')).toBe(false)
  })

  test('plain twice is plain once, and long words cost no time', () => {
    const long = `${'a\u200b'.repeat(50_000)}e\u0301`
    expect(plainWord(plainWord(long))).toBe(plainWord(long))
    expect(plainWord(long)).toHaveLength(50_001)
  })
})
