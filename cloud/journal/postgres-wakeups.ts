// Wake-ups over the database that is there anyway. NOTIFY stands outside of every transaction: inside it takes a lock of the whole server at
// commit, and writes would queue up.
import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { createGatherer, type Wakeups } from './wakeups.ts'

export const eventChannel = 'tandem_events'
/** A payload has 8,000 bytes at most; an id with its comma has 37. */
const mostIds = 200
const reconnectAfter = 1000

export function createPostgresWakeups(pool: Pool, url: string, onError: (error: Error) => void): Wakeups {
  const self = randomBytes(6).toString('hex')
  let heard: ((teamIds: readonly string[]) => void) | undefined
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const gatherer = createGatherer(async (ids) => {
    for (let first = 0; first < ids.length; first += mostIds)
      await pool.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [eventChannel, `${self}:${ids.slice(first, first + mostIds).join(',')}`] })
  }, onError)

  /** A connection of its own, since the pool's come and go. While it is broken, listeners look for themselves. */
  async function connect(): Promise<void> {
    const own = new Client({ connectionString: url, application_name: 'tandem-cloud listener', options: '-c role=tandem_login', keepAlive: true })
    client = own
    own.on('error', onError)
    own.once('end', () => {
      if (!closed) retry = setTimeout(() => void connect().catch(onError), reconnectAfter).unref()
    })
    own.on('notification', ({ payload = '' }) => {
      const [from, ids = ''] = payload.split(':')
      // What we sent ourselves we know already.
      if (from !== self) heard?.(ids.split(','))
    })
    await own.connect()
    await own.query(`LISTEN ${eventChannel}`)
  }

  return {
    changed(teamId) {
      heard?.([teamId])
      gatherer.add(teamId)
    },
    listen(listener) {
      heard = listener
      void connect().catch(onError)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await gatherer.close()
      await client?.end().catch(() => undefined)
    },
  }
}
