import { expect, test } from 'vitest'
import type { Task } from '../../../../shared/schema/task.ts'
import { mergedChange } from './merge-change.ts'

const base = { title: 'Menu', description: 'Soup\n\nBread\n\nCake', status: 'todo', priority: 'low', labels: ['a', 'b'], requesters: [] } as unknown as Task
const theirs = (changes: Partial<Task>): Task => ({ ...base, ...changes })

test('[PW7] of a text both sides are kept, line by line', () => {
  const { wanted: sent } = mergedChange({ description: 'Soup\n\nBread\n\nApple cake' }, base, theirs({ description: 'Onion soup\n\nBread\n\nCake' }))
  expect(sent).toEqual({ description: 'Onion soup\n\nBread\n\nApple cake' })
  const { wanted: both, clashes } = mergedChange({ description: 'Soup\n\nRolls\n\nCake' }, base, theirs({ description: 'Soup\n\nToast\n\nCake' }))
  expect(both.description).toMatch(/Toast[\s\S]*Rolls/)
  expect(clashes).toMatchObject([{ field: 'description', kept: both.description }])
})

test('[PW7] words that either side added are there, those that either took away are not', () => {
  expect(mergedChange({ labels: ['b', 'mine'] }, base, theirs({ labels: ['a', 'b', 'theirs'] }))).toEqual({
    wanted: { labels: ['b', 'theirs', 'mine'] },
    clashes: [],
  })
})

test('[PW7] nothing is sent but what was changed here; of another field the unsent change counts', () => {
  const { wanted, clashes } = mergedChange({ status: 'done' }, base, theirs({ status: 'in_review', title: 'Carte', priority: 'high' }))
  expect(wanted).toEqual({ status: 'done' })
  expect(clashes).toEqual([{ field: 'status', base: 'todo', local: 'done', remote: 'in_review', kept: 'done' }])
  expect(mergedChange({ status: 'done' }, base, theirs({ status: 'done' })).clashes).toEqual([])
})

test('[PW7] a text that was cleared here and extended there stays as it is there', () => {
  const { wanted: sent } = mergedChange({ description: null }, base, theirs({ description: 'Soup\n\nBread\n\nCake\n\nTea' }))
  expect(sent.description).toContain('Tea')
})
