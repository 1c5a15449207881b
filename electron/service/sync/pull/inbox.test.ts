import { expect, test, vi } from 'vitest'
import { createInbox, type InboxDeps } from './inbox.ts'

test('[X2] a reminder of a type that only a newer Tandem has is passed over, whether the stream tells it or a page', () => {
  const touched = vi.fn()
  const store = { cloudRecordsBetween: () => [], byCloudId: () => ({ base: {}, lastEventId: 0, local_id: 1 }), byUid: touched, put: touched }
  const inbox = createInbox({ store, replicas: { schedule: { pick: touched, spread: touched } }, now: () => new Date() } as unknown as InboxDeps)
  const rule = { type: 'lunar', uid: 'a', task_id: 1, time: '09:00' }
  inbox.takePage('schedule', [{ id: 7, version: 1, ...rule }], 9, 9, 0, 100)
  for (const kind of ['schedule.created', 'schedule.updated'])
    inbox.take({ id: 10, kind, created_at: '2026-01-01T00:00:00.000Z', data: { entity_id: 7, task_id: 1, actor: {}, after: rule } })
  expect(touched).not.toHaveBeenCalled()
})
