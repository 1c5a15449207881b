// Sends writes: those of one task one after the other, and again while the service is away. Nothing that was typed is dropped.
import { can } from '../../backend/abilities.ts'
import { isAway } from '../../backend/api.ts'
import { connection, whenBack } from '../../backend/connection.ts'

const lanes = new Map<string, Promise<unknown>>()

/** Runs after everything that was sent in this lane before, also when that failed. */
export const send = <T>(lane: string, call: () => Promise<T>): Promise<T> => sendTogether([lane], call)

/** One call for several lanes. */
export async function sendTogether<T>(own: readonly string[], call: () => Promise<T>): Promise<T> {
  // There every write is kept on the device first, and cloud/outbox.ts sends them in order.
  if (can.writeOffline) return call()
  const before = Promise.all(own.flatMap((lane) => lanes.get(lane) ?? []))
  const turn = before.then(() => persist(call))
  const settled = turn.catch(() => undefined)
  for (const lane of own) lanes.set(lane, settled)
  connection.unsent.set(connection.unsent.get() + 1)
  try {
    return await turn
  } finally {
    connection.unsent.set(connection.unsent.get() - 1)
    for (const lane of own) if (lanes.get(lane) === settled) lanes.delete(lane)
  }
}

/** When all that was sent in this lane so far is settled. */
export async function settled(lane: string): Promise<void> {
  await lanes.get(lane)
}

async function persist<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isAway(error)) throw error
      await whenBack(2000)
    }
  }
}
