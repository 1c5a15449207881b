// What every module stands on: the clock, the journal, live updates, settings, and what is said when something fails.
import type { FastifyInstance } from 'fastify'
import { dirname } from 'node:path'
import type { MountOptions } from '../../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import type { HttpContext } from '../context.ts'
import { epochOf } from '../db/open.ts'
import { httpContext } from '../http/http-context.ts'
import { createIdempotency } from '../idempotency/idempotency.ts'
import { createEvents } from '../journal/events.ts'
import { createJournal } from '../journal/journal.ts'
import { systemClock } from '../reminders/clock.ts'
import { openSettings } from './settings.ts'

export type Infrastructure = ReturnType<typeof createInfrastructure>

export function createInfrastructure(app: FastifyInstance, options: AppOptions) {
  const { db, version } = options
  const clock = { ...systemClock, ...options.clock }
  const dataDir = dirname(options.indexFile)
  const failed = (what: string) => (error: unknown) => app.log.error({ err: error }, what)
  const epoch = epochOf(db)
  const journal = createJournal(db, clock.now, options.committed ?? (() => undefined))
  const idempotency = createIdempotency(db, journal, clock.now)
  const forgetting = setInterval(() => idempotency.forgetOld(), 3_600_000).unref()
  // Claims and questions are in no journal, and what a list says of a task depends on them.
  let unjournalled = 0
  const mounting = {
    context: httpContext,
    revision: () => `${epoch.slice(-12)}.${version}.${journal.head()}.${unjournalled}`,
    position: journal.head,
    once: idempotency.once,
  } satisfies MountOptions<HttpContext>
  return {
    db,
    clock,
    dataDir,
    epoch,
    failed,
    journal,
    entry: (seq: number) => journal.after(seq - 1, 1).find((found) => found.seq === seq),
    events: createEvents(journal, { report: failed('events') }),
    settings: openSettings({ dataDir, systemCipher: options.systemCipher, report: failed('secrets') }),
    mounting,
    unjournalledChanged: () => void unjournalled++,
    /** Where it answers, once it listens. */
    origin: () => `http://127.0.0.1:${(app.server.address() as { port: number }).port}`,
    /** After everything that stands on it. */
    close: () => clearInterval(forgetting),
  }
}
