// The passkeys of an account: added and removed by its owner.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { NewPasskey, Passkey, PasskeyOptions } from '../../../shared/schema/cloud/passkey.ts'
import { type Context, personOf } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { messages } from '../../mail/messages.ts'
import type { Proofs } from '../ways/proofs.ts'
import type { Ways } from '../ways/ways.ts'
import { believeNew, creationOptions } from './ceremonies.ts'
import type { Challenges } from './challenges.ts'
import { passkeyStore } from './passkey-store.ts'

const maxPasskeys = 20

export interface OwnPasskeyDeps {
  db: Database
  challenges: Challenges
  proofs: Proofs
  ways: Ways
  now: () => Date
}

export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>

export function createOwnPasskeys({ db, challenges, proofs, ways, now }: OwnPasskeyDeps) {
  function requireRoom(known: readonly unknown[]): void {
    if (known.length >= maxPasskeys) throw new AppError('conflict', `Your account has ${maxPasskeys} passkeys. Remove one first.`)
  }

  return {
    async startAdding(ctx: Context): Promise<PasskeyOptions> {
      const { user, id } = personOf(ctx)
      const place = challenges.here()
      // Before: nobody should touch their device for nothing.
      await proofs.requireRecent(ctx)
      const known = await db.readIdentity({}, (tx) => passkeyStore.list(tx, user.id, place.rpId))
      requireRoom(known)
      return challenges.ask('add', id, creationOptions(place, user, known))
    },

    async add(answer: NewPasskey, ctx: Context): Promise<Passkey> {
      const asked = challenges.asked('add', personOf(ctx).id)
      const believed = await challenges.orRefuse(believeNew(answer, asked))
      const at = now().toISOString()
      const shown: Passkey = { id: uuidv7(), user_agent: ctx.userAgent?.slice(0, 300) ?? null, synced: believed.synced, created_at: at, last_used_at: at }
      return ways.change(ctx, async (tx, userId) => {
        // Asked before, and others may have been added since.
        requireRoom(await passkeyStore.list(tx, userId, asked.place.rpId))
        if ((await passkeyStore.insert(tx, { ...believed, ...shown, user_id: userId, rp_id: asked.place.rpId })) === 0)
          throw new AppError('conflict', 'This passkey already belongs to an account.')
        return { mail: (to, url) => messages.wayAdded(to, url, 'a passkey'), result: shown }
      })
    },

    remove: (id: string, ctx: Context): Promise<void> =>
      ways.change(ctx, async (tx, userId) => {
        if ((await passkeyStore.remove(tx, userId, id)) === 0) throw new AppError('not_found', `Your account has no passkey ${id}.`)
        await ways.requireOne(tx, userId)
        return { mail: (to, url) => messages.wayRemoved(to, url, 'a passkey'), result: undefined }
      }),
  }
}
