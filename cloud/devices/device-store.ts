// SQL for devices, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

const columns = ['id', 'platform', 'name', 'created_at', 'updated_at'] as const
export type DeviceRow = Pick<Tables['devices'], (typeof columns)[number]>

const ofUser = (userId: string) => sqlFor.selectFrom('devices').select(columns).where('user_id', '=', userId)

export const deviceStore = {
  /** Registrations of one person wait for one another. */
  lockOwner: (tx: Tx, userId: string) => tx.first(sqlFor.selectFrom('users').select('id').where('id', '=', userId).forUpdate()),

  /** Registrations of one device wait for one another, whoever makes them. */
  lockToken: (tx: Tx, tokenHash: Buffer) =>
    tx.all(sqlFor.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${`device ${tokenHash.toString('hex')}`}, 0))`.as('locked'))),

  /** Newest first. */
  list: (tx: Tx, userId: string): Promise<DeviceRow[]> => tx.all(ofUser(userId).orderBy('created_at', 'desc').orderBy('id', 'desc')),
  byId: (tx: Tx, userId: string, id: string): Promise<DeviceRow | undefined> => tx.first(ofUser(userId).where('id', '=', id)),

  async others(tx: Tx, userId: string, tokenHash: Buffer): Promise<number> {
    const query = sqlFor.selectFrom('devices').where('user_id', '=', userId).where('token_hash', '<>', tokenHash)
    return (await tx.first(query.select((qb) => qb.fn.countAll<number>().as('n'))))?.n ?? 0
  },

  /** Whoever had it before: their rows about it go with it. */
  takeFromOthers: (tx: Tx, userId: string, tokenHash: Buffer) =>
    tx.run(sqlFor.deleteFrom('devices').where('token_hash', '=', tokenHash).where('user_id', '<>', userId)),

  upsert: (tx: Tx, device: Tables['devices']): Promise<(DeviceRow & { inserted: boolean }) | undefined> =>
    tx.first(
      sqlFor
        .insertInto('devices')
        .values(device)
        .onConflict((conflict) =>
          conflict
            .column('token_hash')
            .doUpdateSet({
              session_id: device.session_id,
              platform: device.platform,
              name: device.name,
              token_sealed: device.token_sealed,
              updated_at: device.updated_at,
            })
            // Never the row of somebody else.
            .where('devices.user_id', '=', device.user_id),
        )
        .returning([...columns, sql<boolean>`xmax = 0`.as('inserted')]),
    ),

  remove: (tx: Tx, userId: string, id: string) => tx.run(sqlFor.deleteFrom('devices').where('user_id', '=', userId).where('id', '=', id)),
}
