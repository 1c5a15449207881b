// How a connection stands, in the words of the API, and who is told when that changes.
import type { Remote as RemoteState } from '../../../shared/schema/remote.ts'
import type { Progress } from './progress.ts'
import type { SyncStore } from './state/sync-store.ts'

/** Milliseconds in which several changes of the state are told as one. */
const gatheringMs = 30
/** So many times as long as the last count took, at least: what waits is counted row by row, and a long list must not spend its time on that. */
const restAfterCount = 20

const off: RemoteState = {
  state: 'off',
  url: null,
  team: null,
  waiting: 0,
  refused: 0,
  conflicts: 0,
  progress: null,
  last_synced_at: null,
  retry_at: null,
  problem: null,
}

export interface StandingDeps {
  store: SyncStore
  progress: () => Progress
  /** When nothing waited on either side, if that was in this life. */
  lastSynced: () => string | null
  /** What a person has to know while nothing is wrong with the connection itself. */
  problem: () => string | null
  changed: (state: RemoteState) => void
}

export function createSyncStatus({ store, progress: progressNow, lastSynced, problem, changed }: StandingDeps) {
  let closed = false
  let told = ''
  let telling: NodeJS.Timeout | undefined
  let countedInMs = 0

  function state(): RemoteState {
    const connection = store.connection()
    const progress = progressNow()
    if (!connection?.connected) return { ...off, conflicts: store.countConflicts() }
    const { url, team_id, team_name, role, revoked, first_total } = connection
    const last = lastSynced() ?? connection.last_synced_at
    const waiting = store.countWaiting()
    const refused = store.countRefused()
    const isFirst = connection.last_synced_at === null
    const total = (first_total ?? 0) + progress.read
    const name = revoked
      ? 'revoked'
      : progress.failed && !progress.online
        ? 'offline'
        : isFirst
          ? 'first'
          : refused > 0
            ? 'refused'
            : waiting > 0 || progress.reading || !progress.online
              ? 'syncing'
              : 'synced'
    return {
      state: name,
      url,
      team: { id: team_id, name: team_name, role },
      waiting,
      refused,
      conflicts: store.countConflicts(),
      progress: isFirst ? { done: Math.max(0, Math.min(total, total - waiting)), total } : null,
      last_synced_at: last,
      retry_at: progress.retryAt === null ? null : new Date(progress.retryAt).toISOString(),
      problem: progress.problem ?? problem(),
    }
  }

  /** Tells whoever listens, when it is another state than the one told last. */
  function tell(): void {
    telling ??= setTimeout(
      () => {
        telling = undefined
        if (closed) return
        const began = performance.now()
        const present = state()
        countedInMs = performance.now() - began
        const { last_synced_at: _last, ...rest } = present
        const text = JSON.stringify(rest)
        if (text === told) return
        told = text
        changed(present)
      },
      Math.max(gatheringMs, restAfterCount * countedInMs),
    ).unref()
  }

  return {
    state,
    tell,
    close(): void {
      closed = true
      clearTimeout(telling)
    },
  }
}
