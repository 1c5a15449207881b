import { describe, expect, it } from 'vitest'
import { askingInCopy, isBulk, writerOf } from './mailing-list.ts'

type Headers = Partial<Record<'list-id' | 'list-post' | 'list-unsubscribe' | 'reply-to' | 'precedence' | 'x-original-from' | 'x-original-sender', string>>
const of = (headers: Headers) => (name: keyof Headers) => headers[name]

describe('who wrote a mail', () => {
  const group = { 'list-id': '<support.example.org>', 'list-post': '<https://groups.example/g>, <mailto:support@example.org>' }

  it('is its sender; where a group passes it on in its own name, whom it names', () => {
    const via = '"\'Ana Silva\' via Support" <support@example.org>'
    expect(writerOf('Bo <bo@example.com>', of(group))).toBe('Bo <bo@example.com>')
    expect(writerOf(via, of({ ...group, 'x-original-from': 'Ana Silva <ana@example.com>' }))).toBe('Ana Silva <ana@example.com>')
    expect(writerOf(via, of({ ...group, 'reply-to': 'ana@example.com' }))).toBe('Ana Silva <ana@example.com>')
    expect(writerOf(via, of({ 'list-id': 'Our support <support.example.org>', 'x-original-sender': 'ana@example.com' }))).toBe('Ana Silva <ana@example.com>')
  })

  it('is nobody whom another sender, or a list that answers to itself, names', () => {
    const named = { 'x-original-from': 'Boss <boss@example.com>', 'reply-to': 'boss@example.com' }
    expect(writerOf('Eve <eve@example.net>', of(named))).toBe('Eve <eve@example.net>')
    expect(writerOf('Eve <eve@example.net>', of({ ...group, ...named }))).toBe('Eve <eve@example.net>')
    expect(writerOf('Support <support@example.org>', of({ ...group, 'reply-to': 'Support <support@example.org>' }))).toBe('Support <support@example.org>')
  })
})

it('what went to many is no list that people write to', () => {
  expect(isBulk(of({ 'list-unsubscribe': '<https://example.com/u>' }))).toBe(true)
  expect(isBulk(of({ precedence: 'Bulk' }))).toBe(true)
  expect(isBulk(of({ 'list-unsubscribe': '<https://example.com/u>', 'list-post': 'NO' }))).toBe(true)
  expect(isBulk(of({ 'list-id': '<team.example.org>', 'list-unsubscribe': '<mailto:x@example.org>', 'list-post': '<mailto:team@example.org>' }))).toBe(false)
  expect(isBulk(of({}))).toBe(false)
})

it('those in copy ask, too', () => {
  const cc = ['Bo <bo@example.com>', 'BO@example.com', 'noreply@example.com', 'Team <team@example.org>', 'Ana <ana@example.org>']
  expect(askingInCopy({ from: 'ana@example.org', cc }, 'Team@example.org')).toEqual(['Bo <bo@example.com>'])
})
