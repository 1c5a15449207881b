// SQL of what sync knows of each record, and nothing else.
import type { Statement } from 'better-sqlite3'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import type { QuotaUsage } from '../../../../shared/schema/cloud/usage.ts'
import type { Db } from '../../db/open.ts'

/** A write as it went out. `count`: how many changes it holds. */
export interface InFlight {
  count: number
  write: {
    key: string
    action: 'create' | 'update' | 'delete'
    uid: string
    task_uid?: string
    id?: number
    version?: number
    after?: number
    actor?: Actor
    fields?: Row
  }
}

/** Why the cloud refused a write. */
export interface Refusal {
  /** In its own words. */
  reason: string
  /** The quota of the team that it goes beyond; null: it is something else, or a quota that is not known here. */
  overQuota: QuotaUsage | null
}

export interface Item {
  entity: SyncEntity
  local_id: number
  uid: string
  /** The local task that it belongs to. */
  parent: number | null
  cloud_id: number | null
  version: number | null
  /** Its fields as both sides had them in common last; null: it is not there. */
  base: Row | null
  /** The same with its `version` in a history of the cloud that is gone, until it is compared with the one that is there now. */
  former: Row | null
  /** The event of the team's journal up to which that holds. */
  lastEventId: number
  /** How often it was written here since it was sent last. */
  localChangeCount: number
  actor: Actor | null
  inFlight: InFlight | null
  problem: Refusal | null
}

const itemColumns = [
  ...(['entity', 'local_id', 'uid', 'parent', 'cloud_id', 'version', 'base', 'former', 'seen', 'changes', 'actor', 'sent'] as const),
  ...(['problem', 'over_quota'] as const),
] as const
const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

interface ItemRow extends Omit<Item, 'base' | 'former' | 'lastEventId' | 'localChangeCount' | 'actor' | 'inFlight' | 'problem'> {
  base: string | null
  former: string | null
  seen: number
  changes: number
  actor: string | null
  sent: string | null
  problem: string | null
  over_quota: string | null
}

function readItem(row: unknown): Item {
  const { base, former, seen, changes, actor, sent, problem, over_quota, ...rest } = row as ItemRow
  return {
    ...rest,
    base: parsed(base) as Row | null,
    former: parsed(former) as Row | null,
    lastEventId: seen,
    localChangeCount: changes,
    actor: parsed(actor) as Actor | null,
    inFlight: parsed(sent) as InFlight | null,
    problem: problem === null ? null : { reason: problem, overQuota: parsed(over_quota) as QuotaUsage | null },
  }
}

function itemRow({ base, former, lastEventId, localChangeCount, actor, inFlight, problem, ...rest }: Item): ItemRow {
  const refused = { problem: problem?.reason ?? null, over_quota: json(problem?.overQuota) }
  return { ...rest, base: json(base), former: json(former), seen: lastEventId, changes: localChangeCount, actor: json(actor), sent: json(inFlight), ...refused }
}

const one = (row: unknown) => (row === undefined ? undefined : readItem(row))

/** What hangs on a task here, and is elsewhere in the cloud. */
const movedTo = ['comment', 'schedule']
  .map(
    (entity) =>
      `SELECT i.* FROM ${entity}s t JOIN remote_items i ON i.entity = '${entity}' AND i.local_id = t.id WHERE t.task_id = @task AND i.parent IS NOT @task`,
  )
  .join(' UNION ALL ')

/** Everything that is here and that sync has not heard of. */
const uploads: Record<SyncEntity, string> = {
  contact: "INSERT OR IGNORE INTO remote_items (entity, local_id, uid, changes) SELECT 'contact', id, lower(uid), 1 FROM contacts",
  task: "INSERT OR IGNORE INTO remote_items (entity, local_id, uid, changes) SELECT 'task', id, lower(uid), 1 FROM tasks",
  comment: "INSERT OR IGNORE INTO remote_items (entity, local_id, uid, parent, changes) SELECT 'comment', id, lower(uid), task_id, 1 FROM comments",
  schedule: "INSERT OR IGNORE INTO remote_items (entity, local_id, uid, parent, changes) SELECT 'schedule', id, lower(uid), task_id, 1 FROM schedules",
  list: "INSERT OR IGNORE INTO remote_items (entity, local_id, uid, changes) SELECT 'list', id, lower(uid), 1 FROM lists",
}

export function createItemStore(db: Db) {
  const select = (rest: string): Statement => db.prepare(`SELECT * FROM remote_items WHERE ${rest}`)
  const put = db.prepare(`INSERT OR REPLACE INTO remote_items (${itemColumns.join(', ')}) VALUES (${itemColumns.map((name) => `@${name}`).join(', ')})`)
  const drop = db.prepare('DELETE FROM remote_items WHERE entity = ? AND local_id = ?')
  const byId = select('entity = ? AND local_id = ?')
  const byUid = select('entity = ? AND uid = ?')
  const byCloudId = select('entity = ? AND cloud_id = ?')
  const children = select('parent = ?')
  const arrivals = db.prepare(movedTo)
  // Named, because SQLite would go through the primary key: past everything that is sent already, with each batch again.
  const waiting = db.prepare(
    'SELECT * FROM remote_items INDEXED BY remote_items_waiting WHERE (changes > 0 OR sent IS NOT NULL) AND entity = ? AND local_id > ? ORDER BY local_id LIMIT ?',
  )
  const page = select('entity = ? AND local_id > ? ORDER BY local_id LIMIT ?')
  const lookAgain = db.prepare('UPDATE remote_items SET seen = seen - 1 WHERE base IS NOT NULL AND seen > 0')
  const all = select('entity = ? ORDER BY local_id')
  const known = db.prepare('SELECT local_id FROM remote_items WHERE entity = ? AND base IS NOT NULL AND cloud_id > ? AND cloud_id <= ? AND seen <= ?').pluck()
  const refused = select('problem IS NOT NULL ORDER BY entity, local_id LIMIT ?')
  const marks = Object.values(uploads).map((statement) => db.prepare(statement))

  return {
    put: (item: Item): void => void put.run(itemRow(item)),
    drop: (entity: SyncEntity, id: number): void => void drop.run(entity, id),
    byId: (entity: SyncEntity, id: number) => one(byId.get(entity, id)),
    byUid: (entity: SyncEntity, uid: string) => one(byUid.get(entity, uid)),
    byCloudId: (entity: SyncEntity, id: number) => one(byCloudId.get(entity, id)),
    children: (taskId: number): Item[] => children.all(taskId).map(readItem),
    /** What was moved to a task here, and is elsewhere there. */
    movedTo: (taskId: number): Item[] => arrivals.all({ task: taskId }).map(readItem),
    waiting: (entity: SyncEntity, after: number, limit: number): Item[] => waiting.all(entity, after, limit).map(readItem),
    page: (entity: SyncEntity, after: number, limit: number): Item[] => page.all(entity, after, limit).map(readItem),
    /** What is read again is not taken for known already. */
    lookAgain: (): void => void lookAgain.run(),
    all: (entity: SyncEntity): Item[] => all.all(entity).map(readItem),
    refused: (limit: number): Item[] => refused.all(limit).map(readItem),
    /** Local ids of what the cloud has, as far as known, between two of its ids, and was known so before an event. */
    cloudRecordsBetween: (entity: SyncEntity, above: number, upTo: number, knownUpTo: number): number[] =>
      known.all(entity, above, upTo, knownUpTo) as number[],
    /** Everything that is here is to be uploaded, unless it is known already. */
    markAll(): void {
      for (const mark of marks) mark.run()
    },
  }
}
