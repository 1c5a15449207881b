// Prometheus metrics: the process, calls by route and status, the connection pool.
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type States = (name: string, help: string, label: string | undefined, read: () => Promise<Record<string, number>>) => unknown

/** What a process keeps in memory to answer sooner. */
interface Cache {
  entries?: () => number | Promise<number>
  maxEntries?: number
  /** Undefined: not known now. */
  bytes?: () => Promise<number | undefined>
  maxBytes?: number
}

function createCaches(states: States): (name: string, cache: Cache) => void {
  const caches = new Map<string, Cache>()
  const of = (read: (cache: Cache) => number | undefined | Promise<number | undefined>) => async (): Promise<Record<string, number>> => {
    const found = await Promise.all([...caches].map(async ([name, cache]) => [name, await read(cache)] as const))
    return Object.fromEntries(found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  }
  const label = 'cache'
  states(
    'tandem_cache_entries',
    'How many entries a cache of this process has.',
    label,
    of(({ entries }) => entries?.()),
  )
  states(
    'tandem_cache_entries_max',
    'How many it may have.',
    label,
    of(({ maxEntries }) => maxEntries),
  )
  states(
    'tandem_cache_bytes',
    'How much memory a cache of this process takes.',
    label,
    of(({ bytes }) => bytes?.()),
  )
  states(
    'tandem_cache_bytes_max',
    'How much it may take.',
    label,
    of(({ maxBytes }) => maxBytes),
  )
  return (name, cache) => void caches.set(name, cache)
}

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(pool: Pool) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const calls = new Histogram({
    name: 'tandem_http_request_seconds',
    help: 'Time to answer a call.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers: [register],
  })
  const state = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  /** Read from elsewhere: a number, or one for each value of the label. Undefined: not known now, and then not there. */
  const states = (name: string, help: string, label: string | undefined, read: () => Promise<number | Record<string, number> | undefined>) =>
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [register],
      async collect() {
        const found = await read()
        if (typeof found === 'number') return this.set(found)
        this.reset()
        // A gauge without labels is 0 after a reset, which would say that all is well.
        if (label === undefined) return this.remove()
        for (const [value, number] of Object.entries(found ?? {})) this.set({ [label]: value }, number)
      },
    })
  const cache = createCaches(states)
  state('tandem_db_connections', 'Connections of the pool.', () => pool.totalCount)
  state('tandem_db_connections_idle', 'Of these, idle.', () => pool.idleCount)
  state('tandem_db_waiting', 'Calls that wait for a connection.', () => pool.waitingCount)
  const dbErrors = new Counter({ name: 'tandem_db_connection_errors_total', help: 'Connections that broke.', registers: [register] })

  const deliveries = new Counter({
    name: 'tandem_push_deliveries_total',
    help: 'What became of notifications.',
    labelNames: ['platform', 'outcome'] as const,
    registers: [register],
  })

  const replicaReads = new Counter({
    name: 'tandem_db_replica_reads_total',
    help: 'Reads that a replica was asked for: answered, or handed over to the primary because the replica was behind or failed.',
    labelNames: ['outcome'] as const,
    registers: [register],
  })

  return {
    dbErrors,
    replicaRead: (outcome: string) => replicaReads.inc({ outcome }),
    delivered: (platform: string, outcome: string) => deliveries.inc({ platform, outcome }),
    /** A number of the moment, asked for when the metrics are read. */
    state,
    states,
    cache,
    /** Times every call under its route's pattern, so that ids do not multiply the series. */
    watch(app: FastifyInstance): void {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'unknown'
        calls.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
      })
    },
    text: (): Promise<string> => register.metrics(),
    contentType: register.contentType,
  }
}
