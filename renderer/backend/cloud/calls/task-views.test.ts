import { expect, it } from 'vitest'
import { unnumbered } from '../../unnumbered.ts'
import type { TeamCopy } from '../seen.ts'
import { withUids } from './task-views.ts'

const at = '2026-11-27T09:00:00.000Z'
const known = { ...unnumbered(7, { title: 'known' }, at), uid: 'a-uid' }
const waiting = unnumbered(2 ** 53 - 9, { title: 'waits for its number' }, at)
const copy = { replica: { tasks: new Map([[7, known]]) }, outbox: { over: (task: unknown) => task, created: () => [waiting] } } as unknown as TeamCopy

it('[T16] links are kept by uid; one to a task that is still to be made by the name that it has here, one to an unknown task is refused', () => {
  expect(withUids(copy, { title: 'x', blocked_by: [7], parent_id: 7 })).toEqual({ title: 'x', blocker_uids: ['a-uid'], parent_uid: 'a-uid' })
  expect(withUids(copy, { blocked_by: null, parent_id: null })).toEqual({ blocker_uids: [], parent_uid: null })
  expect(withUids(copy, { blocked_by: [7, waiting.id], parent_id: waiting.id })).toEqual({ blocker_uids: ['a-uid', waiting.uid], parent_uid: waiting.uid })
  expect(() => withUids(copy, { blocked_by: [7, 404] })).toThrow(/no task #404/)
  expect(() => withUids(copy, { parent_id: 404 })).toThrow(/no task #404/)
})
