// The person's own devices, and a test for them.
import { queryOptions } from '@tanstack/react-query'
import type { Device } from '../../../shared/schema/cloud/device.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { team as says } from '../../messages/team.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../query-client.ts'
import { attempt } from '../attempt.ts'
import { fromCloud } from '../people/cloud-team.ts'

export const devices = queryOptions({ queryKey: ['cloud', 'devices'] as const, queryFn: ({ signal }) => cloudApi.listDevices({}, { signal }), ...fromCloud })

export const deviceName = ({ name, platform }: Device) => name ?? `${says.devices.unnamed} (${says.devices.platforms[platform]})`

/** Also the preferences: rows of a device go with it. */
export function devicesChanged(): void {
  for (const part of ['devices', 'preferences']) void queryClient.invalidateQueries({ queryKey: ['cloud', part] })
}

export async function removeDevice(device: Device): Promise<void> {
  await attempt(() => cloudApi.deleteDevice({ params: { deviceId: device.id } }), { failed: says.notDone, done: says.devices.removed(deviceName(device)) })
  devicesChanged()
}

/** To all of one's own devices, through the same queue as everything. It is about no task, but goes with the number of one: the cloud asks for it. */
export async function sendTest(userId: string): Promise<void> {
  const { testTitle: title, testBody: body, tested, testNeedsTask } = says.devices
  const send = async () => {
    const [task] = await cloudApi.listTasks({ query: { limit: 1 } })
    return task && cloudApi.sendNotification({ body: { event: 'task.updated', task_id: task.id, title, body, url: '/team/devices', user_ids: [userId] } })
  }
  const sent = await attempt(send, { failed: says.notDone })
  if (!sent) return
  const { queued = 0, suppressed = 0 } = sent.value ?? {}
  notify({ kind: queued > 0 ? 'done' : 'problem', text: sent.value ? tested(queued, suppressed) : testNeedsTask })
  void queryClient.invalidateQueries({ queryKey: ['cloud', 'deliveries'] })
}
