// SQL of what the team is still to be told, and nothing else.
import type { NotificationEvent } from '../../../../shared/schema/cloud/notification.ts'
import type { Db } from '../../db/open.ts'

/** `key`: under this the cloud tells it once, whichever desktop says so. */
export interface Notice {
  key: string
  event: NotificationEvent
  task_id: number
  title: string
  body: string | null
  created_at: string
}

export type NoticeStore = ReturnType<typeof createNoticeStore>

export function createNoticeStore(db: Db) {
  const put = db.prepare(
    'INSERT OR IGNORE INTO remote_notices (key, event, task_id, title, body, created_at) VALUES (@key, @event, @task_id, @title, @body, @created_at)',
  )
  const drop = db.prepare('DELETE FROM remote_notices WHERE key = ?')
  const list = db.prepare('SELECT * FROM remote_notices ORDER BY created_at, key LIMIT ?')
  const forget = db.prepare('DELETE FROM remote_notices WHERE created_at < ?')
  return {
    put: (notice: Notice): void => void put.run(notice),
    drop: (key: string): void => void drop.run(key),
    list: (limit: number): Notice[] => list.all(limit) as Notice[],
    forgetBefore: (moment: string): void => void forget.run(moment),
    clear: (): void => void db.exec('DELETE FROM remote_notices'),
  }
}
