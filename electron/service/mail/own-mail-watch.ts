// Watches this service's own mailboxes while it runs: one connection each, for as long as the mailbox is connected.
import { keepWatching, type RetryTimes } from '../../../shared/node/mail/keep-watching.ts'
import type { MailFault } from '../../../shared/node/mail/mail-fault.ts'
import type { WatchTimes } from '../../../shared/node/mail/watch-mailbox.ts'
import { createOwnMailIntake, type OwnMailIntakeDeps } from './own-mail-intake.ts'
import { imapOf, type OwnMailSecrets } from './own-mail-secrets.ts'

export interface OwnMailTimes extends Partial<WatchTimes> {
  retries?: RetryTimes
  /** Seconds for which an answer can be taken back. */
  undoFor?: number
  /** Milliseconds between two looks for answers that are due. */
  sendEvery?: number
}

export interface OwnMailWatchDeps extends OwnMailTimes, Omit<OwnMailIntakeDeps, 'looked'> {
  secrets: OwnMailSecrets
}

export type OwnMailWatch = ReturnType<typeof createOwnMailWatch>

/** After what is not the mail server's fault: a locked keychain, a full disk. */
const ownPause = 60_000

export function createOwnMailWatch({
  store,
  secrets,
  takeIn,
  attachments,
  journal,
  incoming,
  acknowledge,
  net,
  now,
  report,
  retries,
  ...times
}: OwnMailWatchDeps) {
  const watching = new Map<string, { ending: AbortController; done: Promise<void> }>()
  const lookedAt = new Map<string, string>()

  const { change, watcherOf } = createOwnMailIntake({
    store,
    takeIn,
    attachments,
    journal,
    incoming,
    acknowledge,
    net,
    now,
    report,
    looked: (id) => void lookedAt.set(id, now().toISOString()),
  })

  function failed(id: string, { code, said }: MailFault, givenUp: boolean): void {
    const since = store.byId(id)?.fault_since ?? now().toISOString()
    change(id, { fault: code, fault_said: said, fault_since: since, ...(givenUp ? { status: 'auth_expired' as const, updated_at: now().toISOString() } : {}) })
  }

  async function watch(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && store.byId(id)?.status === 'active') {
      try {
        await keepWatching({
          account: async () => {
            const { servers, secret } = await secrets.open(id)
            return imapOf(servers, secret)
          },
          net,
          watcher: watcherOf(id),
          signal,
          failed: async (fault, givenUp) => failed(id, fault, givenUp),
          retries,
          ...times,
        })
      } catch (error) {
        report(error)
        await pause(ownPause, signal)
      }
    }
  }

  async function stop(id: string): Promise<void> {
    const known = watching.get(id)
    known?.ending.abort()
    await known?.done
    if (known && watching.get(id) === known) watching.delete(id)
  }

  const start = (id: string) => {
    const ending = new AbortController()
    watching.set(id, { ending, done: watch(id, ending.signal).catch(report) })
  }

  return {
    stop,
    /** From now on with what is known of it now. */
    async restart(id: string): Promise<void> {
      await stop(id)
      start(id)
    },
    startAll: (): void => {
      for (const { id, status } of store.list()) if (status === 'active') start(id)
    },
    lookedAt: (id: string): string | null => lookedAt.get(id) ?? null,
    async close(): Promise<void> {
      await Promise.all([...watching.keys()].map(stop))
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
