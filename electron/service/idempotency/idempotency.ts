// Remembers the answer to a POST with an Idempotency-Key for 24 hours, in the transaction that made its writes.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { StoredReply } from '../../../shared/http/mount.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import type { Journal } from '../journal/journal.ts'

const keptFor = 24 * 3_600_000

export function createIdempotency(db: Db, journal: Journal, now: () => Date) {
  const find = db.prepare('SELECT fingerprint, status, headers, body FROM idempotency WHERE key = ? AND created_at > ?')
  const remember = db.prepare('INSERT OR REPLACE INTO idempotency VALUES (?, ?, ?, ?, ?, ?)')
  const forget = db.prepare('DELETE FROM idempotency WHERE created_at <= ?')
  const oldest = () => new Date(now().getTime() - keptFor).toISOString()

  return {
    once(key: string, fingerprint: string, ctx: Context, execute: () => StoredReply): { replayed: boolean; reply: StoredReply } {
      return journal.write(ctx.actor, () => {
        const known = find.get(key, oldest()) as { fingerprint: string; status: number; headers: string; body: string | null } | undefined
        if (known) {
          if (known.fingerprint !== fingerprint)
            throw new AppError('idempotency_mismatch', `The Idempotency-Key '${key}' was used for another request. Use a new key for a new request.`)
          return {
            replayed: true,
            reply: {
              status: known.status,
              headers: JSON.parse(known.headers) as Record<string, string>,
              body: known.body === null ? undefined : JSON.parse(known.body),
            },
          }
        }
        const reply = execute()
        remember.run(
          key,
          fingerprint,
          reply.status,
          JSON.stringify(reply.headers),
          reply.body === undefined ? null : JSON.stringify(reply.body),
          now().toISOString(),
        )
        return { replayed: false, reply }
      })
    },
    forgetOld: (): void => void forget.run(oldest()),
  }
}
