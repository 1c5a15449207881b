// API tokens of a team. The value leaves once, at its creation; its hash stays.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { tokenFrom } from '../../shared/domain/people/api-token.ts'
import { can, whoCan } from '../../shared/domain/people/roles.ts'
import type { ApiToken, CreatedApiToken, NewApiToken } from '../../shared/schema/cloud/api-token.ts'
import { hashSecret } from '../auth/secrets.ts'
import { personOf, type TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { requireSameProof } from '../members/account-access.ts'
import { tokenStore } from './token-store.ts'

const maxTokens = 200

export type Tokens = ReturnType<typeof createTokens>

const missing = (id: string) => new AppError('not_found', `The team has no API token ${id}.`)

export function createTokens({ journal }: { journal: Journal }) {
  async function existing(tx: Tx, teamId: string, id: string): Promise<ApiToken> {
    const token = (await tokenStore.list(tx, teamId)).find((one) => one.id === id)
    if (!token) throw missing(id)
    return token
  }

  async function revoke({ tx, teamId, record }: Write, { id, name, created_by }: ApiToken): Promise<void> {
    if ((await tokenStore.remove(tx, teamId, id)) === 0) throw missing(id)
    await record({ entity: 'token', entity_id: id, action: 'deleted', before: { name, created_by }, after: null })
  }

  return {
    list: (ctx: TeamContext): Promise<ApiToken[]> => journal.read(ctx.team, (tx) => tokenStore.list(tx, ctx.team.id)),
    get: (id: string, ctx: TeamContext): Promise<ApiToken> => journal.read(ctx.team, (tx) => existing(tx, ctx.team.id, id)),

    create: ({ name }: NewApiToken, ctx: TeamContext): Promise<CreatedApiToken> =>
      journal.write(ctx, async ({ tx, teamId, at, record }) => {
        // Somebody who is removed meanwhile must not leave with a token: theirs end with them.
        const { user } = personOf(ctx)
        const role = await tokenStore.standing(tx, teamId, user.id)
        if (!role || !can(role, 'manage_tokens')) throw new AppError('forbidden', `Only an ${whoCan('manage_tokens')} of the team can create tokens.`)
        await requireSameProof(tx, ctx)
        if ((await tokenStore.list(tx, teamId)).length >= maxTokens)
          throw new AppError('conflict', `The team has ${maxTokens} tokens, the maximum. Revoke one first.`)
        const value = tokenFrom(randomBytes(64))
        const token: ApiToken = { id: uuidv7(), name, last_four: value.slice(-4), created_at: at, last_used_at: null, created_by: user.id }
        await tokenStore.insert(tx, teamId, token, hashSecret(value))
        await record({ entity: 'token', entity_id: token.id, action: 'created', before: null, after: { name, created_by: token.created_by } })
        return { ...token, token: value }
      }),

    revoke: (id: string, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        await revoke(write, await existing(write.tx, write.teamId, id))
      }),

    /** All that one person made: they end when the person leaves. */
    async revokeOf(write: Write, userId: string): Promise<void> {
      for (const token of await tokenStore.list(write.tx, write.teamId)) if (token.created_by === userId) await revoke(write, token)
    },
  }
}
