// Desktops that cannot send what was written on them, by what they say of themselves. In memory and without names: an operator asks whether some are
// stuck now, on whichever instance they call.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { syncContract, unsentHeader } from '../../shared/contract/cloud/sync.ts'
import { eventContract } from '../../shared/contract/events.ts'
import type { createMetrics } from '../metrics.ts'

export interface OutboxTimes {
  /** Milliseconds. A desktop tries again after a minute at most: one that is silent for longer is off, or asks another instance. */
  silentMs: number
  /** One that has come back says so once or twice, and has sent everything soon. */
  stuckAfterMs: number
}

export const outboxTimes: OutboxTimes = { silentMs: 300_000, stuckAfterMs: 60_000 }
/** Beyond this many no others are noted. */
const maxRemembered = 10_000
/** A clock that was wrong when something was written must not say more. */
const maxSeconds = 365 * 24 * 3600

interface Told {
  /** When it first said that something waits, and has sent nothing since. */
  since: number
  at: number
  /** The oldest change's age then. */
  seconds: number
}

export interface Outboxes {
  /** How many desktops are stuck. */
  stuck: number
  /** Of the oldest change on one of them; 0: none is stuck. */
  seconds: number
}

export function createOutboxes({ silentMs, stuckAfterMs }: OutboxTimes, clock: () => number) {
  const told = new Map<string, Told>()

  return {
    /** A desktop, by its token, says how old its oldest change is. */
    waits(desktop: string, seconds: number): void {
      const at = clock()
      const before = told.get(desktop)
      const goesOn = before !== undefined && at - before.at < silentMs
      if (before !== undefined || told.size < maxRemembered)
        told.set(desktop, { since: goesOn ? before.since : at, at, seconds: Math.min(seconds, maxSeconds) })
    },

    /** It has sent something, or says that nothing waits. */
    moves: (desktop: string): void => void told.delete(desktop),

    now(): Outboxes {
      const now = clock()
      const found = { stuck: 0, seconds: 0 }
      for (const [desktop, { since, at, seconds }] of told) {
        if (now - at >= silentMs) told.delete(desktop)
        else if (at - since >= stuckAfterMs) {
          found.stuck++
          found.seconds = Math.max(found.seconds, seconds + (now - at) / 1000)
        }
      }
      return found
    },
  }
}

const secondsIn = ({ headers }: FastifyRequest): number | undefined => {
  const said = [headers[unsentHeader]].flat()[0]
  return said !== undefined && /^\d{1,12}$/.test(said) ? Number(said) : undefined
}

/** After the auth guard: who is not let in says nothing. */
export function watchOutboxes(app: FastifyInstance, metrics: Pick<ReturnType<typeof createMetrics>, 'state'>, times: OutboxTimes): void {
  const outboxes = createOutboxes(times, () => performance.now())
  metrics.state('tandem_outboxes_stuck', 'Desktops that have said for a minute that they cannot send what waits on them.', () => outboxes.now().stuck)
  metrics.state('tandem_outbox_age_seconds', 'Age of the oldest change on a desktop that cannot send it.', () => outboxes.now().seconds)

  app.addHook('onRequest', async (request) => {
    const { contract } = request.routeOptions.config
    const caller = request.login?.caller
    if (caller?.kind !== 'token' || (contract !== syncContract.writeSync && contract !== eventContract.streamTeamEvents)) return
    const seconds = secondsIn(request)
    if (seconds !== undefined) outboxes.waits(caller.id, seconds)
    else if (contract === eventContract.streamTeamEvents) outboxes.moves(caller.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const caller = request.login?.caller
    if (caller?.kind === 'token' && request.routeOptions.config.contract === syncContract.writeSync && reply.statusCode < 300) outboxes.moves(caller.id)
  })
}
