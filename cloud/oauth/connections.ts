// Agents that people connect over OAuth. Each is an API token whose value nobody has, so that everything which holds for tokens holds for them: whose it
// is in history, policies, open calls that end with it, the member who made it.
import { asksFirst } from '../../shared/domain/agents/asks-first.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { can } from '../../shared/domain/people/roles.ts'
import type { Connection, ConnectionAccess, NewConnection } from '../../shared/schema/cloud/connection.ts'
import { hashSecret } from '../auth/secrets.ts'
import { type Context, personOf, type TeamContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { hostOf } from './client-metadata.ts'
import { oauthStore, type StoredConnection } from './oauth-store.ts'

export interface ConnectionDeps {
  db: Database
  journal: Journal
  now: () => Date
  tokens: Pick<Tokens, 'createUnspoken' | 'end'>
}

export type Connections = ReturnType<typeof createConnections>

/** Who goes by that client. */
export interface Client {
  id: string
  name: string
}

const system = { kind: 'system' as const, name: 'Tandem' }

const accessOf = ({ read_only, policy }: StoredConnection): ConnectionAccess => {
  if (read_only) return 'read'
  return Object.keys(policy).length > 0 ? 'propose' : 'write'
}

const shown = (stored: StoredConnection): Connection => {
  const { id, client_name, client_host, agent, created_at, last_used_at, created_by } = stored
  return { id, client: { name: client_name, host: client_host }, agent: agent ?? '', access: accessOf(stored), created_at, last_used_at, created_by }
}

export function createConnections({ db, journal, now, tokens }: ConnectionDeps) {
  const visible = (ctx: TeamContext) => {
    const { user } = personOf(ctx)
    const person = can(ctx.team.capacity, 'manage_tokens') ? undefined : user.id
    return journal.read(ctx.team, (tx) => oauthStore.connections(tx, ctx.team.id, person))
  }

  /** Ends one for good, with all that its client holds; nothing when it has ended. */
  async function end(id: string, writer: Pick<TeamContext, 'actor' | 'principal'> & { team: { id: string } }): Promise<void> {
    await journal.write(writer, (write) => tokens.end(write, id))
  }

  return {
    list: async (ctx: TeamContext): Promise<Connection[]> => (await visible(ctx)).map(shown),

    async disconnect(id: string, ctx: TeamContext): Promise<void> {
      if (!(await visible(ctx)).some((one) => one.id === id)) throw new AppError('not_found', `There is no connected agent ${id}.`)
      await end(id, ctx)
    },

    /** Says true to the first who decides about a request. */
    isFirst: async (request: string): Promise<boolean> =>
      (await db.asIdentity({}, (tx) => oauthStore.consume(tx, 'Interaction', hashSecret(request), now().toISOString()))) === 1,

    /** Returns the id, which is also that of the grant. */
    connect: (client: Client, { team_id, agent, access }: NewConnection, ctx: Context): Promise<string> =>
      journal.write({ ...ctx, team: { id: team_id } }, async (write) => {
        const given = { name: client.name, agent, read_only: access === 'read', ...(access === 'propose' ? { policy: asksFirst } : {}) }
        const token_id = await tokens.createUnspoken(write, given, ctx)
        const grant = { team_id: write.teamId, token_id, client_id: client.id, client_name: client.name, client_host: hostOf(client.id), created_at: write.at }
        await oauthStore.insertGrant(write.tx, grant)
        return token_id
      }),

    /** Whether a person has connected that client, in whichever team. */
    isOf: (userId: string, clientId: string): Promise<boolean> => db.asCourier((tx) => oauthStore.hasConnected(tx, userId, clientId)),

    /** The client gave it up, or somebody used a secret twice. */
    async endGrant(id: string): Promise<void> {
      const team = await db.asCourier((tx) => oauthStore.teamOf(tx, id))
      if (team === undefined) return
      await end(id, { team: { id: team }, actor: system, principal: `token:${id}` }).catch((error: unknown) => {
        // Its team went meanwhile, and it with that.
        if (!(error instanceof AppError && error.code === 'not_found')) throw error
      })
    },

    /** What has run out goes, and with it connections that nobody could use any more. */
    async tidy(): Promise<void> {
      const at = now().toISOString()
      await db.asCourier((tx) => oauthStore.removeExpired(tx, at))
      const began = new Date(now().getTime() - 3_600_000).toISOString()
      for (const { token_id } of await db.asCourier((tx) => oauthStore.spent(tx, at, began))) await this.endGrant(token_id)
    },
  }
}
