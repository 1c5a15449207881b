// How many streams each login has open.
import { AppError } from '../../shared/domain/app-error.ts'

export function createStreamPlaces(max: number) {
  const taken = new Map<string, number>()
  return {
    take(consumer: string): void {
      const opened = taken.get(consumer) ?? 0
      if (opened >= max)
        throw new AppError('rate_limited', `A session or token may have ${max} streams open at a time. Close one first.`, { extra: { retry_after: 5 } })
      taken.set(consumer, opened + 1)
    },
    free(consumer: string): void {
      const left = (taken.get(consumer) ?? 1) - 1
      if (left > 0) taken.set(consumer, left)
      else taken.delete(consumer)
    },
  }
}
