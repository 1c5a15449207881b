import { describe, expect, test } from 'vitest'
import type { NotificationPreference } from '../../../shared/schema/cloud/notification.ts'
import { choiceOf, withChoice } from './preference-rows.ts'

const event = 'task.created'
const row = (device_id: string | null, enabled: boolean): NotificationPreference => ({ event, device_id, enabled })

describe('[TM9] a row for the device goes before the row for all, and without either it is on', () => {
  test.each([
    [[], null, true, false],
    [[], 'phone', true, false],
    [[row(null, false)], 'phone', false, false],
    [[row(null, false), row('phone', true)], 'phone', true, true],
    [[row(null, false), row('desk', true)], 'phone', false, false],
    [[row('phone', false)], 'phone', false, true],
    [[row('phone', false)], null, true, false],
  ])('%j for %s', (rows, device, enabled, isOwn) => expect(choiceOf(rows, event, device)).toEqual({ enabled, isOwn }))
})

describe('[TM9] a choice', () => {
  test('for all leaves those alone that chose for themselves', () => {
    expect(withChoice([row('phone', true)], event, null, false)).toEqual([row('phone', true), row(null, false)])
  })
  test('that is what all do is no row: the device follows again', () => {
    expect(withChoice([row(null, false), row('phone', true)], event, 'phone', false)).toEqual([row(null, false)])
    expect(withChoice([row(null, false)], event, null, true)).toEqual([])
  })
  test('touches no other event', () => {
    const other: NotificationPreference = { event: 'reminder.due', device_id: 'phone', enabled: false }
    expect(withChoice([other], event, 'phone', false)).toEqual([other, row('phone', false)])
  })
})
