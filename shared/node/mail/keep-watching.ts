// Watches a mailbox for as long as it is asked to: after each failure again, later each time. A password that is refused is tried twice more, far apart: servers lock
// accounts of those who insist, and some refuse for a moment only.
import type { MailFaultCode } from '../../schema/mail/mail-account.ts'
import type { ImapAccount } from './imap-client.ts'
import { MailFault } from './mail-fault.ts'
import { type MailboxWatcher, watchMailbox, type WatchOptions } from './watch-mailbox.ts'

const second = 1000
const minute = 60 * second

export interface RetryTimes {
  usual: readonly number[]
  password: readonly number[]
}

export const usualRetries: RetryTimes = { usual: [second, 5 * second, 15 * second, minute, 5 * minute], password: [minute, 10 * minute] }

/** Milliseconds until the next attempt; undefined: a person has to do something first. `failures`: in a row, this one included. */
export function pauseAfterFault(code: MailFaultCode, failures: number, { usual, password }: RetryTimes = usualRetries): number | undefined {
  if (code === 'password') return password[failures - 1]
  const least = code === 'closed' ? 1 : code === 'busy' ? 4 : 2
  return usual[Math.min(Math.max(failures, least), usual.length) - 1]
}

export interface KeepWatchingOptions extends Omit<WatchOptions, 'account'> {
  /** As it is now: access tokens end. */
  account(): Promise<ImapAccount>
  /** It does not work. `givenUp`: and nobody tries again. */
  failed(fault: MailFault, givenUp: boolean): Promise<void>
  retries?: RetryTimes | undefined
  /** Ends after so many failures in a row, for whoever has few places. Default: goes on. */
  patience?: number
  /** From 0 to 1, so that what failed together does not come back together. */
  random?: () => number
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}

/** Resolves when it is told to end, or has given up; when its patience ended, with the milliseconds that it would have paused. Throws what the watcher throws. */
export async function keepWatching({
  account,
  failed,
  retries,
  patience = Infinity,
  random = Math.random,
  watcher,
  ...rest
}: KeepWatchingOptions): Promise<number | undefined> {
  let failures = 0
  const fine = <T>(work: Promise<T>): Promise<T> => work.then((done) => ((failures = 0), done))
  // A mail that ended its connection and was taken in all the same is no failure of the server.
  const counted: MailboxWatcher = { ...watcher, looked: () => fine(watcher.looked()), arrived: (mails, client) => fine(watcher.arrived(mails, client)) }
  while (!rest.signal.aborted) {
    try {
      await watchMailbox({ ...rest, watcher: counted, account: await account() })
    } catch (error) {
      // Whoever watches has a trouble of its own.
      if (!(error instanceof MailFault)) throw error
      failures++
      const ms = pauseAfterFault(error.code, failures, retries)
      // A connection that ended now and then is nothing to tell of.
      if (error.code !== 'closed' || failures > 1) await failed(error, ms === undefined)
      if (ms === undefined) return undefined
      const jittered = ms * (0.8 + 0.4 * random())
      if (failures >= patience) return jittered
      await pause(jittered, rest.signal)
    }
  }
  return undefined
}
