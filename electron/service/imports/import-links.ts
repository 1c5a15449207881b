// Links between tasks by what their source calls them. A task that is named before it comes gets its uid then, so that the link is there from the
// start and counts once the task is here: in whatever order, in however many pieces, and also when the file is imported again after it has grown.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { requireOrder, type Node } from '../../../shared/domain/tasks/task-graph.ts'
import type { ImportedTask } from '../../../shared/schema/import.ts'
import { maxBlockers } from '../../../shared/schema/task.ts'
import type { Recorder } from '../journal/journal.ts'
import type { ImportKindDeps } from './import-kind.ts'
import type { ImportStore } from './import-store.ts'

interface Name {
  source: string
  external_id: string
}

/** What a person is told of its links. */
export interface LinksMade {
  awaited: string[]
  leftOut: string[]
}

interface Link {
  kind: 'part of' | 'blocked by'
  name: string
  uid: string
}

export type ImportLinks = ReturnType<typeof createImportLinks>

export function createImportLinks({ store, tasks, usedIds }: Pick<ImportKindDeps, 'tasks' | 'usedIds'> & { store: ImportStore }) {
  const uidOf = (taskId: number) => tasks.byIds([taskId])[0]?.uid

  const withLink = (node: Node, { kind, uid }: Link): Node =>
    kind === 'part of' ? { ...node, parent_uid: uid } : { ...node, blocker_uids: [...new Set([...node.blocker_uids, uid])] }

  /** Why it cannot be, as people read it. */
  function obstacle(node: Node, external_id: string, links: readonly Link[], source: string): string | undefined {
    const known = new Map([[node.uid, external_id], ...links.map(({ uid, name }) => [uid, name] as const)])
    const nameOf = (uid: string) => {
      const id = tasks.byUid(uid)?.id
      return known.get(uid) ?? (id === undefined ? 'one that is not here yet' : (store.nameOf(source, id) ?? `#${id}`))
    }
    try {
      requireOrder(node, tasks.graph, nameOf)
      return undefined
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      const path = error.extra?.path as string[] | undefined
      return path ? `it would wait for itself: ${path.join(' → ')}` : 'parts can be nested at most 5 deep'
    }
  }

  /** Only of a task that others name already can it be that it waits for itself. One that does is refused; the others of its batch come in. */
  function requireOwnOrder({ uid, parent_uid = null, blocker_uids }: ImportedTask): void {
    if (uid === undefined) return
    try {
      tasks.requireAcyclic({ uid: uid.toLowerCase(), parent_uid, blocker_uids: blocker_uids ?? [] })
    } catch (error) {
      throw error instanceof AppError ? new AppError('invalid', error.message) : error
    }
  }

  return {
    /** The task with its links by uid. Inside a write. */
    resolve({ parent_external_id, blocked_by_external_ids = [], ...task }: ImportedTask, { source, external_id }: Name): { task: ImportedTask } & LinksMade {
      requireOwnOrder(task)
      const expected = store.awaited(source, external_id)
      const named = parent_external_id === undefined ? blocked_by_external_ids : [parent_external_id, ...blocked_by_external_ids]
      const uid = task.uid?.toLowerCase() ?? expected ?? (named.length > 0 ? uuidv7() : undefined)
      const made: LinksMade = { awaited: [], leftOut: [] }
      if (uid === undefined || named.length === 0) return { task: uid === undefined ? task : { ...task, uid }, ...made }

      function linkTo(name: string, kind: Link['kind']): Link[] {
        if (name === external_id) return [{ kind, name, uid: uid as string }]
        const known = store.find(source, name)
        if (known?.entity === 'task' && !usedIds.isUndone('task', known.entity_id)) {
          const there = uidOf(known.entity_id)
          if (there === undefined) made.leftOut.push(`${external_id} ${kind} ${name}: that task has been deleted`)
          return there === undefined ? [] : [{ kind, name, uid: there }]
        }
        made.awaited.push(name)
        const later = store.awaited(source, name) ?? uuidv7()
        if (store.awaited(source, name) === undefined) store.wait(source, name, later)
        return [{ kind, name, uid: later }]
      }

      const blockers = blocked_by_external_ids.flatMap((name) => linkTo(name, 'blocked by'))
      const links = [...(parent_external_id === undefined ? [] : linkTo(parent_external_id, 'part of')), ...blockers]
      let node: Node = { uid, parent_uid: task.parent_uid ?? null, blocker_uids: task.blocker_uids ?? [] }
      const all = links.reduce(withLink, node)
      // Only a task that others name already, or that names itself, can close a circle: for all others what follows from them is not looked through.
      const isNamed = task.uid !== undefined || expected !== undefined || links.some((link) => link.uid === uid)
      const whole = isNamed ? all : { ...all, blocker_uids: [] }
      if (all.blocker_uids.length <= maxBlockers && obstacle(whole, external_id, links, source) === undefined) node = all
      else {
        for (const link of links) {
          const next = withLink(node, link)
          const problem = next.blocker_uids.length > maxBlockers ? `a task can wait for at most ${maxBlockers}` : obstacle(next, external_id, links, source)
          if (problem === undefined) node = next
          else made.leftOut.push(`${external_id} ${link.kind} ${link.name}: ${problem}`)
        }
      }
      return { task: { ...task, ...node, blocker_uids: [...node.blocker_uids] }, ...made }
    },

    /** It is here now. One that was here before under another uid takes the place of the one that was expected. Inside a write. */
    arrived({ source, external_id }: Name, taskId: number, record: Recorder): void {
      const expected = store.awaited(source, external_id)
      if (expected === undefined) return
      store.arrived(source, external_id)
      const uid = uidOf(taskId)
      if (uid === undefined || uid === expected) return
      for (const task of tasks.linkedTo(expected)) {
        const parent_uid = task.parent_uid === expected ? uid : task.parent_uid
        const blocker_uids = [...new Set(task.blocker_uids.map((one) => (one === expected ? uid : one)))]
        const fits = obstacle({ uid: task.uid, parent_uid, blocker_uids }, String(task.id), [], source) === undefined
        if (fits) tasks.change(task, { parent_uid, blocker_uids }, record, null)
      }
    },
  }
}
