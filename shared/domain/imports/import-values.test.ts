import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueOf, momentOf, peopleOf, priorityOf, statusOf, truthOf, unreadDue, wordsOf } from './import-values.ts'

test.each([
  ['backlog', 'backlog'],
  ['To Do', 'todo'],
  ['open', 'todo'],
  ['doing', 'in_progress'],
  ['WIP', 'in_progress'],
  ['in progress', 'in_progress'],
  ['In-Progress', 'in_progress'],
  ['in_review', 'in_review'],
  ['Patch Available', 'in_review'],
  ['closed', 'done'],
  ['Completed', 'done'],
  ["Won't Fix", 'done'],
  ['wontfix', 'done'],
  ['frobnicated', undefined],
  [3, undefined],
])('status %j is %s', (value, status) => expect(statusOf(value)).toBe(status))

test.each([
  ['p1', 'high'],
  ['P2', 'medium'],
  ['p3', 'medium'],
  ['p4', 'low'],
  [1, 'high'],
  ['3', 'medium'],
  [5, 'low'],
  ['Urgent', 'high'],
  ['normal', 'medium'],
  ['Very Low', 'low'],
  ['soon', undefined],
  [-1, undefined],
  [1.5, undefined],
])('priority %j is %s', (value, priority) => expect(priorityOf(value)).toBe(priority))

test.each([
  ['2024-01-02', '2024-01-02T00:00:00.000Z'],
  ['2024-01-02 03:04', '2024-01-02T03:04:00.000Z'],
  ['2024-01-02T03:04:05+0200', '2024-01-02T01:04:05.000Z'],
  ['2025-01-21T21:28:43.841504Z', '2025-01-21T21:28:43.841Z'],
  ['Tue, 14 Aug 2018 10:56:50 +0000', '2018-08-14T10:56:50.000Z'],
  [1_704_164_645, '2024-01-02T03:04:05.000Z'],
  [1_704_164_645_000, '2024-01-02T03:04:05.000Z'],
  ['1704164645', '2024-01-02T03:04:05.000Z'],
  ['0001-01-01T00:00:00Z', undefined],
  ['2.1.2024 3:04', '2024-01-02T03:04:00.000Z'],
  ['2024-13-01', undefined],
  ['2024-02-30', undefined],
  ['30.02.2024', undefined],
  ['2024-02-30T00:00:00+99:00', undefined],
  ['yesterday', undefined],
  ['', undefined],
  [0, undefined],
  [1e300, undefined],
  [true, undefined],
])('moment %j is %s', (value, moment) => expect(momentOf(value)).toBe(moment))

test.each([
  ['2096-01-02', '2096-01-02T09:00'],
  ['2096-01-02 18:30', '2096-01-02T18:30'],
  ['2096-01-02T18:30:00Z', '2096-01-02T18:30:00.000Z'],
  ['2096-01-02T18:30:00+02:00', '2096-01-02T16:30:00.000Z'],
  ['24.12.2096', '2096-12-24T09:00'],
  ['24. 12. 2096, 18:30', '2096-12-24T18:30'],
  ['2096-99-99', undefined],
  ['2096-02-30', undefined],
  ['12/24/2096', undefined],
])('due %j rings at %s', (value, due) => expect(dueOf(value)).toBe(due))

test('a due date that cannot be read is noted; none at all is not', () => {
  expect(unreadDue('due_at', '2096-02-30T10:00:00Z')).toEqual(['due_at "2096-02-30T10:00:00Z" not recognized'])
  expect(['2096-02-28', '', undefined, null, '0001-01-01T00:00:00Z'].flatMap((value) => unreadDue('due_at', value))).toEqual([])
})

test('sets of words and people', () => {
  expect(wordsOf('a, b;c ,, a')).toEqual(['a', 'b', 'c'])
  expect(wordsOf(['x', { name: 'y' }, { title: 'z' }, null, ' '])).toEqual(['x', 'y', 'z'])
  expect(peopleOf([{ name: 'Ana', email: 'ana@example.org' }, { login: 'ben' }, 'Cy'])).toEqual(['ana@example.org', 'ben', 'Cy'])
  expect(['yes', 'X', 1, 'no', '', 'maybe'].map(truthOf)).toEqual([true, true, true, false, false, undefined])
})

test('no value makes them throw, and moments are always ones that can be stored', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      statusOf(value)
      priorityOf(value)
      wordsOf(value)
      peopleOf(value)
      for (const moment of [momentOf(value)]) if (moment !== undefined) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      dueOf(value)
    }),
  )
})
