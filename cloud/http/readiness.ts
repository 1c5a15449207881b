// Do calls get through here? Reading alone does not say: a standby that must confirm each commit may be gone, or the database may be read-only.
import { AppError } from '../../shared/domain/app-error.ts'
import { type Database, sqlFor } from '../db/database.ts'

/** Longer than a commit takes, and shorter than a balancer waits for an answer. */
const timeoutMs = 2500
/** Anybody may ask: of a burst of questions one writes, the others read. */
const writeEveryMs = 1000

export interface Readiness {
  /** A call's write was committed just now. */
  written(): void
  /** Throws `storage_unavailable` when nothing can be written, or not in time. */
  check(): Promise<void>
}

export function createReadiness(db: Database, now: () => Date): Readiness {
  let asking: Promise<unknown> | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  const written = () => void (writtenAt = performance.now())

  async function write(): Promise<void> {
    await db.asCourier((tx) => tx.run(sqlFor.updateTable('epoch').set({ written_at: now().toISOString() })))
    written()
  }

  const read = () => db.logins(sqlFor.selectFrom('team_counters').select('team_id').limit(1))

  async function ask(): Promise<void> {
    // One that hangs is waited for by all: the next ones would hang, too, and hold connections.
    asking ??= (performance.now() - writtenAt < writeEveryMs ? read() : write()).finally(() => (asking = undefined))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new AppError('storage_unavailable', `The database accepted no write within ${timeoutMs / 1000} seconds.`, { extra: { retry_after: 5 } })),
        timeoutMs,
      )
    })
    try {
      await Promise.race([asking, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async function check(): Promise<void> {
    const askedAt = performance.now()
    try {
      await ask()
    } catch (error) {
      // The question waited behind calls that do get through: such an instance is busy, and taking it away would only burden the others.
      if (writtenAt < askedAt) throw error
    }
  }

  return { written, check }
}
