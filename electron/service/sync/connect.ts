// What a person does with the connection: looks at what it would do, connects, and disconnects.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { NewRemote, Remote as RemoteState, RemotePlan } from '../../../shared/schema/remote.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import type { SessionSupervisor } from './engine/session-supervisor.ts'
import { syncActor } from './pull/team-event.ts'
import type { SyncStore } from './state/sync-store.ts'
import { createConnectionPreview } from './transport/preview-connection.ts'

/** When nothing waited on either side, in this life of the service. */
export interface LastSync {
  at: string | null
}

export interface ConnectDeps {
  store: SyncStore
  journal: Journal
  supervisor: SessionSupervisor
  lastSync: LastSync
  secrets: () => Promise<SecretStore>
  /** How much is here. */
  amounts: () => RemotePlan['upload']
  version: string
  state: () => RemoteState
  tell: () => void
  /** The connection ended, or is to another team. */
  parted: () => void
}

type Plan = Omit<RemotePlan, 'secret_place'>

function onlyPerson({ actor }: Context): void {
  if (actor.kind !== 'person')
    throw new AppError('forbidden', 'Only a person can connect this list to a cloud or disconnect it. Send X-Actor: person if you are one.')
}

export function createConnect({ store, journal, supervisor, lastSync, secrets, amounts, version, state, tell, parted }: ConnectDeps) {
  const preview = createConnectionPreview({ store, amounts, version })

  function keepTeam(url: string, { team: { id, name, role } }: Plan): void {
    const before = store.connection()
    const isSameTeam = before?.url === url && before.team_id === id
    const team = { url, team_id: id, team_name: name, role, connected: true, revoked: false }
    if (isSameTeam) return store.keepConnection({ ...before, ...team })
    store.forgetItems()
    parted()
    store.markAll()
    store.keepConnection({ ...team, outbox: journal.head(), inbox: null, first_total: store.countWaiting(), last_synced_at: null })
  }

  return {
    async check(body: NewRemote, ctx: Context): Promise<RemotePlan> {
      onlyPerson(ctx)
      const { plan } = await preview(body)
      return { ...plan, secret_place: (await secrets()).kind }
    },

    async connect(body: NewRemote, ctx: Context): Promise<RemoteState> {
      onlyPerson(ctx)
      const { url, plan } = await preview(body)
      await supervisor.halt()
      await supervisor.keepToken(body.token)
      journal.write(syncActor, () => keepTeam(url, plan))
      lastSync.at = null
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
      store.keepConnection({ ...connection, connected: false, last_synced_at: lastSync.at ?? connection.last_synced_at })
      parted()
      tell()
    },
  }
}
