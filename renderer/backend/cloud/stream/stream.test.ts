import { expect, test } from 'vitest'
import { type Hello, type Known, mustReload, wentBack } from './stream.ts'

const at = '2026-01-01T00:00:00.000Z'
const known: Known = { seen: 7, seenAt: at, epoch: 'one', isWhole: true }
const hello: Hello = { isReset: false, position: 7, at, epoch: 'one' }

test.each<[string, Partial<Hello>, Partial<Known>, boolean]>([
  ['nothing happened since', {}, {}, false],
  ['others wrote since', { position: 9, at: '2026-01-02T00:00:00.000Z' }, {}, false],
  ['an earlier build did not keep when, or to which history', {}, { seenAt: undefined, epoch: undefined }, false],
  ['the cloud does not know the position any more', { isReset: true }, {}, true],
  ['the number belongs to another event now', { at: '2026-01-02T00:00:00.000Z' }, {}, true],
  ['it is another history', { epoch: 'two' }, {}, true],
  ['nothing was ever read', {}, { seen: undefined }, true],
  ['the first reading broke off', {}, { isWhole: false }, true],
])('the team is read again or not: %s', (_when, said, has, expected) => {
  expect(mustReload({ ...hello, ...said }, { ...known, ...has })).toBe(expected)
})

test.each<[string, Partial<Hello>, Partial<Known>, boolean]>([
  ['nothing happened since', {}, {}, false],
  ['others wrote since', { position: 9, at: '2026-01-02T00:00:00.000Z' }, {}, false],
  ['a failover lost nothing', { epoch: 'two' }, {}, false],
  ['its history begins later now', { isReset: true, position: 900 }, {}, false],
  ['nothing was ever read', { position: 0 }, { seen: undefined }, false],
  ['it is behind what it told', { isReset: true, position: 5, epoch: 'two' }, {}, true],
  ['the number belongs to another event now', { at: '2026-01-02T00:00:00.000Z' }, {}, true],
])('a person is told that the cloud went back or not: %s', (_when, said, has, expected) => {
  expect(wentBack({ ...hello, ...said }, { ...known, ...has })).toBe(expected)
})
