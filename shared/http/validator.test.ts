import { expect, it } from 'vitest'
import { object, Timestamp } from '../schema/field.ts'
import { compileCheck } from './validator.ts'

const check = compileCheck(object('Written', { at: Timestamp }), 'body')

it.each(['2028-02-29T00:00:00Z', '2026-02-28t23:59:59.5z', '1999-12-31T23:59:59+14:00'])('[H19] takes %s', (at) => expect(check({ at })).toBeUndefined())

it.each([
  '2026-02-30T00:00:00Z',
  '2026-02-29T10:00:00+01:00',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-02-28T24:00:00Z',
  '2026-02-28',
  '2026-02-28T10:00:00',
])('[H19] refuses %s, and says what to send', (at) =>
  expect(check({ at })?.message).toBe(`at must be a moment that exists, as an RFC 3339 date and time: for example "2027-01-31T09:00:00Z"; got '${at}'`),
)
