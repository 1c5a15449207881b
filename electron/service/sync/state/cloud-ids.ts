// Under which ids the cloud knows the tasks of this list.
import type { RemoteTask } from '../../../../shared/schema/remote.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import type { SyncStore } from './sync-store.ts'
import { isThere } from './sync-row.ts'

export interface CloudIdDeps {
  store: SyncStore
  requireTask: (id: number) => Task
}

export function createCloudIds({ store, requireTask }: CloudIdDeps) {
  function isHere(taskId: number): boolean {
    try {
      requireTask(taskId)
      return true
    } catch {
      return false
    }
  }

  return {
    /** null: the cloud does not have it yet; undefined: it is gone here. */
    cloudIdOf(taskId: number): number | null | undefined {
      const item = store.byId('task', taskId)
      return item && isThere(item) ? item.cloud_id : isHere(taskId) ? null : undefined
    },

    ofTask(id: number): RemoteTask {
      const { uid } = requireTask(id)
      const connection = store.connection()
      const item = connection?.connected ? store.byId('task', id) : undefined
      const cloud_id = item && isThere(item) ? item.cloud_id : null
      return {
        task_id: id,
        cloud_id,
        uid,
        url: cloud_id === null ? null : `${connection?.url}/task/${cloud_id}`,
        waiting: item ? store.countWaitingOf(id) : 0,
      }
    },
  }
}
