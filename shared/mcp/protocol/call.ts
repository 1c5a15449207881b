// A call as its tool sees it: when nobody waits for the answer any more, and how to say that one is still at it.
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Call } from '../tool.ts'

/** Clients give up after a minute without a word; proxies and bridges do earlier. */
const progressEvery = 10_000

/** `closed`: where the protocol takes a closed connection for no cancellation. */
export function callOf(
  { mcpReq: { signal, _meta, notify } }: ServerContext,
  closed: AbortSignal | undefined,
  { client, canWait }: Pick<Call, 'client' | 'canWait'>,
): Call {
  const progressToken = _meta?.progressToken
  const gone = closed ? AbortSignal.any([signal, closed]) : signal
  return {
    client,
    canWait,
    gone,
    async whileWaiting(message, waiting) {
      if (progressToken === undefined) return waiting
      let progress = 0
      const say = () => {
        if (!gone.aborted) notify({ method: 'notifications/progress', params: { progressToken, progress: ++progress, message } }).catch(() => undefined)
      }
      say()
      const timer = setInterval(say, progressEvery)
      try {
        return await waiting
      } finally {
        clearInterval(timer)
      }
    },
  }
}
