// SQL of sync, and nothing else: the connection, what is known of the other side, and what both sides changed.
import type { Statement } from 'better-sqlite3'
import type { Clash } from '../../../../shared/domain/history/merge-fields.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { RemoteConflict } from '../../../../shared/schema/remote.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import type { Role } from '../../../../shared/schema/cloud/team.ts'
import type { Db } from '../../db/open.ts'

export interface Connection {
  connected: boolean
  revoked: boolean
  url: string
  team_id: string
  team_name: string
  role: Role
  outbox: number
  inbox: number | null
  first_total: number | null
  last_synced_at: string | null
}

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
  /** The event of the team's journal up to which that holds. */
  lastEventId: number
  /** How often it was written here since it was sent last. */
  localChangeCount: number
  actor: Actor | null
  inFlight: InFlight | null
  /** Why the cloud refused it. */
  problem: string | null
}

export type SyncStore = ReturnType<typeof createSyncStore>

const itemColumns = ['entity', 'local_id', 'uid', 'parent', 'cloud_id', 'version', 'base', 'seen', 'changes', 'actor', 'sent', 'problem'] as const
const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

interface ItemRow extends Omit<Item, 'base' | 'lastEventId' | 'localChangeCount' | 'actor' | 'inFlight'> {
  base: string | null
  seen: number
  changes: number
  actor: string | null
  sent: string | null
}

function readItem(row: unknown): Item {
  const { base, seen, changes, actor, sent, ...rest } = row as ItemRow
  return {
    ...rest,
    base: parsed(base) as Row | null,
    lastEventId: seen,
    localChangeCount: changes,
    actor: parsed(actor) as Actor | null,
    inFlight: parsed(sent) as InFlight | null,
  }
}

function itemRow({ base, lastEventId, localChangeCount, actor, inFlight, ...rest }: Item): ItemRow {
  return { ...rest, base: json(base), seen: lastEventId, changes: localChangeCount, actor: json(actor), sent: json(inFlight) }
}

