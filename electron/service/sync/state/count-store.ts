// SQL of how much of sync waits or was refused, and nothing else.
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import type { Db } from '../../db/open.ts'

const changes = "coalesce(sum(changes + coalesce(json_extract(sent, '$.count'), 0)), 0)"

export function createCountStore(db: Db) {
  const count = (sql: string) => db.prepare(`SELECT ${sql}`).pluck()
  const waiting = count(`${changes} FROM remote_items WHERE changes > 0 OR sent IS NOT NULL`)
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
