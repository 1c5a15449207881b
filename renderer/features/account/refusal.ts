import { ApiError, isAway } from '../../backend/api.ts'
import { isThere, isUnused } from '../../backend/cloud/passkey.ts'
import { account as says } from '../../messages/account.ts'

/** What the cloud answered, in a sentence for a person who is signing in. */
export function refusalText(error: unknown): string {
  if (isAway(error)) return says.notReached
  if (!(error instanceof ApiError)) return says.notDone
  return error.problem.status === 429 ? says.tooOften : error.problem.detail
}

/** The same, where a provider was to be reached. */
export const providerRefusal = (error: unknown, provider: string): string =>
  error instanceof ApiError && error.problem.code === 'provider_unavailable' ? says.outcomes.away(provider) : refusalText(error)

/** The same, where a passkey was used or made. */
export function passkeyRefusal(error: unknown): string {
  if (isUnused(error)) return says.passkeyUnused
  if (isThere(error)) return says.passkeyThere
  return error instanceof ApiError && error.problem.status === 401 ? says.passkeyRefused : refusalText(error)
}

/** The password was right, and the second factor is wanted, too. */
export const wantsCode = (error: unknown): boolean => error instanceof ApiError && (error.problem.errors ?? []).some(({ pointer }) => pointer === '/code')
