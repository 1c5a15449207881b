import { expect, test } from 'vitest'
import { type Mentionable, membersToMention, mentioned, mentionedWhole, namesIn } from './mentioned.ts'

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
  expect(['nobody', 'stone'].map(who)).toEqual([undefined, undefined])
})

test('[TP2] members go before contacts; of two members with a name the plain name means neither', () => {
  expect(who('ana')).toBe('Ana Kern')
  const team = membersToMention([
    { name: 'Ana', email: 'ana@north.example' },
    { name: 'Ana', email: 'kern@north.example' },
    { name: 'Ana', email: 'ana@south.example' },
    { name: null, email: 'bo@north.example' },
  ])
  expect(team.map(({ handle }) => handle)).toEqual(['ana-north.example', 'kern', 'ana-south.example', 'bo'])
  expect(team.map(({ handle }) => mentioned(handle, team)?.email)).toEqual(team.map(({ email }) => email))
  expect(mentioned('Ana', team)).toBe(undefined)
  expect(mentioned('Ana', [...team, { kind: 'contact', name: 'Ana', handle: 'ana' }])?.kind).toBe('contact')
})

test('[TP2] code, links and addresses name nobody', () => {
  const words = (text: string) => namesIn(text).map(({ word }) => word)
  expect(words('@bo, (@Ana-Kern) and @bo; `@cleo` ana@example.org [@dan](/x)\n```\n@eve\n```\n@fay.')).toEqual(['bo', 'Ana-Kern', 'fay'])
})

test('[TP2] a whole name with its spaces says more than its first word', () => {
  const meant = (text: string) => namesIn(text).map(({ word, behind }) => mentionedWhole(word, behind, people)?.one.name)
  expect(meant('@Ana Lopez and @ana kern, @Bobby Stone.')).toEqual(['Ana Lopez', 'Ana Kern', 'Bobby Stone'])
  expect(meant('@Ana will do it')).toEqual(['Ana Kern'])
  expect(mentionedWhole('Ana', ' Lopez will do', people)).toMatchObject({ taken: ' Lopez' })
  const twins = membersToMention([
    { name: 'Ana Kern', email: 'ana@north.example' },
    { name: 'Ana Kern', email: 'kern@north.example' },
  ])
  expect(mentionedWhole('Ana', ' Kern will do', twins)).toBe(undefined)
})
