// Remembers the answer to a POST with an Idempotency-Key, in the transaction that made its writes.
import { AppError } from '../../shared/domain/app-error.ts'
import type { StoredReply } from '../../shared/http/mount.ts'
import type { TeamContext } from '../context.ts'
import { sqlFor } from '../db/database.ts'
import type { Journal } from './journal.ts'

const hour = 3_600_000
const keptFor = 24 * hour
/** A phone may be away for weeks, and then sends again what had arrived without its hearing of it. */
const keptForPeople = 30 * 24 * hour
/** Keys that begin like this are the team's: whoever of it comes first does it, and the others are answered the same. */
const teamKey = 'team:'
const wholeTeam = 'team'

export function createIdempotency(journal: Journal) {
  return {
    once(
      key: string,
      fingerprint: string,
      ctx: TeamContext,
      execute: (ctx: TeamContext) => Promise<StoredReply>,
    ): Promise<{ replayed: boolean; reply: StoredReply }> {
      return journal.write(ctx, async (write) => {
        const { tx, at } = write
        const own = { team_id: ctx.team.id, principal: key.startsWith(teamKey) ? wholeTeam : ctx.principal, key }
        const oldest = new Date(journal.now().getTime() - (own.principal.startsWith('user:') ? keptForPeople : keptFor)).toISOString()
        // Claims the key. The same request at the same time waits here until this one has committed or given up.
        const claimed = await tx.first(
          sqlFor
            .insertInto('idempotency')
            .values({ ...own, fingerprint, created_at: at })
            .onConflict((conflict) =>
              conflict
                .columns(['team_id', 'principal', 'key'])
                .doUpdateSet({ fingerprint, created_at: at, status: null, headers: null, body: null })
                .where('idempotency.created_at', '<=', oldest),
            )
            .returning('key'),
        )
        const row = sqlFor.selectFrom('idempotency').where('team_id', '=', own.team_id).where('principal', '=', own.principal).where('key', '=', key)
        if (!claimed) {
          const known = await tx.first(row.select(['fingerprint', 'status', 'headers', 'body']))
          if (!known || known.fingerprint !== fingerprint)
            throw new AppError('idempotency_mismatch', `The Idempotency-Key '${key}' was used for another request. Use a new key for a new request.`)
          return { replayed: true, reply: { status: known.status as number, headers: known.headers as Record<string, string>, body: known.body ?? undefined } }
        }
        const reply = await execute({ ...ctx, write })
        await tx.run(
          sqlFor
            .updateTable('idempotency')
            .set({ status: reply.status, headers: JSON.stringify(reply.headers), body: reply.body === undefined ? null : JSON.stringify(reply.body) })
            .where('team_id', '=', own.team_id)
            .where('principal', '=', own.principal)
            .where('key', '=', key),
        )
        return { replayed: false, reply }
      })
    },
  }
}
