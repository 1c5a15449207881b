// A client of 2025 cancels a call with a message of its own. Any instance may get it: the one that serves the call is told.
import { createHash } from 'node:crypto'
import type { Wakeups } from '../journal/wakeups.ts'

type RequestId = string | number

const bodiesOf = (body: unknown) => [body].flat().filter((one) => typeof one === 'object' && one !== null) as Record<string, unknown>[]
const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number'

/** In place of a team, and no longer than one. The client chose the id of its call, so it is not passed on. */
const nameOf = (session: string, call: RequestId): string =>
  `call-${createHash('sha256')
    .update(JSON.stringify([session, call]))
    .digest('hex')
    .slice(0, 32)}`

export type Cancellations = ReturnType<typeof createCancellations>

export function createCancellations(wakeups: Pick<Wakeups, 'changed' | 'listen'>) {
  const served = new Map<string, () => void>()

  wakeups.listen((names) => {
    for (const name of names) served.get(name)?.()
  })

  return {
    /** Of what came in for that session: `cancel` is called with each of its calls that is cancelled elsewhere. Returns what forgets them. */
    serve(session: string, body: unknown, cancel: (call: RequestId) => void): () => void {
      const names: string[] = []
      for (const { method, id } of bodiesOf(body)) {
        if (method !== 'tools/call' || !isRequestId(id)) continue
        const name = nameOf(session, id)
        names.push(name)
        served.set(name, () => cancel(id))
      }
      return () => names.forEach((name) => served.delete(name))
    },

    /** Passes on what is cancelled and not served here. */
    tell(session: string, body: unknown): void {
      for (const { method, params } of bodiesOf(body)) {
        const call = method === 'notifications/cancelled' ? (params as { requestId?: unknown } | null | undefined)?.requestId : undefined
        if (!isRequestId(call)) continue
        const name = nameOf(session, call)
        if (!served.has(name)) wakeups.changed(name)
      }
    },
  }
}
