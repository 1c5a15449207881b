import { can } from '../abilities.ts'

/** Writes that are kept on the device must all get there at once; how many are under way is then the outbox's matter. */
const atOnce = can.writeOffline ? Number.POSITIVE_INFINITY : 6

/** Runs the call for each, a few at a time, and answers in order. */
export async function inTurns<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += atOnce) results.push(...(await Promise.all(items.slice(at, at + atOnce).map(call))))
  return results
}
