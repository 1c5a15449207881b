import { describe, expect, test } from 'vitest'
import { fieldsToPutBack } from './fields-to-put-back.ts'

const ada = { actor: { kind: 'person' as const, name: 'Ada' }, run: null }
const bob = { actor: { kind: 'person' as const, name: 'Bob' }, run: null }
const update = { ...ada, before: { status: 'todo', completed_at: null, title: 'Old' }, after: { status: 'done', completed_at: 'then', title: 'New' } }
const follows = { completed_at: 'status' }

describe('what an undo puts back of an update', () => {
  test('everything, where it is as the update left it', () => {
    const found = fieldsToPutBack(update, { status: 'done', completed_at: 'then', title: 'New' }, [], follows)
    expect(found).toEqual({ fields: update.before, names: ['status', 'completed_at', 'title'], conflicts: [], isWhole: true })
  })

  test('not what somebody else changed since, even to the same; what follows it stays with it', () => {
    const later = [{ ...bob, seq: 7, before: { status: 'todo' }, after: { status: 'done' } }]
    const found = fieldsToPutBack(update, { status: 'done', completed_at: 'then', title: 'New' }, later, follows)
    expect(found).toEqual({
      fields: { title: 'Old' },
      names: ['title'],
      conflicts: [{ field: 'status', reason: 'Bob changed status since (entry 7)' }],
      isWhole: false,
    })
  })

  test('a later write of the same hand is no conflict by itself, another value is', () => {
    const later = [{ ...ada, seq: 7, before: { title: 'New' }, after: { title: 'Newer' } }]
    expect(fieldsToPutBack(update, { status: 'done', completed_at: 'then', title: 'Newer' }, later, follows).conflicts).toEqual([
      { field: 'title', reason: 'title has been changed since' },
    ])
  })

  test('of a description only what the update added, when others went on below', () => {
    const added = { ...ada, before: { description: 'One' }, after: { description: 'One\n\nTwo' } }
    const later = [{ ...bob, seq: 7, before: { description: 'One\n\nTwo' }, after: { description: 'One\n\nTwo\n\nThree' } }]
    expect(fieldsToPutBack(added, { description: 'One\n\nTwo\n\nThree' }, later).fields).toEqual({ description: 'One\n\nThree' })
  })
})
