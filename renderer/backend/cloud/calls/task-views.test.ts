import { expect, it } from 'vitest'
import { unnumbered } from '../../unnumbered.ts'
import type { TeamCopy } from '../seen.ts'
import { viewIn, withUids } from './task-views.ts'

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

it.each([
  ['weekly', { type: 'weekly', day_of_week: 1, time: '09:00', next_fire_at: '2099-01-05T09:00:00.000Z' }, /^2099-01-05T09:00:00/],
  ['by a rule whose moment has passed', { type: 'rule', rule: 'FREQ=DAILY', starts_on: '2026-01-01', time: '09:00', next_fire_at: at }, /T09:00:00\.000Z$/],
  ['once', { type: 'one_time', next_fire_at: '2099-01-05T09:00:00.000Z' }, undefined],
  ['disabled', { type: 'weekly', day_of_week: 1, time: '09:00', enabled: false, next_fire_at: null }, undefined],
])('[S12] a completed task says when it comes back from the copy on the device: %s', async (_, schedule, expected) => {
  const done = { ...known, status: 'done' as const, completed_at: at, due: null }
  const schedules = [{ id: 1, task_id: 7, timezone: 'UTC', enabled: true, created_at: at, interval_days: null, ...schedule }]
  const { replica, outbox } = copy
  const whole = {
    replica: { ...replica, schedules: () => schedules },
    outbox: { ...outbox, schedulesOver: (_id: number, some: unknown) => some },
  } as unknown as TeamCopy
  const { comes_back_at } = await viewIn(whole, done, { kind: 'person', name: 'Ana' })
  if (expected === undefined) expect(comes_back_at).toBeUndefined()
  else {
    expect(comes_back_at).toMatch(expected)
    expect(Date.parse(comes_back_at ?? '')).toBeGreaterThan(Date.now())
  }
})
