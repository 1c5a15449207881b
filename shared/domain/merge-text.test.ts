import { expect, test } from 'vitest'
import { mergedText } from './merge-text.ts'

test('what only one side changed is taken from it', () => {
  expect(mergedText('a\nmine\nc\nd', 'a\nb\nc\nd', 'a\nb\nc\nd\ntheirs')).toBe('a\nmine\nc\nd\ntheirs')
})

test('where both changed the same line nothing is lost', () => {
  expect(mergedText('a\nmine', 'a\nb', 'a\ntheirs')).toBe('a\ntheirs\nmine')
  expect(mergedText('mine', '', 'theirs')).toBe('theirs\nmine')
})

test('the same change on both sides stands once', () => {
  expect(mergedText('a\nx', 'a\nb', 'a\nx')).toBe('a\nx')
})
