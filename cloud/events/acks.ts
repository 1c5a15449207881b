// POST /events/ack: what a consumer has done, and what it needs longer for.
import { AppError } from '../../shared/domain/app-error.ts'
import type { EventAck, EventPosition } from '../../shared/schema/event.ts'
import type { TeamContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Wakeups } from '../journal/wakeups.ts'
import { eventStore } from './event-store.ts'
import { consumerOf } from './stream-start.ts'

export interface AckDeps {
  db: Database
  wakeups: Wakeups
  now: () => Date
  leaseUntil: () => string
}

export function createAcks({ db, wakeups, now, leaseUntil }: AckDeps) {
  return async ({ id, done = [], extend = [] }: EventAck, ctx: TeamContext): Promise<EventPosition> => {
    if (id === undefined && done.length === 0 && extend.length === 0)
      throw new AppError('invalid', 'Send id (everything up to it is done), done (these events are done) or extend (these events take longer).')
    const team = ctx.team.id
    const consumer = consumerOf(ctx)
    const at = now().toISOString()
    const result = await db.inTeam(team, async (tx) => {
      const head = await eventStore.head(tx, team)
      if (id !== undefined && id > head) throw new AppError('invalid', `There is no event ${id} yet; the last one is ${head}.`)
      const finished = [
        ...(id === undefined ? [] : await eventStore.finish(tx, team, consumer, { upTo: id }, at)),
        ...(done.length === 0 ? [] : await eventStore.finish(tx, team, consumer, { seqs: done }, at)),
      ]
      const extended = extend.length === 0 ? [] : await eventStore.extend(tx, team, consumer, extend, leaseUntil())
      const cursor = id === undefined ? await eventStore.cursor(tx, team, consumer) : await eventStore.moveCursor(tx, team, consumer, id, at)
      return { cursor: cursor ?? head, done: finished, extended }
    })
    // There may be more work for who has finished some.
    if (result.done.length > 0) wakeups.changed(team)
    return result
  }
}
