import { expect, test } from 'vitest'
import { ranked, rankOf } from './rank.ts'

const commands = [
  { label: 'New task' },
  { label: 'Go to Inbox', alias: 'Inbox' },
  { label: 'Go to Done', alias: 'Done' },
  { label: 'Move to Done' },
  { label: 'Set due date…' },
  { label: 'Assign to…' },
]
const labels = (some: readonly { label: string }[]) => some.map(({ label }) => label)

test('[W70] what a text names comes first: exactly, then as the beginning; what only contains it stays below', () => {
  const { above, below } = ranked(commands, 'done')
  expect(labels(above)).toEqual(['Go to Done'])
  expect(labels(below)).toEqual(['Move to Done'])
  expect(labels(ranked(commands, 'go to d').above)).toEqual(['Go to Done'])
  expect(labels(ranked(commands, 'set due date').above)).toEqual(['Set due date…'])
  expect(labels(ranked(commands, 'Go to').above)).toEqual(['Go to Inbox', 'Go to Done'])
})

test('[W70] one letter is the beginning of too much, and what names nothing is no command', () => {
  expect(ranked(commands, 'a').above).toEqual([])
  expect(labels(ranked(commands, 'a').below)).toContain('Assign to…')
  expect(ranked(commands, 'zzzzqq')).toEqual({ above: [], below: [] })
})

test('[W70] several words that each begin one of the name are that command, whatever stands between them', () => {
  expect(labels(ranked(commands, 'move done').above)).toEqual(['Move to Done'])
  expect(labels(ranked([{ label: 'Set priority to High' }], 'priority high').above)).toEqual(['Set priority to High'])
  expect(ranked(commands, 'move oven').above).toEqual([])
})

test('a word within ranks before letters within', () => {
  expect(rankOf({ label: 'Set due date…' }, 'date')).toBe(1)
  expect(rankOf({ label: 'Update' }, 'date')).toBe(0)
})
