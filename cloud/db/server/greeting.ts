// What a new connection is set to and asked, and what was found out by it: the epoch, the place, and what transactions have to begin with.
import type { ClientBase } from 'pg'
import { type Limits, loginRole, type Preamble, preambleOf } from './preamble.ts'

export interface GreetingOptions {
  limits: Limits
  /** Is a connection to the server given to others after each transaction? */
  isShared: boolean
  /** Milliseconds that an answer may take. */
  timeoutMs: number
  onNewEpoch?: (() => void) | undefined
}

interface Greeting {
  role: string
  /** null: a standby. */
  epoch: string | null
  place: string
  server?: string
}

const isStandby = () => Object.assign(new Error('The database is a standby.'), { code: '25006' })
const isFormer = () => Object.assign(new Error('The database is a former primary: another one was promoted meanwhile.'), { code: '25006' })
const onPrimary = (name: string) => `CASE WHEN pg_is_in_recovery() THEN NULL ELSE ${name}() END`
const greeting = `SELECT current_user AS role, ${onPrimary('tandem_place')} AS place, ${onPrimary('tandem_epoch')} AS epoch`
const greetingShared = `${greeting}, ${onPrimary('tandem_server')} AS server`

export function createGreeting({ limits, isShared, timeoutMs, onNewEpoch }: GreetingOptions) {
  const epochs = new WeakMap<ClientBase, string>()
  let epoch: string | undefined
  /** Where the newest connection led to: the system, its timeline and the database. */
  let place: string | undefined
  let preamble: Preamble | undefined

  async function greet(client: ClientBase): Promise<void> {
    const ask = (text: string) => client.query<Greeting>({ text, query_timeout: timeoutMs } as { text: string })
    // By statements: a pooler in between may drop what is asked for with the connection, and says nothing.
    const settings = preambleOf(limits)
    let found: Greeting | undefined
    if (isShared) {
      const results: unknown = await ask(`BEGIN; ${settings.text}; ${greetingShared}; COMMIT`)
      found = (results as { rows: Greeting[] }[])[2]?.rows[0]
    } else {
      await ask(settings.ofSession)
      found = (await ask(greeting)).rows[0]
    }
    if (found?.role !== loginRole)
      throw new Error(`The connection did not keep its role: it is ${found?.role}. Is a pooler in between that pools transactions?`)
    if (found.epoch === null) throw isStandby()
    if (place !== undefined && isBehind(found.place, place)) throw isFormer()
    place = found.place
    epochs.set(client, found.epoch)
    if (isShared) preamble = preambleOf(limits, found.server)
    if (epoch !== undefined && epoch !== found.epoch) {
      epoch = found.epoch
      onNewEpoch?.()
    }
    epoch = found.epoch
  }

  return {
    greet,
    /** Of the newest connection; undefined before the first. */
    epoch: (): string | undefined => epoch,
    /** Does the connection lead to where the newest one does? One that is shared says so in each transaction. */
    isCurrent: (client: ClientBase): boolean => isShared || epochs.get(client) === epoch,
    /** What each transaction has to begin with; undefined where a connection keeps it by itself. Known with the first connection. */
    preamble: (): Preamble | undefined => preamble,
  }
}

/** Of one system, is the first an older timeline than the second? Each promotion begins one with a higher number. */
function isBehind(found: string, known: string): boolean {
  const [system, timeline = ''] = found.split('.')
  const [knownSystem, knownTimeline = ''] = known.split('.')
  return system === knownSystem && Number.parseInt(timeline, 16) < Number.parseInt(knownTimeline, 16)
}
