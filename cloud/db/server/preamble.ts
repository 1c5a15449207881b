// What holds before anything else: the role that can only look up logins, the limits of time, and UTC. A connection is told once (`ofSession`), or
// each transaction for itself.
import { escapeLiteral } from 'pg'

/** What a connection begins as: it can look up logins and do nothing else. */
export const loginRole = 'tandem_login'

/** In milliseconds. */
export interface Limits {
  statementTimeout: number
  lockTimeout: number
  idleTimeout: number
}

export interface Preamble {
  /** For a connection that is nobody else's. */
  ofSession: string
  /** Until the end of the transaction, as text. */
  text: string
  /** The same to be sent with values. */
  statement: { text: string; values: string[] }
}

/** `server`: the transaction is refused (TD001) when another one answers. */
export function preambleOf({ statementTimeout, lockTimeout, idleTimeout }: Limits, server?: string): Preamble {
  const settings = Object.entries({
    role: loginRole,
    statement_timeout: String(statementTimeout),
    lock_timeout: String(lockTimeout),
    idle_in_transaction_session_timeout: String(idleTimeout),
    timezone: 'UTC',
  })
  const values = settings.map(([, value]) => value)
  const textWith = (write: (value: string, index: number) => string) =>
    `SELECT ${[
      ...(server === undefined ? [] : [`tandem_stay(${write(server, values.length)})`]),
      ...settings.map(([name, value], index) => `set_config('${name}', ${write(value, index)}, true)`),
    ].join(', ')}`
  return {
    ofSession: `SET TIME ZONE 'UTC'; SET statement_timeout = ${statementTimeout}; SET lock_timeout = ${lockTimeout}; SET idle_in_transaction_session_timeout = ${idleTimeout}; SET ROLE ${loginRole}`,
    text: textWith((value) => escapeLiteral(value)),
    statement: { text: textWith((_value, index) => `$${index + 1}`), values: server === undefined ? values : [...values, server] },
  }
}

/** Another server answered than the preamble names. */
export const isMoved = (error: Error | undefined): boolean => (error as { code?: string } | undefined)?.code === 'TD001'
