// Connecting this list with a team in the cloud, and how it stands.
import type { Remote as RemoteState, RemotePlan } from '../../../shared/schema/remote.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Journal } from '../journal/journal.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import { createWakeSignal } from './transport/wake-signal.ts'
import type { CloudLink } from './transport/cloud-link.ts'
import type { InitialSync } from './engine/initial-sync.ts'
import type { Inbox } from './pull/inbox.ts'
import type { CloudFields } from './state/cloud-fields.ts'
import type { KnownEvent } from './engine/last-known-event-store.ts'
import type { SlugCollisions } from './state/slug-collisions.ts'
import type { OnTeamEvent } from './pull/dispatch-team-events.ts'
import type { Outbox } from './push/outbox.ts'
import { createSyncStatus } from './sync-status.ts'
import { createCloudIds } from './state/cloud-ids.ts'
import type { SyncStore } from './state/sync-store.ts'
import { createConnect, type LastSync } from './connect.ts'
import { createSessionSupervisor } from './engine/session-supervisor.ts'
import type { SessionDeps, SyncTimes } from './engine/session.ts'
import { createTracesOfWrites } from './push/traces-of-writes.ts'
import { noteLocalChanges } from './push/note-local-changes.ts'

export type { OnTeamEvent, SyncTimes }
export type SyncConnection = ReturnType<typeof createSyncConnection>

export interface SyncConnectionDeps {
  store: SyncStore
  journal: Journal
  inbox: Inbox
  outbox: Outbox
  reading: InitialSync
  slugCollisions: Pick<SlugCollisions, 'resolve'>
  known: KnownEvent
  fields: CloudFields
  secrets: () => Promise<SecretStore>
  /** How much is here. */
  amounts: () => RemotePlan['upload']
  requireTask: (id: number) => Task
  now: () => Date
  version: string
  changed: (state: RemoteState) => void
  report: (error: unknown) => void
  times?: Partial<SyncTimes> | undefined
  onEvent?: OnTeamEvent | undefined
  /** What waits for a person. */
  waiting: SessionDeps['waiting']
  /** What a person has to know while nothing is wrong with the connection itself. */
  problem: () => string | null
  /** The cloud lacks what it had told here. */
  wentBack: SessionDeps['wentBack']
  /** The connection ended, or is to another team. */
  parted: () => void
  /** Nothing waits on either side; what it writes is sent like any other change. */
  inStep: () => void
}

const usualTimes: SyncTimes = { firstRetry: 1000, maxRetry: 60_000, silence: 60_000, refusedRetry: 3_600_000 }

export function createSyncConnection(deps: SyncConnectionDeps) {
  const { store, journal, inbox, outbox, reading, slugCollisions, known, secrets, amounts, requireTask, now, version, changed, report, onEvent, parted } = deps
  const wakeSignal = createWakeSignal()
  const lastSync: LastSync = { at: null }
  const { state, tell, ...facts } = createSyncStatus({
    store,
    progress: () => supervisor.progress(),
    lastSynced: () => lastSync.at,
    problem: deps.problem,
    changed,
  })
  const times = { ...usualTimes, ...deps.times }
  const traces = createTracesOfWrites(journal)
  const supervisor = createSessionSupervisor({
    traces,
    store,
    journal,
    inbox,
    outbox,
    reading,
    slugCollisions,
    known,
    fields: deps.fields,
    wakeSignal,
    times,
    onEvent,
    waiting: deps.waiting,
    report,
    settled,
    wentBack: deps.wentBack,
    changed: tell,
    secrets,
    version,
  })

  function settled(): void {
    lastSync.at = now().toISOString()
    const connection = store.connection()
    if (connection?.last_synced_at === null) store.keepConnection({ ...connection, last_synced_at: lastSync.at })
    try {
      deps.inStep()
    } catch (error) {
      report(error)
    }
    tell()
  }

  function noted(): void {
    wakeSignal.ring()
    tell()
  }
  const stopNoting = noteLocalChanges({ store, journal, outbox, noted, report })

  return {
    state,
    tell,

    /** While there is a connection and its token is good. */
    link: (): CloudLink | undefined => (store.connection()?.revoked ? undefined : supervisor.link()),

    /** The team's stream stands. */
    isOnline: (): boolean => supervisor.progress().online,

    teamId(): string | undefined {
      const connection = store.connection()
      return connection?.connected ? connection.team_id : undefined
    },

    ...createCloudIds({ store, requireTask }),

    /** Once the service is up. */
    start: supervisor.start,

    ...createConnect({ store, journal, supervisor, lastSync, secrets, amounts, version, state, tell, parted }),

    syncNow(): RemoteState {
      supervisor.hurry()
      return state()
    },

    async close(): Promise<void> {
      stopNoting()
      traces.close()
      facts.close()
      await supervisor.close()
    },
  }
}
