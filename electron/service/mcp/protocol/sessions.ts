// Sessions of the 2025 protocol era: each has a server, a transport and an end. An unknown session id (the service was restarted, or the
// session was idle for too long) answers 404, upon which clients start over.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import type { Server } from '@modelcontextprotocol/server'
import { runId } from '../../../../shared/http/actor.ts'
import { createEventStore } from '../../../../shared/mcp/protocol/event-store.ts'
import type { Connection } from '../../../../shared/mcp/protocol/meter.ts'

export interface Session {
  id: string
  run: string
  server: Server
  subscriptions: Set<string>
  handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>
}

/** What a session's server is told of it. */
type OfSession = Required<Pick<Connection, 'run' | 'subscriptions' | 'closed'>>

export interface SessionOptions {
  /** A session without a call and without an open stream ends after this. */
  idleMs: number
  /** Beyond so many, the one that is idle for longest ends. */
  max: number
  /** Milliseconds that only ever grow. */
  monotonic: () => number
  /** The last session of a run is over: its client said so, or it fell silent. */
  ended: (run: string, how: 'closed' | 'silent') => void
}

interface Kept extends Session {
  transport: NodeStreamableHTTPServerTransport
  usedAt: number
  openResponses: number
  isLeaving: boolean
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions({ idleMs, max, monotonic, ended }: SessionOptions) {
  const sessions = new Map<string, Kept>()
  let isClosing = false
  const sweep = setInterval(endIdle, Math.min(60_000, Math.max(50, idleMs / 4))).unref()

  const isIdle = (session: Kept) => session.openResponses === 0

  const isOver = (session: Kept) => isIdle(session) && session.usedAt < monotonic() - idleMs

  function endIdle(): void {
    for (const session of sessions.values()) if (isOver(session)) void session.transport.close()
  }

  /** Room for one more: maps keep the order of use, so the first idle one is the oldest. */
  function makeRoom(): void {
    if (sessions.size < max) return
    const oldest = [...sessions.values()].find(isIdle) ?? sessions.values().next().value
    void oldest?.transport.close()
  }

  function forget(id: string): void {
    const session = sessions.get(id)
    if (!session || !sessions.delete(id)) return
    // When the service ends, its sessions do not: they start over with the next one.
    if (!isClosing && ![...sessions.values()].some(({ run }) => run === session.run)) ended(session.run, session.isLeaving ? 'closed' : 'silent')
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

    /** Begins a session with its first request, which must be `initialize`; kept only if that succeeds. `ownRun`: which the client names itself. */
    async begin(build: (session: OfSession) => Server, ownRun: string | undefined, request: IncomingMessage, response: ServerResponse, body: unknown) {
      makeRoom()
      const subscriptions = new Set<string>()
      const connections = createConnections()
      const runOfSession = (id: string) => ownRun ?? runId(id)
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        eventStore: createEventStore(),
        onsessioninitialized(id) {
          const session: Kept = {
            id,
            run: runOfSession(id),
            server,
            subscriptions,
            transport,
            usedAt: monotonic(),
            openResponses: 0,
            isLeaving: false,
            async handle(request, response, body) {
              session.isLeaving = request.method === 'DELETE'
              session.usedAt = monotonic()
              sessions.delete(id)
              sessions.set(id, session)
              session.openResponses++
              connections.follow(body, response)
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
      const server = build({
        run: () => (transport.sessionId === undefined ? ownRun : runOfSession(transport.sessionId)),
        subscriptions,
        closed: connections.closed,
      })
      // The transport's own onclose belongs to the server.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
      server.onclose = () => void (transport.sessionId && forget(transport.sessionId))
      await server.connect(transport)
      await transport.handleRequest(request, response, body)
    },

    async close(): Promise<void> {
      isClosing = true
      clearInterval(sweep)
      await Promise.all([...sessions.values()].map((session) => session.transport.close()))
    },
  }
}

/** Which request came over which connection, as long as that is open. */
function createConnections() {
  const open = new Map<string | number, AbortController>()
  return {
    follow(body: unknown, response: ServerResponse): void {
      const { id, method } = (typeof body === 'object' && body !== null ? body : {}) as { id?: string | number; method?: unknown }
      if (id === undefined || method === undefined) return
      const connection = new AbortController()
      open.set(id, connection)
      response.once('close', () => {
        if (open.get(id) === connection) open.delete(id)
        connection.abort()
      })
    },
    closed: (id: string | number): AbortSignal | undefined => open.get(id)?.signal,
  }
}
