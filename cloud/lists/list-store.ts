// SQL for saved lists, and nothing else.
import { sql } from 'kysely'
import type { SavedList } from '../../shared/schema/saved-list.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'

const ofTeam = (teamId: string) => sqlFor.selectFrom('lists').where('team_id', '=', teamId)
const byUid = (teamId: string, uid: string) => ofTeam(teamId).select(columns.lists).where('uid', '=', uid)

export const listStore = {
  byUid: (tx: Tx, teamId: string, uid: string): Promise<SavedList | undefined> => tx.first(byUid(teamId, uid)),

  /** Keeps others from changing it until the commit. */
  byUidForUpdate: (tx: Tx, teamId: string, uid: string): Promise<SavedList | undefined> => tx.first(byUid(teamId, uid).forUpdate()),

  all: (tx: Tx, teamId: string): Promise<SavedList[]> => tx.all(ofTeam(teamId).select(columns.lists).orderBy('position').orderBy('id')),

  /** How many there are, and the position of the last one: 0 before the first. */
  async room(tx: Tx, teamId: string): Promise<{ count: number; last: number }> {
    const row = await tx.first(ofTeam(teamId).select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(max(position), 0)`.as('last')]))
    return row ?? { count: 0, last: 0 }
  },

  /** As the table takes it. */
  row<L extends Pick<SavedList, 'query'>>(list: L): L {
    const row: Record<string, unknown> = { ...list, query: JSON.stringify(list.query) }
    return row as L
  },

  update: (tx: Tx, teamId: string, { id, uid: _uid, created_at: _created, ...fields }: SavedList) =>
    tx.run(sqlFor.updateTable('lists').set(listStore.row(fields)).where('team_id', '=', teamId).where('id', '=', id)),

  remove: (tx: Tx, teamId: string, id: number) => tx.run(sqlFor.deleteFrom('lists').where('team_id', '=', teamId).where('id', '=', id)),
}
