// What one is told of, on which device. The rules are the cloud's: a row for the device, else the row for all, else it is on.
import { queryOptions } from '@tanstack/react-query'
import type { NotificationEvent, NotificationPreference } from '../../../shared/schema/cloud/notification.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { team as says } from '../../messages/team.ts'
import { queryClient } from '../query-client.ts'
import { attempt } from '../attempt.ts'
import { fromCloud } from '../people/cloud-team.ts'
import { didAction, willBeDone } from '../tasks/own-actions.ts'
import { withChoice } from './preference-rows.ts'

export const preferences = queryOptions({
  queryKey: ['cloud', 'preferences'] as const,
  queryFn: ({ signal }) => cloudApi.readPreferences({}, { signal }),
  ...fromCloud,
})

let writing: Promise<unknown> = Promise.resolve()

/** Shown at once. Each write replaces all rows, so they go one after the other, and the last one that was chosen stands. */
export async function prefer(event: NotificationEvent, deviceId: string | null, enabled: boolean, isTakenBack = false): Promise<void> {
  const key = preferences.queryKey
  // Not awaited: the box must not jump back meanwhile.
  void queryClient.cancelQueries({ queryKey: key }, { revert: false })
  const rows = queryClient.setQueryData(key, (before: NotificationPreference[] = []) => withChoice(before, event, deviceId, enabled)) ?? []
  const write = writing.then(() => attempt(() => cloudApi.writePreferences({ body: rows }), { failed: says.notDone }))
  writing = write
  const isWritten = await willBeDone(write)
  // The box itself says what it is; only the key must know.
  const said = says.notifications.set(says.notifications.events[event], enabled)
  const takeBack = () => prefer(event, deviceId, !enabled, true).then(() => ({ conflicts: [], again: () => void prefer(event, deviceId, enabled) }))
  if (isWritten && !isTakenBack) didAction({ said, writes: [], takeBack }, true)
  if (writing === write) await queryClient.invalidateQueries({ queryKey: key })
}
