// Sessions of the 2025 protocol era: each has a server, a transport and an end. An unknown session id (the service was restarted, or the
// session was idle for too long) answers 404, upon which clients start anew.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import type { Server } from '@modelcontextprotocol/server'
import { createEventStore } from './event-store.ts'

export interface Session {
  id: string
  server: Server
  subscriptions: Set<string>
  handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>
}

export interface SessionOptions {
  /** A session without a call and without an open stream ends after this. */
  idleMs: number
  /** Beyond so many, the one that is idle for longest ends. */
  most: number
  /** Milliseconds that only ever grow. */
  monotonic: () => number
}

interface Kept extends Session {
  transport: NodeStreamableHTTPServerTransport
  usedAt: number
  openResponses: number
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions({ idleMs, most, monotonic }: SessionOptions) {
  const sessions = new Map<string, Kept>()
  const sweep = setInterval(endIdle, Math.min(60_000, Math.max(50, idleMs / 4))).unref()

  const isIdle = (session: Kept) => session.openResponses === 0

  const isOver = (session: Kept) => isIdle(session) && session.usedAt < monotonic() - idleMs

  function endIdle(): void {
    for (const session of sessions.values()) if (isOver(session)) void session.transport.close()
  }

  /** Room for one more: maps keep the order of use, so the first idle one is the oldest. */
  function makeRoom(): void {
    if (sessions.size < most) return
    const oldest = [...sessions.values()].find(isIdle) ?? sessions.values().next().value
    void oldest?.transport.close()
  }

  return {
    count: () => sessions.size,
    all: (): Iterable<Session> => sessions.values(),
    find(id: string): Session | undefined {
      const session = sessions.get(id)
      if (!session || !isOver(session)) return session
      void session.transport.close()
      return undefined
    },

    /** Begins a session with its first request, which must be `initialize`; kept only if that succeeds. */
    async begin(
      build: (session: { id: () => string | undefined; subscriptions: Set<string> }) => Server,
      request: IncomingMessage,
      response: ServerResponse,
      body: unknown,
    ) {
      makeRoom()
      const subscriptions = new Set<string>()
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        eventStore: createEventStore(),
        onsessioninitialized(id) {
          const session: Kept = {
            id,
            server,
            subscriptions,
            transport,
            usedAt: monotonic(),
            openResponses: 0,
            async handle(request, response, body) {
              session.usedAt = monotonic()
              sessions.delete(id)
              sessions.set(id, session)
              session.openResponses++
              response.once('close', () => {
                session.openResponses--
                session.usedAt = monotonic()
              })
              // A client that comes again has lost its stream, even if nobody here has noticed yet: the newer one counts.
              if (request.method === 'GET' && request.headers['last-event-id'] === undefined) transport.closeStandaloneSSEStream()
              await transport.handleRequest(request, response, body)
            },
          }
          sessions.set(id, session)
        },
      })
      const server = build({ id: () => transport.sessionId, subscriptions })
      // The transport's own onclose belongs to the server.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
      server.onclose = () => void (transport.sessionId && sessions.delete(transport.sessionId))
      await server.connect(transport)
      await transport.handleRequest(request, response, body)
    },

    async close(): Promise<void> {
      clearInterval(sweep)
      await Promise.all([...sessions.values()].map((session) => session.transport.close()))
    },
  }
}
