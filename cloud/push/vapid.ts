// The key by which push services of browsers know us. Made once for a database and kept there, encrypted: with another one every subscription
// would be void.
import { Client } from 'pg'
import webPush from 'web-push'
import { type Keys, seal, unseal } from '../auth/secrets.ts'

export interface VapidKeys {
  /** base64url, as browsers take it for applicationServerKey. */
  publicKey: string
  privateKey: string
}

export const vapidLabel = 'vapid'

export async function readVapid(url: string, key: Keys): Promise<VapidKeys> {
  const client = new Client({ connectionString: url, application_name: 'tandem-cloud start' })
  await client.connect()
  try {
    const kept = async () => (await client.query<{ value: string }>("SELECT value FROM cloud_meta WHERE name = 'vapid'")).rows[0]?.value
    let value = await kept()
    if (value === undefined) {
      const made = webPush.generateVAPIDKeys()
      await client.query("INSERT INTO cloud_meta VALUES ('vapid', $1) ON CONFLICT DO NOTHING", [
        `${made.publicKey}.${seal(key, Buffer.from(made.privateKey), vapidLabel).toString('base64url')}`,
      ])
      value = (await kept()) as string
    }
    const [publicKey, sealed] = value.split('.') as [string, string]
    return { publicKey, privateKey: unseal(key, Buffer.from(sealed, 'base64url'), vapidLabel).toString() }
  } finally {
    await client.end()
  }
}
