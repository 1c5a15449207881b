// SQL for contacts, and nothing else.
import { sql } from 'kysely'
import type { StoredContact } from '../../shared/schema/contact.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'

const bySlug = (teamId: string, slug: string) => sqlFor.selectFrom('contacts').select(columns.contacts).where('team_id', '=', teamId).where('slug', '=', slug)

export const contactStore = {
  bySlug: (tx: Tx, teamId: string, slug: string): Promise<StoredContact | undefined> => tx.first(bySlug(teamId, slug)),

  /** Keeps others from changing it until the commit. */
  bySlugForUpdate: (tx: Tx, teamId: string, slug: string): Promise<StoredContact | undefined> => tx.first(bySlug(teamId, slug).forUpdate()),

  /** The slugs in use that are this one, or this one with a number. */
  async slugsLike(tx: Tx, teamId: string, slug: string): Promise<Set<string>> {
    const rows = await tx.all(
      sqlFor
        .selectFrom('contacts')
        .select('slug')
        .where('team_id', '=', teamId)
        .where(sql<boolean>`(slug = ${slug} OR starts_with(slug, ${`${slug}-`}))`),
    )
    return new Set(rows.map((row) => row.slug))
  },

  update: (tx: Tx, teamId: string, { id, uid: _uid, slug: _slug, created_at: _created, ...fields }: StoredContact) =>
    tx.run(sqlFor.updateTable('contacts').set(fields).where('team_id', '=', teamId).where('id', '=', id)),

  remove: (tx: Tx, teamId: string, id: number) => tx.run(sqlFor.deleteFrom('contacts').where('team_id', '=', teamId).where('id', '=', id)),

  /** Newest first; `below` is the last id of the page before. */
  list(tx: Tx, teamId: string, below = Number.MAX_SAFE_INTEGER, limit?: number): Promise<StoredContact[]> {
    const query = sqlFor.selectFrom('contacts').select(columns.contacts).where('team_id', '=', teamId).where('id', '<', below).orderBy('id', 'desc')
    return tx.all(limit === undefined ? query : query.limit(limit))
  },

  async count(tx: Tx, teamId: string): Promise<number> {
    const row = await tx.first(sqlFor.selectFrom('team_counters').select('contact_count').where('team_id', '=', teamId))
    return row?.contact_count ?? 0
  },
}
