import type { Entity } from '../../../shared/schema/journal.ts'
import type { Db } from '../db/open.ts'

/** Was an id ever given, also to something that is gone? The journal knows: it never forgets. */
export function createUsedIds(db: Db) {
  const ofTask = db.prepare('SELECT 1 FROM journal WHERE task_id = ? LIMIT 1').pluck()
  const ofOther = db.prepare("SELECT 1 FROM journal WHERE entity = ? AND entity_id = ? AND action = 'created' AND entity <> 'task' LIMIT 1").pluck()
  const creation = db.prepare("SELECT undone_by FROM journal WHERE task_id = ? AND entity = 'task' AND action = 'created' ORDER BY seq LIMIT 1").pluck()
  const otherCreation = db
    .prepare("SELECT undone_by FROM journal WHERE entity = ? AND entity_id = ? AND action = 'created' AND entity <> 'task' ORDER BY seq LIMIT 1")
    .pluck()
  return {
    isUsed: (entity: Entity, id: number): boolean => (entity === 'task' ? ofTask.get(id) : ofOther.get(entity, id)) !== undefined,
    /** Did somebody undo the very write that made it? */
    isUndone: (entity: Entity, id: number): boolean => typeof (entity === 'task' ? creation.get(id) : otherCreation.get(entity, id)) === 'number',
  }
}

export type UsedIds = ReturnType<typeof createUsedIds>
