// How many streams each login has open, and each person with all of theirs: who makes fifty tokens has no fifty allowances.
import { AppError } from '../../shared/domain/app-error.ts'

export interface StreamLimits {
  perLogin: number
  perPerson: number
}

export interface Holder {
  /** Which login: token:ID, session:ID. */
  consumer: string
  /** Whose allowance it uses: as for calls. */
  allowance: string
}

function createPlaces(max: number, full: () => string) {
  const taken = new Map<string, number>()
  return {
    requireRoom(who: string): void {
      if ((taken.get(who) ?? 0) >= max) throw new AppError('rate_limited', full(), { extra: { retry_after: 5 } })
    },
    take: (who: string): unknown => taken.set(who, (taken.get(who) ?? 0) + 1),
    free(who: string): void {
      const left = (taken.get(who) ?? 1) - 1
      if (left > 0) taken.set(who, left)
      else taken.delete(who)
    },
  }
}

export function createStreamPlaces({ perLogin, perPerson }: StreamLimits) {
  const logins = createPlaces(perLogin, () => `A session or token may have ${perLogin} streams open at a time. Close one first.`)
  const people = createPlaces(
    perPerson,
    () => `All sessions and API tokens of a person together may have ${perPerson} streams open at a time. Close one first, or ask the operator for more.`,
  )
  return {
    /** Throws `rate_limited`. */
    take({ consumer, allowance }: Holder): void {
      logins.requireRoom(consumer)
      people.requireRoom(allowance)
      logins.take(consumer)
      people.take(allowance)
    },
    free({ consumer, allowance }: Holder): void {
      logins.free(consumer)
      people.free(allowance)
    },
  }
}
