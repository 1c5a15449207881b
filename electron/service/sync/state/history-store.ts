// SQL of what sync asks the journal about one record, and nothing else.
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { Db } from '../../db/open.ts'
import type { Item } from './item-store.ts'

// By task, as the journal is kept; a comment that has moved since is looked for the long way.
const places = { task: 'task_id = @task AND entity = @entity AND entity_id = @id', none: 'task_id IS NULL AND entity = @entity AND entity_id = @id' }
const hasTask = (entity: Item['entity']) => entity !== 'contact' && entity !== 'list'
const placeOf = ({ entity, local_id, parent }: Item) => ({ entity, id: local_id, task: entity === 'task' ? local_id : parent })

/** `by`: what kind of actor; `cause`: of what it went along with. */
interface LastDelete {
  seq: number
  before: Row
  by: Actor['kind']
  cause: number | null
}

export function createHistoryStore(db: Db) {
  const writerIn = (place: string) =>
    db.prepare(
      `SELECT actor_kind AS kind, actor_name AS name FROM journal WHERE ${place} AND actor_kind <> 'system' ORDER BY actor_kind <> 'email', seq LIMIT 1`,
    )
  const writers = { task: writerIn(places.task), none: writerIn(places.none) }
  // Wherever it was then: a merge may have moved it since an earlier delete.
  const lastDelete = db.prepare(
    "SELECT seq, before, cause, actor_kind AS by FROM journal WHERE entity = @entity AND entity_id = @local_id AND action = 'deleted' ORDER BY seq DESC LIMIT 1",
  )
  const lifeOfContact = db.prepare(
    `SELECT (SELECT actor_kind FROM journal WHERE entity = 'contact' AND entity_id = @id AND action = 'created' AND entity <> 'task' ORDER BY seq LIMIT 1) AS by,
       EXISTS (SELECT 1 FROM journal WHERE task_id IS NULL AND entity = 'contact' AND entity_id = @id AND action = 'deleted') AS ended`,
  )
  const lastWritesIn = (place: string) =>
    db.prepare(`SELECT min(at) FROM (SELECT at FROM journal WHERE ${place} AND actor_kind NOT IN ('sync', 'system') ORDER BY seq DESC LIMIT @changes)`).pluck()
  const lastWrites = { task: lastWritesIn(places.task), none: lastWritesIn(places.none) }

  return {
    /** When the first of its last so many changes was made here; null: they are not known. */
    changedSince: (item: Item, changes: number) =>
      (hasTask(item.entity) ? lastWrites.task : lastWrites.none).get({ ...placeOf(item), changes }) as string | null,
    /** Who wrote it; somebody from outside before all others, so that their text is not taken for another's. */
    writerOf: (item: Item) => (hasTask(item.entity) ? writers.task : writers.none).get(placeOf(item)) as Actor | undefined,
    /** Who made a contact here, and whether it was ever taken away. */
    lifeOfContact: (id: number) => lifeOfContact.get({ id }) as { by: Actor['kind'] | null; ended: 0 | 1 },
    lastDelete({ entity, local_id }: Item): LastDelete | undefined {
      const row = lastDelete.get({ entity, local_id }) as (Omit<LastDelete, 'before'> & { before: string }) | undefined
      return row && { ...row, before: JSON.parse(row.before) as Row }
    },
  }
}
