// Wake-ups over NATS, for many instances: each NOTIFY wakes a process of the database for every listener, NATS costs the database nothing.
import { randomBytes } from 'node:crypto'
import type { NatsConnection } from '@nats-io/transport-node'
import { createGatherer, type Wakeups } from './wakeups.ts'

const subject = 'tandem.events'
const maxIds = 20_000
const retryAfter = 1000

export interface NatsOptions {
  /** Such as nats://user:password@host:4222; several with commas. */
  url: string
  onError: (error: Error) => void
}

export function createNatsWakeups({ url, onError }: NatsOptions): Wakeups {
  const self = randomBytes(6).toString('hex')
  const listeners: ((teamIds: readonly string[]) => void)[] = []
  const heard = (teamIds: readonly string[]) => listeners.forEach((listener) => listener(teamIds))
  let connection: NatsConnection | undefined
  let retry: NodeJS.Timeout | undefined
  const connected = Promise.withResolvers<void>()
  let closed = false

  const gatherer = createGatherer(async (ids) => {
    for (let first = 0; first < ids.length; first += maxIds) connection?.publish(subject, `${self}:${ids.slice(first, first + maxIds).join(',')}`)
  }, onError)

  async function connect(): Promise<void> {
    const { connect: dial } = await import('@nats-io/transport-node')
    const { username, password } = new URL(url.split(',', 1)[0] as string)
    const own = await dial({
      servers: url.split(',').map((one) => new URL(one).host),
      name: 'tandem-cloud',
      maxReconnectAttempts: -1,
      reconnectTimeWait: retryAfter,
      ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
      ...(url.startsWith('tls:') ? { tls: {} } : {}),
    })
    if (closed) return own.close()
    connection = own
    connected.resolve()
    own.subscribe(subject, {
      callback(error, message) {
        if (error) return onError(error)
        const [from, ids = ''] = message.string().split(':')
        if (from !== self) heard(ids.split(','))
      },
    })
  }

  function begin(): void {
    connect().catch((error: Error) => {
      onError(error)
      // It is not there yet. Until it is, listeners look for themselves.
      if (!closed) retry = setTimeout(begin, retryAfter).unref()
    })
  }
  begin()

  return {
    changed(teamId) {
      heard([teamId])
      gatherer.add(teamId)
    },
    ready: () => Promise.race([connected.promise, new Promise<void>((resolve) => setTimeout(resolve, 3 * retryAfter).unref())]),
    listen: (listener) => void listeners.push(listener),
    async close() {
      closed = true
      clearTimeout(retry)
      await gatherer.close()
      await connection?.drain().catch(() => undefined)
    },
  }
}