export function createSyncStore(db: Db) {
  const read = db.prepare('SELECT * FROM remote WHERE id = 1')
  const write = db.prepare(
    `INSERT OR REPLACE INTO remote VALUES (1, @connected, @revoked, @url, @team_id, @team_name, @role, @outbox, @inbox, @first_total, @last_synced_at)`,
  )
  const put = db.prepare(`INSERT OR REPLACE INTO remote_items (${itemColumns.join(', ')}) VALUES (${itemColumns.map((name) => `@${name}`).join(', ')})`)
  const drop = db.prepare('DELETE FROM remote_items WHERE entity = ? AND local_id = ?')
  const byId = db.prepare('SELECT * FROM remote_items WHERE entity = ? AND local_id = ?')
  const byUid = db.prepare('SELECT * FROM remote_items WHERE entity = ? AND uid = ?')
  const byCloudId = db.prepare('SELECT * FROM remote_items WHERE entity = ? AND cloud_id = ?')
  const children = db.prepare('SELECT * FROM remote_items WHERE parent = ?')
  const movedIn = ['comment', 'schedule']
    .map(
      (entity) =>
        `SELECT i.* FROM ${entity}s t JOIN remote_items i ON i.entity = '${entity}' AND i.local_id = t.id WHERE t.task_id = @task AND i.parent IS NOT @task`,
    )
    .join(' UNION ALL ')
  const arrivals = db.prepare(movedIn)
  const waiting = db.prepare('SELECT * FROM remote_items WHERE (changes > 0 OR sent IS NOT NULL) AND entity = ? AND local_id > ? ORDER BY local_id LIMIT ?')
  const all = db.prepare('SELECT * FROM remote_items WHERE entity = ? ORDER BY local_id')
  const count = db
    .prepare("SELECT coalesce(sum(changes + coalesce(json_extract(sent, '$.count'), 0)), 0) FROM remote_items WHERE changes > 0 OR sent IS NOT NULL")
    .pluck()
  const countOfTask = db
    .prepare(
      "SELECT coalesce(sum(changes + coalesce(json_extract(sent, '$.count'), 0)), 0) FROM remote_items WHERE (entity = 'task' AND local_id = @id) OR parent = @id",
    )
    .pluck()
  const countOf = db.prepare('SELECT count(*) FROM remote_items WHERE entity = ?').pluck()
  const known = db.prepare('SELECT local_id FROM remote_items WHERE entity = ? AND base IS NOT NULL AND cloud_id > ? AND cloud_id <= ? AND seen <= ?').pluck()
  const refused = db.prepare('SELECT * FROM remote_items WHERE problem IS NOT NULL ORDER BY entity, local_id LIMIT 1000')
  const countRefused = db.prepare('SELECT count(*) FROM remote_items WHERE problem IS NOT NULL').pluck()
  // By task, as the journal is kept; a comment that has moved since is looked for the long way.
  const places = { task: 'task_id = @task AND entity = @entity AND entity_id = @id', contact: 'task_id IS NULL AND entity = @entity AND entity_id = @id' }
  const writerIn = (place: string) =>
    db.prepare(
      `SELECT actor_kind AS kind, actor_name AS name FROM journal WHERE ${place} AND actor_kind <> 'system' ORDER BY actor_kind <> 'email', seq LIMIT 1`,
    )
  const writers = { task: writerIn(places.task), contact: writerIn(places.contact) }
  // Wherever it was then: a merge may have moved it since an earlier delete.
  const lastDelete = db.prepare(
    "SELECT seq, before, cause, actor_kind AS by FROM journal WHERE entity = @entity AND entity_id = @local_id AND action = 'deleted' ORDER BY seq DESC LIMIT 1",
  )
  const lifeOfContact = db.prepare(
    `SELECT (SELECT actor_kind FROM journal WHERE entity = 'contact' AND entity_id = @id AND action = 'created' AND entity <> 'task' ORDER BY seq LIMIT 1) AS by,
       EXISTS (SELECT 1 FROM journal WHERE task_id IS NULL AND entity = 'contact' AND entity_id = @id AND action = 'deleted') AS ended`,
  )
  const placeOf = ({ entity, local_id, parent }: Item) => ({ entity, id: local_id, task: entity === 'task' ? local_id : parent })
  const addConflict = db.prepare(
    'INSERT INTO remote_conflicts (entity, entity_id, task_id, field, base, local, remote, kept, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const openConflicts = db.prepare('SELECT * FROM remote_conflicts WHERE settled_at IS NULL ORDER BY id DESC LIMIT 1000')
  const conflict = db.prepare('SELECT * FROM remote_conflicts WHERE id = ?')
  const countConflicts = db.prepare('SELECT count(*) FROM remote_conflicts WHERE settled_at IS NULL').pluck()
  const settleConflict = db.prepare('UPDATE remote_conflicts SET settled_at = ? WHERE id = ?')
  const uploads: Record<SyncEntity, Statement> = {
    contact: db.prepare("INSERT OR IGNORE INTO remote_items (entity, local_id, uid, changes) SELECT 'contact', id, lower(uid), 1 FROM contacts"),
    task: db.prepare("INSERT OR IGNORE INTO remote_items (entity, local_id, uid, changes) SELECT 'task', id, lower(uid), 1 FROM tasks"),
    comment: db.prepare(
      "INSERT OR IGNORE INTO remote_items (entity, local_id, uid, parent, changes) SELECT 'comment', id, lower(uid), task_id, 1 FROM comments",
    ),
    schedule: db.prepare(
      "INSERT OR IGNORE INTO remote_items (entity, local_id, uid, parent, changes) SELECT 'schedule', id, lower(uid), task_id, 1 FROM schedules",
    ),
  }
  const readConflict = (row: unknown): RemoteConflict & { settled_at: string | null } => {
    const { base, local, remote, kept, ...rest } = row as Record<'base' | 'local' | 'remote' | 'kept', string> & RemoteConflict & { settled_at: string | null }
    return { ...rest, base: JSON.parse(base), local: JSON.parse(local), remote: JSON.parse(remote), kept: JSON.parse(kept) }
  }
  const one = (row: unknown) => (row === undefined ? undefined : readItem(row))

  return {
    connection(): Connection | undefined {
      const row = read.get() as (Omit<Connection, 'connected' | 'revoked'> & { id: number; connected: number; revoked: number }) | undefined
      if (!row) return undefined
      const { id: _id, connected, revoked, ...rest } = row
      return { ...rest, connected: connected === 1, revoked: revoked === 1 }
    },
    keepConnection: (to: Connection): void => void write.run({ ...to, connected: Number(to.connected), revoked: Number(to.revoked) }),
    /** Of another team: nothing that is known of this one holds there. */
    forgetItems: (): void =>
      void db.exec(
        'DELETE FROM remote_items; DELETE FROM remote_conflicts; DELETE FROM remote_reading; DELETE FROM remote_slugs; DELETE FROM remote_told; DELETE FROM remote_epoch',
      ),
    /** The cloud lost what it had. What is here is compared with what it has now as if the two had never met: nothing of it is taken for deleted there. */
    forgetThere: (): void =>
      void db.exec(`
        UPDATE remote_items SET cloud_id = NULL, version = NULL, base = NULL, seen = 0, sent = NULL, problem = NULL, changes = max(1, changes);
        DELETE FROM remote_slugs;
        DELETE FROM remote_reading`),
    /** Perhaps the cloud takes by now what it refused. */
    tryRefusedAgain: (): void => void db.exec('UPDATE remote_items SET problem = NULL, changes = changes + 1 WHERE problem IS NOT NULL'),
    /** Everything that is here is to be uploaded, unless it is known already. */
    markAll(): void {
      for (const statement of Object.values(uploads)) statement.run()
    },
    put: (item: Item): void => void put.run(itemRow(item)),
    drop: (entity: SyncEntity, id: number): void => void drop.run(entity, id),
    byId: (entity: SyncEntity, id: number) => one(byId.get(entity, id)),
    byUid: (entity: SyncEntity, uid: string) => one(byUid.get(entity, uid)),
    byCloudId: (entity: SyncEntity, id: number) => one(byCloudId.get(entity, id)),
    children: (taskId: number): Item[] => children.all(taskId).map(readItem),
    /** What was moved to a task here, and is elsewhere there. */
    movedTo: (taskId: number): Item[] => arrivals.all({ task: taskId }).map(readItem),
    waiting: (entity: SyncEntity, after: number, limit: number): Item[] => waiting.all(entity, after, limit).map(readItem),
    all: (entity: SyncEntity): Item[] => all.all(entity).map(readItem),
    countWaiting: (): number => count.get() as number,
    countWaitingOf: (taskId: number): number => countOfTask.get({ id: taskId }) as number,
    countItems: (entity: SyncEntity): number => countOf.get(entity) as number,
    /** Local ids of what is there, as far as known, between two of its ids, and was known so before an event. */
    thereBetween: (entity: SyncEntity, above: number, upTo: number, seenUpTo: number): number[] => known.all(entity, above, upTo, seenUpTo) as number[],
    refused: (): Item[] => refused.all().map(readItem),
    countRefused: (): number => countRefused.get() as number,
    /** Who wrote it; somebody from outside before all others, so that their text is not taken for another's. */
    writerOf: (item: Item) => (item.entity === 'contact' ? writers.contact : writers.task).get(placeOf(item)) as Actor | undefined,
    /** Who made a contact here, and whether it was ever taken away. */
    lifeOfContact: (id: number) => lifeOfContact.get({ id }) as { by: Actor['kind'] | null; ended: 0 | 1 },
    /** `by`: what kind of actor; `cause`: of what it went along with. */
    lastDelete({ entity, local_id }: Item): { seq: number; before: Row; by: Actor['kind']; cause: number | null } | undefined {
      const row = lastDelete.get({ entity, local_id }) as { seq: number; before: string; by: Actor['kind']; cause: number | null } | undefined
      return row && { ...row, before: JSON.parse(row.before) as Row }
    },

    addConflict({ entity, local_id, parent }: Item, { field, base, local, remote, kept }: Clash, at: string): void {
      const task = entity === 'task' ? local_id : parent
      const text = (value: unknown) => JSON.stringify(value ?? null)
      addConflict.run(entity, local_id, task, field, text(base), text(local), text(remote), text(kept), at)
    },
    conflicts: (): RemoteConflict[] => openConflicts.all().map((row) => publicConflict(readConflict(row))),
    conflict: (id: number) => {
      const row = conflict.get(id)
      return row === undefined ? undefined : readConflict(row)
    },
    countConflicts: (): number => countConflicts.get() as number,
    settleConflict: (id: number, at: string): void => void settleConflict.run(at, id),
  }
}

function publicConflict({ settled_at: _settled, ...conflict }: RemoteConflict & { settled_at: string | null }): RemoteConflict {
  return conflict
}
