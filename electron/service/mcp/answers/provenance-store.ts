// SQL for who wrote what of a task or a contact, and nothing else.
import type { Db } from '../../db/open.ts'

export function createProvenanceStore(db: Db) {
  // A comment that came with an import or a merge has its author, and no entry of its author's.
  const touched = db
    .prepare(
      `SELECT task_id FROM journal WHERE actor_kind = 'email' AND task_id IN (SELECT value FROM json_each(@ids))
       UNION SELECT task_id FROM comments WHERE author_kind = 'email' AND task_id IN (SELECT value FROM json_each(@ids))`,
    )
    .pluck()
  const isTouched = db
    .prepare(
      "SELECT 1 WHERE EXISTS (SELECT 1 FROM journal WHERE actor_kind = 'email' AND task_id = ?) OR EXISTS (SELECT 1 FROM comments WHERE author_kind = 'email' AND task_id = ?)",
    )
    .pluck()
  const hasAny = db
    .prepare(
      "SELECT EXISTS (SELECT 1 FROM journal WHERE actor_kind = 'email') OR EXISTS (SELECT 1 FROM comments WHERE author_kind = 'email') OR EXISTS (SELECT 1 FROM messages)",
    )
    .pluck()
  const ofTask = db.prepare("SELECT * FROM journal WHERE task_id = ? AND entity = 'task' ORDER BY seq")
  const ofContact = db.prepare("SELECT * FROM journal WHERE task_id IS NULL AND entity = 'contact' AND entity_id = ? ORDER BY seq")

  return {
    /** Of these tasks, those that a mail wrote something of. */
    touched: (ids: readonly number[]) => touched.all({ ids: JSON.stringify(ids) }) as number[],
    hasAny: (): boolean => hasAny.get() === 1,
    isTouched: (taskId: number): boolean => isTouched.get(taskId, taskId) !== undefined,
    /** The entries of the task itself, oldest first. */
    ofTask: (taskId: number): unknown[] => ofTask.all(taskId),
    ofContact: (contactId: number): unknown[] => ofContact.all(contactId),
  }
}
