// Push tokens of people's devices. The token never leaves again, but to its push service.
import { uuidv7 } from 'uuidv7'
import { AppError, invalidField } from '../../shared/domain/app-error.ts'
import type { Device, NewDevice, Platform } from '../../shared/schema/cloud/device.ts'
import { hashSecret, type Keys, seal } from '../auth/secrets.ts'
import { type Context, personOf } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { EndpointGuard } from '../push/endpoint-guard.ts'
import { readSubscription } from '../push/web-push.ts'
import { type DeviceRow, deviceStore } from './device-store.ts'

export interface DeviceDeps {
  db: Database
  key: Keys
  guard: EndpointGuard
  now: () => Date
  /** Devices that one person may have. */
  max: number
  isConfigured: (platform: Platform) => boolean
}

export type Devices = ReturnType<typeof createDevices>

/** Sealed for its owner: moved to another person's row it does not open. */
export const deviceLabel = (userId: string) => `device:${userId}`

/** The token in the form in which it is kept; two spellings of one device must not be two devices. */
function normal({ platform, token }: NewDevice, guard: EndpointGuard): string {
  if (platform === 'web') return JSON.stringify(readSubscription(token, guard))
  // It becomes part of an address.
  if (platform === 'ios' && !/^[0-9a-f]{64,200}$/i.test(token)) throw invalidField('/token', 'token must be the device token in hex: 64 to 200 digits.')
  if (platform === 'android' && !/^[\w:-]{20,4096}$/.test(token))
    throw invalidField('/token', 'token must be an FCM registration token: letters, digits, -, _ and :.')
  return platform === 'ios' ? token.toLowerCase() : token
}

/** The same device keeps its endpoint when it changes its keys. */
const identity = (platform: Platform, token: string) => (platform === 'web' ? (JSON.parse(token) as { endpoint: string }).endpoint : token)

export function createDevices({ db, key, guard, now, max, isConfigured }: DeviceDeps) {
  const shown = ({ id, platform, name, created_at, updated_at }: DeviceRow): Device => ({
    id,
    platform,
    name,
    reachable: isConfigured(platform),
    created_at,
    updated_at,
  })
  const missing = (id: string) => new AppError('not_found', `You have no device ${id}.`)

  return {
    async register(input: NewDevice, ctx: Context): Promise<{ device: Device; isNew: boolean }> {
      const { user, id: sessionId } = personOf(ctx)
      const token = normal(input, guard)
      const hash = hashSecret(`${input.platform}:${identity(input.platform, token)}`)
      const at = now().toISOString()
      const row = await db.asIdentity({}, async (tx) => {
        await deviceStore.lockToken(tx, hash)
        await deviceStore.lockOwner(tx, user.id)
        if ((await deviceStore.others(tx, user.id, hash)) >= max)
          throw new AppError('conflict', `You have ${max} devices, the maximum. Remove one first: DELETE /api/devices/ID.`)
        await deviceStore.takeFromOthers(tx, user.id, hash)
        return deviceStore.upsert(tx, {
          id: uuidv7(),
          user_id: user.id,
          session_id: sessionId,
          platform: input.platform,
          name: input.name ?? null,
          token_hash: hash,
          token_sealed: seal(key, Buffer.from(token), deviceLabel(user.id)),
          created_at: at,
          updated_at: at,
        })
      })
      if (!row) throw new AppError('conflict', 'Someone else has just registered this device. Send it again.')
      return { device: shown(row), isNew: row.inserted }
    },

    async list(ctx: Context): Promise<Device[]> {
      const { user } = personOf(ctx)
      return (await db.readIdentity({}, (tx) => deviceStore.list(tx, user.id))).map(shown)
    },

    async get(id: string, ctx: Context): Promise<Device> {
      const { user } = personOf(ctx)
      const row = await db.readIdentity({}, (tx) => deviceStore.byId(tx, user.id, id))
      if (!row) throw missing(id)
      return shown(row)
    },

    async remove(id: string, ctx: Context): Promise<void> {
      const { user } = personOf(ctx)
      if ((await db.asIdentity({}, (tx) => deviceStore.remove(tx, user.id, id))) === 0) throw missing(id)
    },
  }
}
