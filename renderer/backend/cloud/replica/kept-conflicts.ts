// What was written here over what somebody else had set meanwhile, until a person has looked at it: kept on this device, as each desktop keeps its own.
import type { Clash } from '../../../../shared/domain/history/merge-fields.ts'
import { same } from '../../../../shared/domain/history/difference.ts'
import type { RemoteConflict } from '../../../../shared/schema/remote.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { taskFields } from '../../../../shared/sync/synced-fields.ts'
import type { KeptDatabase } from './kept.ts'

export interface KeptConflicts {
  /** Oldest first. */
  list(): Promise<RemoteConflict[]>
  put(conflicts: readonly RemoteConflict[]): Promise<void>
  drop(id: number): Promise<void>
}

/** `changed`: told also when another tab of the team changes them. Without a database they last as long as the page. */
export function openConflicts(team: string, db: KeptDatabase | undefined, changed: () => void): KeptConflicts {
  const tabs = new BroadcastChannel(`tandem-conflicts-${team}`)
  tabs.addEventListener('message', changed)
  const known = new Map<number, RemoteConflict>()
  function tell(): void {
    tabs.postMessage('')
    changed()
  }
  return {
    async list() {
      const kept = (await db?.getAll('conflicts').catch(() => undefined)) ?? []
      return [...new Map([...kept, ...known.values()].map((one) => [one.id, one])).values()].sort((a, b) => a.id - b.id)
    },
    async put(conflicts) {
      for (const one of conflicts) await (db?.put('conflicts', one) ?? Promise.reject(new Error('no database'))).catch(() => known.set(one.id, one))
      tell()
    },
    async drop(id) {
      known.delete(id)
      await db?.delete('conflicts', id).catch(() => undefined)
      tell()
    },
  }
}

/** As many fields as a task can have, so that each of one write has a number of its own. */
const fieldsAWrite = 64

/** The same write, sent again after its answer was lost, makes the same. `turn`: of the write. */
export const conflictsOf = (turn: number, taskId: number, clashes: readonly Clash[], at: string): RemoteConflict[] =>
  clashes.map((clash) => ({
    id: turn * fieldsAWrite + taskFields.findIndex((field) => field === clash.field),
    task_id: taskId,
    entity: 'task',
    entity_id: taskId,
    ...clash,
    at,
  }))

/** As they stand by now: `find` gives the task as the person sees it. What is deleted, or was set to what the other wrote, is settled. */
export function openAmong(conflicts: readonly RemoteConflict[], find: (id: number) => Task | undefined): RemoteConflict[] {
  return conflicts.flatMap((conflict): RemoteConflict[] => {
    const task = find(conflict.entity_id)
    if (!task) return []
    const now = task[conflict.field as keyof Task] ?? null
    if (same(now, conflict.kept)) return [conflict]
    if (same(now, conflict.remote)) return []
    // One of the two stood, and was written once more since: before the first was sent, as a rule.
    return [{ ...conflict, kept: now, ...(same(conflict.kept, conflict.local) ? { local: now } : {}) }]
  })
}
