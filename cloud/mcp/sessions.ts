// Sessions of the 2025 protocol era, on every instance: a session is a row that names its token and the message with which it began. Whichever instance
// is asked begins with that message again, for itself; what is open (a stream, a question to the client) stays with the instance that has it.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { runId } from '../../shared/http/actor.ts'
import { createEventStore } from '../../shared/mcp/protocol/event-store.ts'
import type { Connection } from '../../shared/mcp/protocol/meter.ts'
import type { TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { sessionStore, type StoredSession } from './session-store.ts'

export interface SessionOptions {
  /** Milliseconds after which one that nobody used has ended. */
  idleMs: number
  /** Of a team; beyond it those end that were used longest ago. */
  max: number
  /** What this instance has in hand beyond so many, it begins again when it is asked for. */
  inHand: number
}

export interface SessionDeps extends SessionOptions {
  journal: Journal
  build: (own: Pick<Connection, 'run'>, url: string, ctx: TeamContext) => Server
  /** The last session of a run is over, because its client said so. */
  runEnded: (run: string, ctx: TeamContext) => Promise<void>
  logError: (error: unknown) => void
}

/** A session as this instance has it. */
export interface OpenSession {
  run: string
  server: Server
  handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>
  /** Its client said on another instance that it does not wait for that call any more. */
  cancel(call: string | number): void
}

interface Kept extends OpenSession {
  team: string
  /** How many of its calls are being served. */
  calls: number
  transport: WebStandardStreamableHTTPServerTransport
}

export type Sessions = ReturnType<typeof createSessions>

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
/** So long a use need not be noted again. */
const notedApart = 60_000

const tokenOf = ({ caller }: TeamContext): string => caller?.id ?? ''

/** How this instance takes a session in hand. */
function createOpening({ build, logError }: Pick<SessionDeps, 'build' | 'logError'>) {
  /** `begun`: told once the first message was taken, before it is answered. */
  async function open(id: string, run: string, url: string, ctx: TeamContext, begun: () => Promise<void>): Promise<Kept> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: createEventStore(),
      onsessioninitialized: begun,
    })
    const server = build({ run: () => run }, url, ctx)
    await server.connect(transport)
    const kept: Kept = {
      team: ctx.team.id,
      calls: 0,
      run,
      server,
      transport,
      async handle(request, response, body) {
        if (request.method === 'POST' && !response.closed) {
          kept.calls++
          response.once('close', () => void kept.calls--)
        }
        // A client that comes again has lost its stream, even if nobody here has noticed yet: the newer one counts.
        if (request.method === 'GET' && request.headers['last-event-id'] === undefined) transport.closeStandaloneSSEStream()
        const fetch = async (...asked: Parameters<typeof transport.handleRequest>) => {
          const answer = await transport.handleRequest(...asked)
          // A stream on which nothing is said yet is open all the same.
          setImmediate(() => void (response.writableEnded || response.flushHeaders()))
          return answer
        }
        await toNodeHandler({ fetch }, { onerror: logError })(request, response, body)
      },
      cancel: (requestId) => transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
    }
    return kept
  }

  /** As it began, with nobody who reads the answer. */
  async function again({ id, run, initialize }: StoredSession, url: string, ctx: TeamContext): Promise<Kept> {
    const kept = await open(id, run, url, ctx, async () => undefined)
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const request = new Request('http://tandem/mcp', { method: 'POST', headers, body: JSON.stringify(initialize) })
    const answer = await kept.transport.handleRequest(request)
    await answer.text()
    return kept
  }

  return { open, again }
}

export function createSessions({ idleMs, max, inHand: maxInHand, journal, build, runEnded, logError }: SessionDeps) {
  const inHand = new Map<string, Kept>()
  const beginning = new Map<string, Promise<Kept>>()

  function letGo(id: string): void {
    const kept = inHand.get(id)
    if (!kept || !inHand.delete(id)) return
    kept.transport.close().catch(logError)
  }

  function keep(id: string, kept: Kept): void {
    inHand.delete(id)
    inHand.set(id, kept)
    if (inHand.size <= maxInHand) return
    // Nobody's call ends because others are many.
    for (const [oldest, { calls }] of inHand) if (calls === 0 && oldest !== id) return letGo(oldest)
  }

  /** Of calls that come together the first begins it. */
  function begunOnce(stored: StoredSession, url: string, ctx: TeamContext): Promise<Kept> {
    const begun = beginning.get(stored.id) ?? again(stored, url, ctx).finally(() => beginning.delete(stored.id))
    beginning.set(stored.id, begun)
    return begun
  }

  const since = () => new Date(journal.now().getTime() - idleMs).toISOString()

  const { open, again } = createOpening({ build, logError })

  return {
    count: () => inHand.size,

    /** undefined: it has ended, or is not of this token. */
    async find(id: string, url: string, ctx: TeamContext): Promise<OpenSession | undefined> {
      const { team } = ctx
      const stored = uuid.test(id) ? await journal.read(team, (tx) => sessionStore.find(tx, team.id, { id, token: tokenOf(ctx), since: since() })) : undefined
      if (!stored) {
        if (inHand.get(id)?.team === team.id) letGo(id)
        return undefined
      }
      const now = journal.now()
      if (now.getTime() - Date.parse(stored.used_at) > notedApart)
        await journal.write(ctx, ({ tx, at }) => sessionStore.use(tx, team.id, id, at), { atOnce: 'alone' })
      const kept = inHand.get(id) ?? (await begunOnce(stored, url, ctx))
      keep(id, kept)
      return kept
    },

    /** Begins one with its first request, which must be `initialize`; kept only if that succeeds. */
    async begin(ctx: TeamContext, request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
      const { team, principal } = ctx
      const id = randomUUID()
      const run = ctx.run ?? runId(`${principal} ${id}`)
      const kept = await open(id, run, request.url ?? '/', ctx, async () => {
        await journal.write(ctx, async ({ tx, at }) => {
          await sessionStore.removeOld(tx, team.id, since(), max - 1)
          await sessionStore.insert(tx, team.id, { id, token_id: tokenOf(ctx), initialize: body, run, used_at: at })
        })
        keep(id, kept)
      })
      await kept.handle(request, response, body)
    },

    /** Its client has no more use for it. */
    async end(id: string, ctx: TeamContext): Promise<void> {
      const { team } = ctx
      const run = inHand.get(id)?.run
      const isLast = await journal.write(ctx, async ({ tx }) => {
        await sessionStore.remove(tx, team.id, id)
        return run !== undefined && !(await sessionStore.hasRun(tx, team.id, run))
      })
      letGo(id)
      if (isLast && run !== undefined) await runEnded(run, ctx)
    },

    async close(): Promise<void> {
      await Promise.all([...inHand.values()].map(({ transport }) => transport.close()))
      inHand.clear()
    },
  }
}
