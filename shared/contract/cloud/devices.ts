import { Type } from 'typebox'
import { Device, NewDevice } from '../../schema/cloud/device.ts'
import { object } from '../../schema/field.ts'
import { defineContract } from '../route.ts'

const tag = 'Devices'
const DeviceParams = object('DeviceParams', { deviceId: Type.String({ format: 'uuid' }) })

export const deviceContract = defineContract({
  registerDevice: {
    method: 'POST',
    path: '/devices',
    tag,
    summary: "Register this device's push token for the signed-in person. The same token again renews it (200); it ends with the session.",
    body: NewDevice,
    reply: Device,
    status: 201,
    otherStatuses: [200],
    location: (device: Device) => `/devices/${device.id}`,
    needs: 'session',
  },
  listDevices: { method: 'GET', path: '/devices', tag, summary: 'My devices, newest first', reply: Type.Array(Device), status: 200, needs: 'session' },
  getDevice: {
    method: 'GET',
    path: '/devices/:deviceId',
    tag,
    summary: 'One of my devices',
    params: DeviceParams,
    reply: Device,
    status: 200,
    needs: 'session',
  },
  deleteDevice: {
    method: 'DELETE',
    path: '/devices/:deviceId',
    tag,
    summary: 'Remove one of my devices',
    params: DeviceParams,
    status: 204,
    needs: 'session',
  },
})
