// SQL for how contacts are called in the cloud, and nothing else.
import type { Db } from '../../db/open.ts'

interface Called {
  here: string
  there: string | null
  email: string
}

export function createSlugStore(db: Db) {
  const keep = db.prepare('INSERT OR REPLACE INTO remote_slugs VALUES (lower(?), ?)')
  const drop = db.prepare('DELETE FROM remote_slugs WHERE uid = lower(?)')
  // Called otherwise there; or called here as somebody else is there.
  const called = db.prepare(`
    SELECT c.slug AS here, s.slug AS there, c.email FROM contacts c JOIN remote_slugs s ON s.uid = lower(c.uid) WHERE s.slug <> c.slug AND c.email <> ''
    UNION ALL
    SELECT c.slug, NULL, c.email FROM contacts c JOIN remote_slugs s ON s.slug = c.slug WHERE s.uid <> lower(c.uid) AND c.email <> ''`)
  const naming = db.prepare('SELECT DISTINCT t.id FROM tasks t, json_each(t.requesters) r WHERE r.value IN (SELECT value FROM json_each(?))').pluck()

  return {
    keep: (uid: string, slug: string): void => void keep.run(uid, slug),
    drop: (uid: string): void => void drop.run(uid),
    calledOtherwise: () => called.all() as Called[],
    /** Tasks that name one of these as a requester. */
    tasksNaming: (slugs: readonly string[]) => naming.all(JSON.stringify(slugs)) as number[],
  }
}
