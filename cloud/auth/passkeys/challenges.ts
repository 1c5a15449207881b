// What browsers are asked to sign: each once, for five minutes, for one purpose and the session that asked.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { PasskeyOptions } from '../../../shared/schema/cloud/passkey.ts'
import type { Database } from '../../db/database.ts'
import { hashSecret } from '../secrets.ts'
import { type Asked, lasts } from './ceremonies.ts'
import { type ChallengePurpose, passkeyStore } from './passkey-store.ts'
import type { Place } from './place.ts'

export const notBelieved = () =>
  new AppError('unauthenticated', 'This passkey wasn’t accepted: it isn’t known here, was removed, or took too long. Try again, or sign in another way.')

export interface ChallengeDeps {
  db: Database
  now: () => Date
  /** Undefined: there are no passkeys here. */
  place: () => Place | undefined
}

export type Challenges = ReturnType<typeof createChallenges>

export function createChallenges({ db, now, place }: ChallengeDeps) {
  return {
    here(): Place {
      const known = place()
      if (known) return known
      throw new AppError('forbidden', 'Passkeys aren’t available on this server: they need HTTPS and a host name, and are off with TANDEM_SIGN_IN=oidc.')
    },

    async ask(purpose: ChallengePurpose, sessionId: string | null, made: Promise<{ challenge: string }>): Promise<PasskeyOptions> {
      const options = await made
      const expires_at = new Date(now().getTime() + lasts).toISOString()
      const challenge = { challenge_hash: hashSecret(options.challenge), purpose, session_id: sessionId, expires_at }
      await db.asIdentity({}, (tx) => passkeyStore.insertChallenge(tx, challenge))
      return { ...options }
    },

    asked(purpose: ChallengePurpose, sessionId: string | null): Asked {
      return {
        place: this.here(),
        async isAsked(challenge) {
          if (typeof challenge !== 'string') return false
          const found = { challenge_hash: hashSecret(challenge), purpose, session_id: sessionId }
          return db.asIdentity({}, (tx) => passkeyStore.takeChallenge(tx, found, now().toISOString()))
        },
      }
    },

    /** What the library throws about what somebody sent is no fault of ours. */
    async orRefuse<T>(belief: Promise<T | undefined>): Promise<T> {
      const believed = await belief.catch(() => undefined)
      if (believed === undefined) throw notBelieved()
      return believed
    },
  }
}
