// API tokens of a team. The value leaves once, at its creation; its hash stays.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { effectivePolicy, everyAgent } from '../../shared/domain/agents/policy-verdict.ts'
import { AppError, invalidField } from '../../shared/domain/app-error.ts'
import { tokenFrom } from '../../shared/domain/people/api-token.ts'
import { can, whoCan } from '../../shared/domain/people/roles.ts'
import { isPlainName, isSameName } from '../../shared/domain/people/same-name.ts'
import { requireUtc } from '../../shared/domain/time/instant.ts'
import type { AgentPolicy } from '../../shared/schema/agent.ts'
import type { ApiToken, CreatedApiToken, NewApiToken } from '../../shared/schema/cloud/api-token.ts'
import { hashSecret } from '../auth/secrets.ts'
import { type Context, personOf, type TeamAccess, type TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { requireSameProof } from '../members/account-access.ts'
import { type StoredToken, tokenStore } from './token-store.ts'

const maxTokens = 200

export type Tokens = ReturnType<typeof createTokens>

const missing = (id: string) => new AppError('not_found', `The team has no API token ${id}.`)

/** Throws `invalid`. */
function requireSensible({ agent, person, expires_at, policy = {} }: NewApiToken, at: string): void {
  if (agent != null && person != null) throw invalidField('/person', 'Send person or agent, not both: an agent’s token belongs to whoever creates it.')
  if (expires_at != null && Date.parse(expires_at) <= Date.parse(at)) throw invalidField('/expires_at', 'expires_at must be in the future.')
  // X-Actor could not name it: the word alone means a person.
  if (agent != null && isSameName(agent, 'person')) throw invalidField('/agent', "agent must be an agent's name, not 'person'.")
  if (agent != null && !isPlainName(agent)) throw invalidField('/agent', 'agent must be a name on one line, without control characters or direction marks.')
  if (agent?.trim() === everyAgent) throw invalidField('/agent', `agent must be one agent's name: '${everyAgent}' stands for all of them.`)
  // A desktop or a script brings the work of several, also with POST /sync, where no policy is asked.
  if (agent == null && Object.keys(policy).length > 0) throw invalidField('/policy', 'policy needs agent: only the token of one agent has a policy of its own.')
}

export interface TokenDeps {
  journal: Journal
  /** Inside the write that ends a login: what it has claimed is nobody's any more. */
  endClaimsOf: (write: Write, principal: string) => Promise<void>
  /** What is set in a team for an agent. */
  policyOf: (team: TeamAccess) => Promise<(name: string) => AgentPolicy>
}

export function createTokens({ journal, endClaimsOf, policyOf }: TokenDeps) {
  /** With what their agents may now. */
  async function shown(tokens: readonly StoredToken[], { team }: TeamContext): Promise<ApiToken[]> {
    const policies = await policyOf(team)
    return tokens.map((token) => ({ ...token, may: token.agent === null ? null : effectivePolicy(policies, token.agent, token.policy) }))
  }

  async function make({ tx, teamId, at, record }: Write, input: NewApiToken, ctx: Context, needs: 'manage_tokens' | 'connect_agents') {
    requireSensible(input, at)
    // Somebody who is removed meanwhile must not leave with a token: theirs end with them.
    const { user } = personOf(ctx)
    const role = await tokenStore.standing(tx, teamId, user.id)
    if (!role || !can(role, needs)) throw new AppError('forbidden', `Only ${whoCan(needs)} of the team can do this.`)
    await requireSameProof(tx, ctx)
    if ((await tokenStore.list(tx, teamId)).length >= maxTokens)
      throw new AppError('conflict', `The team has ${maxTokens} tokens and connected agents, the maximum. End one first.`)
    const value = tokenFrom(randomBytes(64))
    const { name, agent = null, read_only = false, policy = {} } = input
    const expires_at = input.expires_at == null ? null : requireUtc('/expires_at', input.expires_at)
    const person = input.person?.toLowerCase() ?? user.id
    if (person !== user.id && !(await tokenStore.standing(tx, teamId, person)))
      throw invalidField('/person', `person must be the user_id of a member of the team (GET /api/teams/${teamId}/members)`)
    const made_by = person === user.id ? null : user.id
    const kept = { name, created_by: person, made_by, agent: agent?.trim() ?? null, read_only, expires_at, policy }
    const token: StoredToken = { id: uuidv7(), last_four: value.slice(-4), created_at: at, last_used_at: null, ...kept }
    await tokenStore.insert(tx, teamId, token, hashSecret(value))
    // Stays when the token has ended: history reads here whose it was.
    await record({ entity: 'token', entity_id: token.id, action: 'created', before: null, after: kept })
    return { ...token, value }
  }

  async function existing(tx: Tx, teamId: string, id: string): Promise<StoredToken> {
    const token = (await tokenStore.list(tx, teamId)).find((one) => one.id === id)
    if (!token) throw missing(id)
    return token
  }

  async function revoke(write: Write, { id, name, created_by }: StoredToken): Promise<void> {
    const { tx, teamId, record } = write
    if ((await tokenStore.remove(tx, teamId, id)) === 0) throw missing(id)
    await endClaimsOf(write, `token:${id}`)
    await record({ entity: 'token', entity_id: id, action: 'deleted', before: { name, created_by }, after: null })
  }

  return {
    list: async (ctx: TeamContext): Promise<ApiToken[]> => shown(await journal.read(ctx.team, (tx) => tokenStore.listSpoken(tx, ctx.team.id)), ctx),
    get: async (id: string, ctx: TeamContext): Promise<ApiToken> => {
      const [token] = await shown([await journal.read(ctx.team, (tx) => existing(tx, ctx.team.id, id))], ctx)
      return token as ApiToken
    },

    async create(input: NewApiToken, ctx: TeamContext): Promise<CreatedApiToken> {
      const { value, ...made } = await journal.write(ctx, (write) => make(write, input, ctx, 'manage_tokens'))
      const [token] = await shown([made], ctx)
      return { ...(token as ApiToken), token: value }
    },

    /** One whose value nobody gets: it stands for an agent that a person connects. Returns its id. */
    async createUnspoken(write: Write, input: NewApiToken, ctx: Context): Promise<string> {
      return (await make(write, input, ctx, 'connect_agents')).id
    },

    /** Ends one, where it is still there. */
    async end(write: Write, id: string): Promise<void> {
      const token = (await tokenStore.list(write.tx, write.teamId)).find((one) => one.id === id)
      if (token) await revoke(write, token)
    },

    revoke: (id: string, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        await revoke(write, await existing(write.tx, write.teamId, id))
      }),

    /** The ids of those that a person made, also of those that have ended. */
    madeBy: async ({ tx, teamId }: Pick<Write, 'tx' | 'teamId'>, userId: string): Promise<ReadonlySet<string>> =>
      new Set(await tokenStore.madeBy(tx, teamId, userId)),

    teamsMadeIn: tokenStore.teamsMadeIn,

    /** Those that a person made in that time, whoever's they are, and the connected agents among them. */
    async revokeMade(write: Write, userId: string, { since, until }: { since: string; until: string }): Promise<void> {
      for (const token of await tokenStore.list(write.tx, write.teamId))
        if ((token.made_by ?? token.created_by) === userId && token.created_at >= since && token.created_at <= until) await revoke(write, token)
    },

    /** All that are one person's, and what they have claimed themselves: it ends when the person leaves. */
    async revokeOf(write: Write, userId: string): Promise<void> {
      await endClaimsOf(write, `user:${userId}`)
      for (const token of await tokenStore.list(write.tx, write.teamId)) if (token.created_by === userId) await revoke(write, token)
    },
  }
}
