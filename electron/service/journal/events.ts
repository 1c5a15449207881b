// Server-sent events: each client is one more reader of the journal, with its own cursor.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Journal } from './journal.ts'

const page = 50
/** Long texts add up. */
const wholePage = 5

/** Bytes of signals that wait for a client that does not read; what comes then is left out for it. */
const maxSignalled = 1_000_000

export interface EventsQuery {
  after?: number | undefined
  texts?: 'brief' | 'whole' | undefined
}

export interface EventsOptions {
  report: (error: unknown) => void
  /** Milliseconds between two signs of life. A client that has taken nothing in between is made to reconnect. */
  heartbeatEvery?: number
}

/** The journal's position that a client asks for; undefined when it names none; null when it is none of ours. */
function askedPosition(journal: Journal, header: string | undefined, after: number | undefined): number | undefined | null {
  const asked = header === undefined || header === '' ? after : /^\d{1,16}$/.test(header) ? Number(header) : null
  if (asked === undefined || asked === null) return asked
  return asked === 0 || journal.has(asked) ? asked : null
}

export function createEvents(journal: Journal, { report, heartbeatEvery = 25_000 }: EventsOptions) {
  const streams = new Set<{ wake(): void; end(): void; signal(text: string): void }>()
  const stopFollowing = journal.onCommit(() => {
    for (const stream of streams) stream.wake()
  })

  /** `hears`: is told of what is written to this client, before it is. */
  function open(request: FastifyRequest, reply: FastifyReply, { after, texts }: EventsQuery, hears?: (entries: readonly JournalEntry[]) => void): void {
    const head = journal.head()
    const asked = askedPosition(journal, [request.headers['last-event-id']].flat()[0], after)
    reply.hijack()
    const out: ServerResponse = reply.raw
    out.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      Connection: 'keep-alive',
      'X-Accel-Buffering': 'no',
    })
    if (request.method === 'HEAD') return void out.end()
    let cursor = asked ?? head
    // The first event carries the position, so that a client that loses the connection before any write resumes from here. A
    // position of another database (a backup was restored) makes everything void that the client knows.
    out.write(`retry: 1000\nid: ${cursor}\nevent: ${asked === null ? 'reset' : 'hello'}\ndata: ${JSON.stringify({ head })}\n\n`)
    let waiting = false
    let taken = true
    const stream = {
      wake() {
        // A slow client costs us one page: the rest waits in the journal until it has taken that.
        while (!waiting && !out.destroyed && !out.writableEnded) {
          let entries: readonly JournalEntry[]
          try {
            entries = texts === 'whole' ? [...journal.wholeAfter(cursor, wholePage)] : journal.after(cursor, page)
            hears?.(entries)
          } catch (error) {
            // Whoever follows this stream comes back and resumes; nobody else may suffer.
            report(error)
            return void out.destroy()
          }
          for (const entry of entries) {
            out.write(`id: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`)
            cursor = entry.seq
            if (out.writableNeedDrain) break
          }
          if (entries.length === 0) return
          waiting = out.writableNeedDrain
        }
      },
      end: () => void out.end(),
      signal(text: string) {
        if (out.writableLength <= maxSignalled) out.write(text)
      },
    }
    out.on('drain', () => {
      waiting = false
      taken = true
      stream.wake()
    })
    const heartbeat = setInterval(() => {
      if (!waiting) out.write(': still here\n\n')
      else if (!taken) out.destroy()
      taken = !waiting
    }, heartbeatEvery).unref()
    streams.add(stream)
    out.once('close', () => {
      clearInterval(heartbeat)
      streams.delete(stream)
    })
    stream.wake()
  }

  return {
    open,
    count: () => streams.size,
    /**
     * Tells everybody who listens about something that is not in the journal (who claims what, what waits for a person). It has no id:
     * nothing of it is repeated after a reconnect, upon which clients read the present state anyway.
     */
    signal(event: string, data: unknown): void {
      const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
      for (const stream of streams) stream.signal(text)
    },
    close() {
      stopFollowing()
      for (const stream of streams) stream.end()
    },
  }
}
