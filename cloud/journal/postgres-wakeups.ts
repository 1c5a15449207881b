// Wake-ups over the database that is there anyway. NOTIFY stands outside of every transaction: inside it takes a lock of the whole server at
// commit, and writes would queue up.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { type Database, sqlFor } from '../db/database.ts'
import { loginRole } from '../db/server/preamble.ts'
import type { Servers } from '../db/server/servers.ts'
import { createGatherer, type Wakeups } from './wakeups.ts'

export const eventChannel = 'tandem_events'
/** A payload has 8,000 bytes at most; an id with its comma has up to 42. */
const maxIds = 180
const reconnectAfter = 1000

/** `servers`: where to listen, past a pooler that could not keep it. */
export function createPostgresWakeups(db: Pick<Database, 'logins'>, servers: Servers, onError: (error: Error) => void): Wakeups {
  const self = randomBytes(6).toString('hex')
  const listeners: ((teamIds: readonly string[]) => void)[] = []
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const heard = (teamIds: readonly string[]) => listeners.forEach((listener) => listener(teamIds))

  const gatherer = createGatherer(async (ids) => {
    for (let first = 0; first < ids.length; first += maxIds)
      await db.logins({ compile: () => sql`SELECT pg_notify(${eventChannel}, ${`${self}:${ids.slice(first, first + maxIds).join(',')}`})`.compile(sqlFor) })
  }, onError)

  /** A connection of its own, since the pool's come and go. While it is broken, listeners look for themselves. */
  async function connect(): Promise<void> {
    await servers.find()
    if (closed) return
    const own = new Client({ connectionString: servers.url(), application_name: 'tandem-cloud listener', keepAlive: true })
    client = own
    own.on('error', onError)
    own.once('end', () => {
      if (!closed) retry = setTimeout(() => void connect().catch(onError), reconnectAfter).unref()
    })
    own.on('notification', ({ payload = '' }) => {
      const [from, ids = ''] = payload.split(':')
      // What we sent ourselves we know already.
      if (from !== self) heard(ids.split(','))
    })
    await own.connect()
    try {
      await own.query(`SET ROLE ${loginRole}; LISTEN ${eventChannel}`)
    } catch (error) {
      // It leads to a standby, perhaps: tried again.
      await own.end().catch(() => undefined)
      throw error
    }
  }

  return {
    changed(teamId) {
      heard([teamId])
      gatherer.add(teamId)
    },
    listen(listener) {
      if (listeners.push(listener) === 1) void connect().catch(onError)
    },
    // Each is a statement of its own.
    ready: () => Promise.resolve(),
    async close() {
      closed = true
      clearTimeout(retry)
      await gatherer.close()
      await client?.end().catch(() => undefined)
    },
  }
}
