// SQL for contacts, and nothing else.
import type { StoredContact } from '../../../shared/schema/contact.ts'
import { columns } from '../../../shared/sync/synced-fields.ts'
import type { Db } from '../db/open.ts'
import { prepareInsert, prepareUpdate, type Unsaved } from '../db/row-writes.ts'

export type ContactStore = ReturnType<typeof createContactStore>

export function createContactStore(db: Db) {
  const insert = prepareInsert(db, 'contacts', columns.contact)
  const update = prepareUpdate(db, 'contacts', columns.contact)
  const remove = db.prepare('DELETE FROM contacts WHERE id = ?')
  const byId = db.prepare('SELECT * FROM contacts WHERE id = ?')
  const bySlug = db.prepare('SELECT * FROM contacts WHERE slug = ?')
  const byUid = db.prepare('SELECT * FROM contacts WHERE uid = ?')
  const byEmail = db.prepare('SELECT * FROM contacts WHERE email = ? COLLATE NOCASE ORDER BY id LIMIT 1')
  const list = db.prepare('SELECT * FROM contacts WHERE id < ? ORDER BY id DESC LIMIT ?')
  const count = db.prepare('SELECT count(*) FROM contacts').pluck()
  return {
    insert: (row: Unsaved<StoredContact>): number => insert(row),
    update: (row: StoredContact): void => update(row),
    remove: (id: number): void => void remove.run(id),
    byId: (id: number) => byId.get(id) as StoredContact | undefined,
    bySlug: (slug: string) => bySlug.get(slug) as StoredContact | undefined,
    byUid: (uid: string) => byUid.get(uid) as StoredContact | undefined,
    /** The oldest with this address; the case of a–z does not count. */
    byEmail: (email: string) => byEmail.get(email) as StoredContact | undefined,
    /** Newest first. */
    list: (below = Number.MAX_SAFE_INTEGER, limit = -1) => list.all(below, limit) as StoredContact[],
    count: (): number => count.get() as number,
  }
}
