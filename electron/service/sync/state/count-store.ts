// SQL of how much of sync waits or was refused, and nothing else.
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import type { Db } from '../../db/open.ts'

const changes = "coalesce(sum(changes + coalesce(json_extract(sent, '$.count'), 0)), 0)"

export function createCountStore(db: Db) {
  const count = (sql: string) => db.prepare(`SELECT ${sql}`).pluck()
  // What the cloud is too old for does not wait: nothing can be done about it here.
  const untaken = "SELECT kind.key FROM remote_fields f, json_each(f.fields) kind WHERE f.name = 'taken' AND json_array_length(kind.value) = 0"
  const waiting = count(`${changes} FROM remote_items WHERE (changes > 0 OR sent IS NOT NULL) AND entity NOT IN (${untaken})`)
  const ofTask = count(`${changes} FROM remote_items WHERE (entity = 'task' AND local_id = @id) OR parent = @id`)
  const items = count('count(*) FROM remote_items WHERE entity = ?')
  const refused = count('count(*) FROM remote_items WHERE problem IS NOT NULL')

  return {
    countWaiting: (): number => waiting.get() as number,
    countWaitingOf: (taskId: number): number => ofTask.get({ id: taskId }) as number,
    countItems: (entity: SyncEntity): number => items.get(entity) as number,
    countRefused: (): number => refused.get() as number,
  }
}
