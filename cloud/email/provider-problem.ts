// What a mail provider could not do, as an error that a caller can act on.
import { AppError } from '../../shared/domain/app-error.ts'
import { ProviderError } from './provider.ts'

/** Undefined: not an error of a provider. */
export function providerProblem(error: unknown): AppError | undefined {
  if (!(error instanceof ProviderError)) return undefined
  const { status, reason, retryAfter } = error
  const what = status === 0 ? `The mail provider ${reason}.` : `The mail provider answered ${status} ${reason}.`
  return new AppError('provider_unavailable', `${what} Send the same request again in a moment.`, {
    extra: { retry_after: Math.ceil(retryAfter ?? 10) },
    cause: error,
  })
}
