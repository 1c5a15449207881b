// One open SSE connection.
import type { FastifyReply } from 'fastify'
import type { ServerResponse } from 'node:http'

const stillHere = Buffer.from(': still here\n\n')

/** A stream as the team's feed sees it. */
export interface Subscriber {
  readonly consumer: string
  /** Whose it is, to end it when that one leaves. */
  readonly userId: string | undefined
  readonly takesLeases: boolean
  /** The team's last event when its login was looked at. */
  readonly validAt: number
  /** The last event that it has passed. */
  position: number
  live: boolean
  /** While it is not live: since when, by `performance.now()`. */
  behindSince: number
  /** Its client has not taken all that was written. */
  readonly isSlow: boolean
  /** False: the client is slow, and nothing more should be written before `drained`. */
  write(frame: Buffer): boolean
  drained(): Promise<void>
  end(why: string): void
  readonly ended: boolean
}

export interface Connection extends Subscriber {
  /** A sign of life; ends the connection when nothing was taken since the last one. */
  beat(): void
  /** Milliseconds of the last sign of life. */
  beatAt: number
}

export interface ConnectionOptions extends Pick<Subscriber, 'consumer' | 'userId' | 'takesLeases' | 'position' | 'validAt'> {
  /** `hello` or `reset`. */
  first: { event: string; data: object }
  onEnd: (connection: Connection) => void
}

export function openConnection(reply: FastifyReply, { first, onEnd, ...options }: ConnectionOptions): Connection {
  reply.hijack()
  const out: ServerResponse = reply.raw
  const headers = reply.getHeaders() as Record<string, string>
  out.writeHead(200, {
    ...headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    Connection: 'keep-alive',
    'X-Accel-Buffering': 'no',
  })
  // The first event carries the position, so that a client that loses the connection before any other resumes from here.
  out.write(`retry: 1000\nid: ${options.position}\nevent: ${first.event}\ndata: ${JSON.stringify(first.data)}\n\n`)
  let stuck = false
  let waiters: (() => void)[] = []
  const connection: Connection = {
    ...options,
    live: false,
    behindSince: performance.now(),
    get isSlow() {
      return out.writableNeedDrain
    },
    ended: false,
    beatAt: performance.now(),
    write(frame) {
      if (!connection.ended) out.write(frame)
      return !out.writableNeedDrain
    },
    drained() {
      if (!out.writableNeedDrain || connection.ended) return Promise.resolve()
      return new Promise((resolve) => waiters.push(resolve))
    },
    beat() {
      connection.beatAt = performance.now()
      if (!out.writableNeedDrain) out.write(stillHere)
      // Since the last sign of life its client has taken nothing.
      else if (stuck) out.destroy()
      stuck = out.writableNeedDrain
    },
    end(why) {
      if (connection.ended) return
      if (!out.writableNeedDrain) out.write(`: ${why}\n\n`)
      out.end()
      // What a slow client has not taken must not keep the connection.
      if (out.writableNeedDrain) out.destroy()
      close()
    },
  }
  function release(): void {
    stuck = false
    const all = waiters
    waiters = []
    for (const resolve of all) resolve()
  }
  function close(): void {
    if (connection.ended) return
    ;(connection as { ended: boolean }).ended = true
    release()
    onEnd(connection)
  }
  out.on('drain', release)
  out.once('close', close)
  return connection
}
