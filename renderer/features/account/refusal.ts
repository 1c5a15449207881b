import { ApiError, isAway } from '../../api.ts'
import { m } from '../../messages.ts'

/** What the cloud answered, in a sentence for a person at the door. */
export function refusalText(error: unknown): string {
  if (isAway(error)) return m.cloud.notReached
  if (!(error instanceof ApiError)) return m.cloud.notDone
  return error.problem.status === 429 ? m.cloud.tooOften : error.problem.detail
}

/** The password was right, and the second factor is wanted, too. */
export const wantsCode = (error: unknown): boolean => error instanceof ApiError && (error.problem.errors ?? []).some(({ pointer }) => pointer === '/code')
