import { expect, test } from 'vitest'
import { type Mentionable, mentioned } from './mentioned.ts'

const people: Mentionable[] = [
  { kind: 'contact', name: 'Bobby Stone', handle: 'bobby-stone', email: 'bob@example.org' },
  { kind: 'contact', name: 'Ana Lopez', handle: 'ana-lopez' },
  { kind: 'member', name: 'Ana Kern', handle: 'ana-kern', email: 'kern@example.org' },
  { kind: 'agent', name: 'Claude Code', handle: 'claude-code' },
]
const who = (word: string) => mentioned(word, people)?.name

test('[TP2] a handle, a name, an address or a first name that only one has', () => {
  expect(['bobby-stone', 'Bobby', 'bob', 'ANA-KERN', 'kern', 'claude-code', 'claude'].map(who)).toEqual([
    'Bobby Stone',
    'Bobby Stone',
    'Bobby Stone',
    'Ana Kern',
    'Ana Kern',
    'Claude Code',
    'Claude Code',
  ])
  expect(['ana', 'nobody', 'stone'].map(who)).toEqual([undefined, undefined, undefined])
})
