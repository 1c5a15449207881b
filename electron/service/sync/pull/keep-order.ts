// The cloud lets no task wait for itself, and neither does this list. But what came from there and what was linked here meanwhile can close a
// circle together: then what was linked here and nobody there knows gives way. The history says so, in sync's name.
import { same } from '../../../../shared/domain/history/difference.ts'
import { findCycle, type TaskGraph } from '../../../../shared/domain/tasks/task-graph.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Replicas } from '../state/replicas.ts'
import type { SyncStore } from '../state/sync-store.ts'
import { syncActor } from './team-event.ts'
import { isThere } from '../state/sync-row.ts'

export interface KeepOrderDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
}

type Links = { parent_uid: string | null; blocker_uids: string[] }

export function createKeepOrder({ store, journal, replicas }: KeepOrderDeps) {
  /** Takes away a link that the cloud does not know; false where it knows it, or has not been told of the task. */
  function giveWay(owner: string, field: keyof Links, without: (links: Links) => Links[keyof Links]): boolean {
    const item = store.byUid('task', owner)
    const here = item && (replicas.task.read(item.local_id) as Links | undefined)
    if (!item || !here || (isThere(item) && same(here[field], item.base[field]))) return false
    journal.write(syncActor, (record) => replicas.task.assign(item.local_id, { [field]: without(here) }, record, null))
    return true
  }

  /** `from` waits for `to`: as its blocker, or as its part. */
  function cut(graph: TaskGraph, from: string, to: string): boolean {
    const isBlocker = graph.blockersOf(from).includes(to)
    if (isBlocker) return giveWay(from, 'blocker_uids', ({ blocker_uids }) => blocker_uids.filter((uid) => uid !== to))
    return giveWay(to, 'parent_uid', () => null)
  }

  /** After a task was written as it is there. While everything there is being read, a circle may be one of two moments: it is left alone. */
  return function keepOrder(uid: string): void {
    const { graph } = replicas.task
    const linksOf = () => ({ uid, parent_uid: graph.parentOf(uid), blocker_uids: graph.blockersOf(uid) })
    for (let cycle = findCycle(linksOf(), graph); cycle; cycle = findCycle(linksOf(), graph)) {
      const steps = cycle.slice(1).map((to, at) => [cycle?.[at] as string, to] as const)
      if (!steps.some(([from, to]) => cut(graph, from, to))) return
    }
  }
}
