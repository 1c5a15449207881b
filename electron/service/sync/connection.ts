// Connecting this list with a team in the cloud, and how it stands.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { NewRemote, Remote as RemoteState, RemotePlan, RemoteTask } from '../../../shared/schema/remote.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import { createWakeSignal } from './transport/wake-signal.ts'
import type { CloudLink } from './transport/cloud-link.ts'
import type { InitialSync } from './engine/initial-sync.ts'
import type { Inbox } from './pull/inbox.ts'
import type { KnownEvent } from './engine/last-known-event-store.ts'
import type { SlugCollisions } from './state/slug-collisions.ts'
import type { OnTeamEvent } from './pull/dispatch-team-events.ts'
import type { Outbox } from './push/outbox.ts'
import { createConnectionPreview } from './transport/preview-connection.ts'
import { createSyncStatus } from './sync-status.ts'
import type { Connection, SyncStore } from './state/sync-store.ts'
import { createSessionSupervisor } from './engine/session-supervisor.ts'
import type { RemoteTimes } from './engine/session.ts'
import { syncActor } from './pull/team-event.ts'

export type { OnTeamEvent, RemoteTimes }
export type Remote = ReturnType<typeof createRemote>

export interface RemoteDeps {
  store: SyncStore
  journal: Journal
  inbox: Inbox
  outbox: Outbox
  reading: InitialSync
  slugCollisions: Pick<SlugCollisions, 'tellApart'>
  known: KnownEvent
  secrets: () => Promise<SecretStore>
  /** How much is here. */
  amounts: () => RemotePlan['upload']
  requireTask: (id: number) => Task
  now: () => Date
  version: string
  changed: (state: RemoteState) => void
  report: (error: unknown) => void
  times?: Partial<RemoteTimes> | undefined
  onEvent?: OnTeamEvent | undefined
  /** What a person has to know while nothing is wrong with the connection itself. */
  problem: () => string | null
  /** The connection ended, or is to another team. */
  parted: () => void
  /** Nothing waits on either side; what it writes is sent like any other change. */
  inStep: () => void
}

const usualTimes: RemoteTimes = { firstRetry: 1000, maxRetry: 60_000, silence: 60_000 }

export function createRemote(deps: RemoteDeps) {
  const { store, journal, inbox, outbox, reading, slugCollisions, known, secrets, amounts, requireTask, now, version, changed, report, onEvent } = deps
  const wakeSignal = createWakeSignal()
  let closed = false
  let lastSynced: string | null = null
  const look = createConnectionPreview({ store, amounts, version })
  const { state, tell, ...standing } = createSyncStatus({
    store,
    progress: () => supervisor.progress(),
    lastSynced: () => lastSynced,
    problem: deps.problem,
    changed,
  })
  const times = { ...usualTimes, ...deps.times }
  const supervisor = createSessionSupervisor({
    store,
    journal,
    inbox,
    outbox,
    reading,
    slugCollisions,
    known,
    wakeSignal,
    times,
    onEvent,
    report,
    settled,
    changed: tell,
    secrets,
    version,
  })

  function settled(): void {
    lastSynced = now().toISOString()
    const connection = store.connection()
    if (connection?.last_synced_at === null) store.keepConnection({ ...connection, last_synced_at: lastSynced })
    try {
      deps.inStep()
    } catch (error) {
      report(error)
    }
    tell()
  }

  // Also while the cloud is out of reach: people see how much waits.
  const stopFollowing = journal.onCommit(() => {
    const connection = store.connection()
    if (!connection?.connected || closed || connection.outbox >= journal.head()) return
    try {
      journal.write(syncActor, () => void outbox.readOn(store.connection() as Connection))
    } catch (error) {
      // The disk has just become full, perhaps. The journal has it all; whoever sends reads it there again.
      report(error)
    }
    wakeSignal.ring()
    tell()
  })

  function isHere(taskId: number): boolean {
    try {
      requireTask(taskId)
      return true
    } catch {
      return false
    }
  }

  const onlyPerson = ({ actor }: Context) => {
    if (actor.kind !== 'person')
      throw new AppError('forbidden', 'Only a person can connect this list to a cloud or disconnect it. Send X-Actor: person if you are one.')
  }

  return {
    state,
    tell,

    /** While there is a connection and its token is good. */
    link: (): CloudLink | undefined => (store.connection()?.revoked ? undefined : supervisor.link()),

    teamId(): string | undefined {
      const connection = store.connection()
      return connection?.connected ? connection.team_id : undefined
    },

    /** null: the cloud does not have it yet; undefined: it is gone here. */
    cloudIdOf(taskId: number): number | null | undefined {
      const item = store.byId('task', taskId)
      return item?.base ? item.cloud_id : isHere(taskId) ? null : undefined
    },

    /** Once the service is up. */
    start: supervisor.start,

    async check(body: NewRemote, ctx: Context): Promise<RemotePlan> {
      onlyPerson(ctx)
      const { plan } = await look(body)
      return { ...plan, secret_place: (await secrets()).kind }
    },

    async connect(body: NewRemote, ctx: Context): Promise<RemoteState> {
      onlyPerson(ctx)
      const { url, plan } = await look(body)
      await supervisor.halt()
      await supervisor.keepToken(body.token)
      journal.write(syncActor, () => {
        const before = store.connection()
        const isSameTeam = before?.url === url && before.team_id === plan.team.id
        const team = { url, team_id: plan.team.id, team_name: plan.team.name, role: plan.team.role, connected: true, revoked: false }
        if (isSameTeam) return store.keepConnection({ ...before, ...team })
        store.forgetItems()
        deps.parted()
        store.markAll()
        store.keepConnection({ ...team, outbox: journal.head(), inbox: null, first_total: store.countWaiting(), last_synced_at: null })
      })
      lastSynced = null
      supervisor.run({ url, teamId: plan.team.id, token: body.token })
      return state()
    },

    async disconnect(ctx: Context): Promise<void> {
      onlyPerson(ctx)
      await supervisor.halt()
      const connection = store.connection()
      if (!connection?.connected) return
      await supervisor.keepToken(undefined)
      // What is known of the team is kept: whoever connects again goes on where they were.
      store.keepConnection({ ...connection, connected: false, last_synced_at: lastSynced ?? connection.last_synced_at })
      deps.parted()
      tell()
    },

    syncNow(): RemoteState {
      supervisor.hurry()
      return state()
    },

    ofTask(id: number): RemoteTask {
      const { uid } = requireTask(id)
      const connection = store.connection()
      const item = connection?.connected ? store.byId('task', id) : undefined
      const cloud_id = item?.base ? item.cloud_id : null
      return {
        task_id: id,
        cloud_id,
        uid,
        url: cloud_id === null ? null : `${connection?.url}/task/${cloud_id}`,
        waiting: item ? store.countWaitingOf(id) : 0,
      }
    },

    async close(): Promise<void> {
      closed = true
      stopFollowing()
      standing.close()
      await supervisor.close()
    },
  }
}
