// Who has used up their calls of this minute? A person has one allowance for all their sessions and API tokens, and another one for those that some
// other person made for them; credentials that nobody has ever been known by share the one of the address that they come from. All
// are asked before the database is.
import { AppError } from '../../shared/domain/app-error.ts'
import { addressGroup } from '../auth/address-group.ts'
import type { Login } from '../auth/logins.ts'
import { hashSecret } from '../auth/secrets.ts'
import { allowanceOf } from '../context.ts'
import { createRequestLimit } from './request-limit.ts'

/** Beyond this many the oldest are looked up as if they were new. */
const maxRemembered = 50_000

export type Allowance = ReturnType<typeof createAllowance>

const isRefusal = (error: unknown) => error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden')

export function createAllowance(maxPerMinute: number, now: () => Date) {
  const people = createRequestLimit(maxPerMinute, now)
  const strangers = createRequestLimit(maxPerMinute, now)
  /** Whose allowance it used when it was last looked up. Only for counting: whether it still holds, the database says. */
  const owners = new Map<string, string>()

  function remember(credential: string, owner: string): void {
    if (owners.size >= maxRemembered) owners.delete(owners.keys().next().value as string)
    owners.set(credential, owner)
  }

  return {
    /** How many credentials are known by whose they are, and may be. */
    known: () => ({ count: owners.size, max: maxRemembered }),

    /** Further calls that came with one that was let in. */
    count(login: Pick<Login, 'caller'>, calls: number): void {
      for (let call = 0; call < calls; call++) people.count(allowanceOf(login.caller))
    },

    /** Runs the look-up of a credential if that is within the allowance; throws rate_limited otherwise. */
    async within<T extends Login>(token: string, address: string, lookUp: () => Promise<T>): Promise<T> {
      const credential = hashSecret(token).toString('base64')
      const owner = owners.get(credential)
      const place = addressGroup(address)
      if (owner === undefined) strangers.count(place)
      else people.count(owner)
      let login: T
      try {
        login = await lookUp()
      } catch (error) {
        // A token that was revoked must not use up what its owner has.
        if (isRefusal(error)) owners.delete(credential)
        else if (owner === undefined) strangers.giveBack(place)
        throw error
      }
      if (owner === undefined) {
        strangers.giveBack(place)
        const found = allowanceOf(login.caller)
        remember(credential, found)
        people.count(found)
      }
      return login
    },
  }
}
