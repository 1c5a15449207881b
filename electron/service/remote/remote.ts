// Connecting this list with a team in the cloud, and how it stands.
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import type { NewRemote, Remote as RemoteState, RemotePlan, RemoteTask } from '../../../shared/schema/remote.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import { createBell } from './bell.ts'
import { type CloudLink, cloudAddress, createCloudLink, LinkError } from './cloud-link.ts'
import type { FirstReading } from './first-reading.ts'
import { type Inbox, tandem } from './inbox.ts'
import type { Outbox } from './outbox.ts'
import type { Connection, RemoteStore } from './remote-store.ts'
import { inOrder } from './replicas.ts'
import { createSession, type OnTeamEvent, type Progress, type RemoteTimes } from './session.ts'

export type { OnTeamEvent, RemoteTimes }
export type Remote = ReturnType<typeof createRemote>

export interface RemoteDeps {
  store: RemoteStore
  journal: Journal
  inbox: Inbox
  outbox: Outbox
  reading: FirstReading
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

const secretName = 'remote.token'
const usualTimes: RemoteTimes = { firstRetry: 1000, mostRetry: 60_000, silence: 60_000 }
/** Milliseconds in which several changes of the state are told as one; more where much waits, because counting it takes a while. */
const gathering = { little: 30, much: 300 }
const much = 1000

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

const fresh = (): Progress => ({ online: false, failed: false, reading: false, read: 0, problem: null, retryAt: null })

/** What is wrong with what was given, beside the field where it is. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof LinkError)) return error
  const field = { token: '/token', team: '/team_id', unreachable: '/url', not_a_cloud: '/url', busy: '/url', failed: '/url' }[error.problem]
  return invalidField(field, error.message)
}

export function createRemote(deps: RemoteDeps) {
  const { store, journal, inbox, outbox, secrets, amounts, requireTask, now, version, changed, report, onEvent } = deps
  const times = { ...usualTimes, ...deps.times }
  const bell = createBell()
  const nudge = createBell()
  let progress = fresh()
  let running: { stop: AbortController; ended: Promise<void>; link: CloudLink } | undefined
  let starting: Promise<void> = Promise.resolve()
  let closed = false
  let told = ''
  let telling: NodeJS.Timeout | undefined
  let lastSynced: string | null = null
  let waitedLast = 0

  function state(): RemoteState {
    const connection = store.connection()
    if (!connection?.connected) return { ...off, conflicts: store.countConflicts() }
    const { url, team_id, team_name, role, revoked, first_total } = connection
    const last = lastSynced ?? connection.last_synced_at
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
      problem: progress.problem ?? deps.problem(),
    }
  }

  /** Tells whoever listens, when it is another state than the one told last. */
  function tell(): void {
    telling ??= setTimeout(
      () => {
        telling = undefined
        if (closed) return
        const present = state()
        waitedLast = present.waiting
        const { last_synced_at: _last, ...rest } = present
        const text = JSON.stringify(rest)
        if (text === told) return
        told = text
        changed(present)
      },
      waitedLast > much ? gathering.much : gathering.little,
    ).unref()
  }

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
      journal.write(tandem, () => void outbox.readOn(store.connection() as Connection))
    } catch (error) {
      // The disk has just become full, perhaps. The journal has it all; whoever sends reads it there again.
      report(error)
    }
    bell.ring()
    tell()
  })

  function run(to: Omit<Parameters<typeof createCloudLink>[0], 'signal'>): void {
    const stop = new AbortController()
    const link = createCloudLink({ ...to, signal: stop.signal })
    progress = fresh()
    store.tryRefusedAgain()
    const session = createSession({
      store,
      journal,
      inbox,
      outbox,
      reading: deps.reading,
      bell,
      nudge,
      progress,
      times,
      onEvent,
      report,
      settled,
      link,
      changed: tell,
    })
    const follow = async () => {
      const refused = await session.run(stop.signal)
      if (!refused || stop.signal.aborted) return
      progress.problem = refused.message
      store.keepConnection({ ...(store.connection() as Connection), revoked: true })
      tell()
    }
    const ended = follow().catch(report)
    running = { stop, ended, link }
    tell()
  }

  async function halt(): Promise<void> {
    running?.stop.abort()
    await running?.ended
    running = undefined
  }

  async function begin(): Promise<void> {
    const connection = store.connection()
    if (!connection?.connected || connection.revoked || closed) return
    try {
      const token = await (await secrets()).get(secretName)
      if (closed || running) return
      if (token === undefined) {
        progress.problem = 'The token of the cloud is not where secrets are kept. Connect again with a new one.'
        store.keepConnection({ ...connection, revoked: true })
      } else run({ url: connection.url, teamId: connection.team_id, token, version })
    } catch (error) {
      report(error)
      progress = { ...progress, failed: true, problem: 'The place where secrets are kept does not open. Unlock it, then try again.' }
    }
    tell()
  }

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
      throw new AppError('forbidden', 'Only a person connects this list with a cloud, or ends that. Send X-Actor: person if you are one.')
  }

  async function look({ url, token, team_id }: NewRemote): Promise<{ link: CloudLink; url: string; plan: Omit<RemotePlan, 'secret_place'> }> {
    const address = cloudAddress(url)
    if (address === undefined)
      throw invalidField(
        '/url',
        `url must be an address such as https://tandem.example.org (http only on this machine: a token must not travel in the open); got '${url}'`,
      )
    const link = createCloudLink({ url: address, token, teamId: team_id, version })
    try {
      const team = await link.team()
      const [tasks, contacts] = await Promise.all([link.countTasks(), link.countContacts()])
      const known = store.connection()
      const isKnown = known?.url === address && known.team_id === team.id
      const waiting = { tasks: 0, comments: 0, contacts: 0, schedules: 0 }
      if (isKnown) {
        for (const entity of inOrder) waiting[`${entity}s`] = store.waiting(entity, 0, -1).length
      }
      return { link, url: address, plan: { team, upload: isKnown ? waiting : amounts(), in_cloud: { tasks, contacts } } }
    } catch (error) {
      throw asRefusal(error)
    }
  }

  return {
    state,
    tell,

    /** While there is a connection and its token is good. */
    link: (): CloudLink | undefined => (store.connection()?.revoked ? undefined : running?.link),

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
    start: (): void => void (starting = begin()),

    async check(body: NewRemote, ctx: Context): Promise<RemotePlan> {
      onlyPerson(ctx)
      const { plan } = await look(body)
      return { ...plan, secret_place: (await secrets()).kind }
    },

    async connect(body: NewRemote, ctx: Context): Promise<RemoteState> {
      onlyPerson(ctx)
      const { url, plan } = await look(body)
      await starting
      await halt()
      await (await secrets()).set(secretName, body.token)
      journal.write(tandem, () => {
        const before = store.connection()
        const known = before?.url === url && before.team_id === plan.team.id
        const team = { url, team_id: plan.team.id, team_name: plan.team.name, role: plan.team.role, connected: true, revoked: false }
        if (known) return store.keepConnection({ ...before, ...team })
        store.forgetItems()
        deps.parted()
        store.markAll()
        store.keepConnection({ ...team, outbox: journal.head(), inbox: null, first_total: store.countWaiting(), last_synced_at: null })
      })
      lastSynced = null
      run({ url, teamId: plan.team.id, token: body.token, version })
      return state()
    },

    async disconnect(ctx: Context): Promise<void> {
      onlyPerson(ctx)
      await starting
      await halt()
      const connection = store.connection()
      if (!connection?.connected) return
      await (await secrets()).set(secretName, undefined)
      // What is known of the team is kept: whoever connects again goes on where they were.
      store.keepConnection({ ...connection, connected: false, last_synced_at: lastSynced ?? connection.last_synced_at })
      deps.parted()
      tell()
    },

    syncNow(): RemoteState {
      if (!running) starting = begin()
      else {
        store.tryRefusedAgain()
        bell.ring()
        if (progress.retryAt !== null) nudge.ring()
      }
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
      clearTimeout(telling)
      await starting
      await halt()
    },
  }
}
