// How a pair of tasks is named wherever it is judged: by the uids of both, whichever was named first.
import { AppError } from '../app-error.ts'

export const pairUid = (one: string, other: string): string => [one.toLowerCase(), other.toLowerCase()].sort().join('_')

/** The uids of both tasks. Throws `invalid` where they are one, or not in their order: a pair has one name. */
export function tasksOfPair(uid: string): [string, string] {
  const [a, b] = uid.split('_') as [string, string]
  if (a >= b) throw new AppError('invalid', 'A pair names two different tasks, the one whose uid sorts first in front.')
  return [a, b]
}
