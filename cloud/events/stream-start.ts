// Where a stream begins: at the event that its client saw last, or where its consumer stood, or at the head.
import type { TeamContext } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import { eventStore } from './event-store.ts'
import { requireStillHere } from './standing.ts'

const retention = 7 * 24 * 3_600_000

export interface StreamStart {
  /** The team's last event. */
  head: number
  position: number
  /** When the event of that position was written. */
  at: string | undefined
  /** What was asked for does not exist here, or not any more. */
  reset: boolean
}

export const consumerOf = (ctx: Pick<TeamContext, 'principal' | 'caller'>) => (ctx.caller?.kind === 'session' ? `session:${ctx.caller.id}` : ctx.principal)

export function createStreamStarts(db: Database, now: () => Date) {
  /** Is something after that position older than what is kept, or gone already? Numbers have no gaps but those. */
  async function hasLost(tx: Tx, teamId: string, position: number): Promise<boolean> {
    const unseen = await eventStore.firstAfter(tx, teamId, position)
    return unseen?.seq !== position + 1 || now().getTime() - Date.parse(unseen.created_at) > retention
  }

  /**
   * `asked`: undefined asks for the consumer's own position, null is none of ours. Of another life of the database, or older than what is kept: at
   * the head. The login is looked at after the head: whatever ends it later stands behind the head, and is read.
   */
  return (ctx: TeamContext, asked: number | undefined | null): Promise<StreamStart> => {
    const { id } = ctx.team
    const consumer = consumerOf(ctx)
    return db.inTeam(id, async (tx) => {
      const head = await eventStore.head(tx, id)
      await requireStillHere({ tx, teamId: id }, ctx)
      const wanted = asked === undefined ? await eventStore.cursor(tx, id, consumer) : asked
      const lost = wanted === null || (wanted ?? 0) > head || (wanted !== undefined && wanted < head && (await hasLost(tx, id, wanted)))
      const position = lost || wanted === undefined ? head : wanted
      await eventStore.moveCursor(tx, id, consumer, position, now().toISOString())
      // Numbers are given again after a restore, moments are not: whoever was here before sees whether these are the events that they know.
      const at = await eventStore.momentOf(tx, id, position)
      return { head, position, at, reset: lost }
    })
  }
}
