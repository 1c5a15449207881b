// SQL of the fields that both sides changed, and nothing else.
import type { Clash } from '../../../../shared/domain/history/merge-fields.ts'
import type { RemoteConflict } from '../../../../shared/schema/remote.ts'
import type { Db } from '../../db/open.ts'
import type { Item } from './item-store.ts'

type StoredConflict = RemoteConflict & { settled_at: string | null }

function readConflict(row: unknown): StoredConflict {
  const { base, local, remote, kept, ...rest } = row as Record<'base' | 'local' | 'remote' | 'kept', string> & StoredConflict
  return { ...rest, base: JSON.parse(base), local: JSON.parse(local), remote: JSON.parse(remote), kept: JSON.parse(kept) }
}

function publicConflict({ settled_at: _settled, ...conflict }: StoredConflict): RemoteConflict {
  return conflict
}

export function createConflictStore(db: Db) {
  const add = db.prepare('INSERT INTO remote_conflicts (entity, entity_id, task_id, field, base, local, remote, kept, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const open = db.prepare('SELECT * FROM remote_conflicts WHERE settled_at IS NULL ORDER BY id DESC LIMIT 1000')
  const byId = db.prepare('SELECT * FROM remote_conflicts WHERE id = ?')
  const count = db.prepare('SELECT count(*) FROM remote_conflicts WHERE settled_at IS NULL').pluck()
  const settle = db.prepare('UPDATE remote_conflicts SET settled_at = ? WHERE id = ?')
  const reopen = db.prepare('UPDATE remote_conflicts SET settled_at = NULL WHERE id = ?')

  return {
    addConflict({ entity, local_id, parent }: Item, { field, base, local, remote, kept }: Clash, at: string): void {
      const task = entity === 'task' ? local_id : parent
      const text = (value: unknown) => JSON.stringify(value ?? null)
      add.run(entity, local_id, task, field, text(base), text(local), text(remote), text(kept), at)
    },
    conflicts: (): RemoteConflict[] => open.all().map((row) => publicConflict(readConflict(row))),
    conflict: (id: number): StoredConflict | undefined => {
      const row = byId.get(id)
      return row === undefined ? undefined : readConflict(row)
    },
    countConflicts: (): number => count.get() as number,
    settleConflict: (id: number, at: string): void => void settle.run(at, id),
    reopenConflict: (id: number): void => void reopen.run(id),
  }
}
