import { can } from '../../backend/abilities.ts'

/** Writes that are kept on the device must all get there at once; how many are under way is then the outbox's matter. */
const atOnce = can.writeOffline ? Number.POSITIVE_INFINITY : 6

/** Runs the call for each, a few at a time, and answers in order. After the first that fails no other begins. */
export async function inTurns<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  let hasFailed = false
  async function one(): Promise<void> {
    for (const [index, item] of left) {
      try {
        results[index] = await call(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
      if (hasFailed) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, one))
  return results
}
