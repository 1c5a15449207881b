// The session that runs while there is a connection whose token is good: it begins with the service, and ends with it or with the connection.
import type { SecretStore } from '../../secrets/secret-place.ts'
import { createWakeSignal } from '../transport/wake-signal.ts'
import { type CloudLink, createCloudLink } from '../transport/cloud-link.ts'
import { notBegun, type Progress } from '../progress.ts'
import type { Connection } from '../state/sync-store.ts'
import { syncActor } from '../pull/team-event.ts'
import { retryRefused } from '../state/retry-refused.ts'
import { createSession, type SessionDeps } from './session.ts'

export interface SessionSupervisorDeps extends Omit<SessionDeps, 'link' | 'nudge' | 'progress'> {
  secrets: () => Promise<SecretStore>
  version: string
}

const secretName = 'remote.token'

export type SessionSupervisor = ReturnType<typeof createSessionSupervisor>

export function createSessionSupervisor({ secrets, version, ...deps }: SessionSupervisorDeps) {
  const { store, journal, changed, report } = deps
  const nudge = createWakeSignal()
  let progress = notBegun()
  let session: { stop: AbortController; ended: Promise<void>; link: CloudLink } | undefined
  let starting: Promise<void> = Promise.resolve()
  let closed = false
  const retrying = setInterval(() => session && tryRefusedAgain(), deps.times.refusedRetry).unref()

  function tryRefusedAgain(): void {
    if (store.countRefused() === 0) return
    journal.write(syncActor, () => retryRefused(store))
    deps.wakeSignal.ring()
  }

  function run(to: { url: string; teamId: string; token: string }): void {
    const stop = new AbortController()
    const link = createCloudLink({ ...to, version, signal: stop.signal })
    progress = notBegun()
    tryRefusedAgain()
    const follow = async () => {
      const refused = await createSession({ ...deps, nudge, progress, link }).run(stop.signal)
      if (!refused || stop.signal.aborted) return
      progress.problem = refused.message
      store.keepConnection({ ...(store.connection() as Connection), revoked: true })
      changed()
    }
    session = { stop, ended: follow().catch(report), link }
    changed()
  }

  async function halt(): Promise<void> {
    await starting
    session?.stop.abort()
    await session?.ended
    session = undefined
  }

  async function begin(): Promise<void> {
    const connection = store.connection()
    if (!connection?.connected || connection.revoked || closed) return
    try {
      const token = await (await secrets()).get(secretName)
      if (closed || session) return
      if (token === undefined) {
        progress.problem = 'The token of the cloud is not where secrets are kept. Connect again with a new one.'
        store.keepConnection({ ...connection, revoked: true })
      } else run({ url: connection.url, teamId: connection.team_id, token })
    } catch (error) {
      report(error)
      progress = { ...progress, failed: true, problem: 'The place where secrets are kept does not open. Unlock it, then try again.' }
    }
    changed()
  }

  return {
    progress: (): Progress => progress,
    link: (): CloudLink | undefined => session?.link,
    keepToken: async (token: string | undefined): Promise<void> => (await secrets()).set(secretName, token),
    run,
    halt,

    /** With the token that is kept, once the service is up. */
    start: (): void => void (starting = begin()),

    /** Now, not when the next attempt is due. */
    hurry(): void {
      if (!session) starting = begin()
      else {
        tryRefusedAgain()
        deps.wakeSignal.ring()
        if (progress.retryAt !== null) nudge.ring()
      }
    },

    async close(): Promise<void> {
      closed = true
      clearInterval(retrying)
      await halt()
    },
  }
}
