// Rows of preferences, as the cloud reads them.
import type { NotificationEvent, NotificationPreference } from '../../../shared/schema/cloud/notification.ts'

export interface Choice {
  enabled: boolean
  /** The device has a row of its own, and it says something else than the row for all. */
  isOwn: boolean
}

type Rows = readonly NotificationPreference[]

const rowOf = (rows: Rows, event: NotificationEvent, deviceId: string | null) => rows.find((row) => row.event === event && row.device_id === deviceId)

export function choiceOf(rows: Rows, event: NotificationEvent, deviceId: string | null): Choice {
  const forAll = rowOf(rows, event, null)?.enabled ?? true
  const enabled = (deviceId === null ? undefined : rowOf(rows, event, deviceId)?.enabled) ?? forAll
  return { enabled, isOwn: enabled !== forAll }
}

/** A device that is to do what all do keeps no row of its own: it then follows them. */
export function withChoice(rows: Rows, event: NotificationEvent, deviceId: string | null, enabled: boolean): NotificationPreference[] {
  const others = rows.filter((row) => row.event !== event || row.device_id !== deviceId)
  const follows = deviceId === null ? enabled : enabled === choiceOf(others, event, null).enabled
  return follows ? others : [...others, { event, device_id: deviceId, enabled }]
}
