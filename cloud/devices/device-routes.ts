import type { deviceContract } from '../../shared/contract/cloud/devices.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import type { Context } from '../context.ts'
import type { Devices } from './devices.ts'

export function deviceRoutes(devices: Devices): Handlers<typeof deviceContract, Context> {
  return {
    async registerDevice({ body }, ctx) {
      const { device, isNew } = await devices.register(body, ctx)
      return new Answer(device, { status: isNew ? 201 : 200 })
    },
    listDevices: (_, ctx) => devices.list(ctx),
    getDevice: ({ params }, ctx) => devices.get(params.deviceId, ctx),
    deleteDevice: ({ params }, ctx) => devices.remove(params.deviceId, ctx),
  }
}
