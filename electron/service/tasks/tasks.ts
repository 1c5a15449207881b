// The rules of tasks: defaults, versions, completion, what a delete takes with it.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { assigneeMeant, assigneesOf } from '../../../shared/domain/tasks/task-filter.ts'
import { fieldsOf, startTask } from '../../../shared/domain/tasks/task-rules.ts'
import { decidedBy, startedBy } from '../../../shared/domain/tasks/triage.ts'
import { requireVersion } from '../../../shared/http/mount.ts'
import type { ImportedTask } from '../../../shared/schema/import.ts'
import type { NewTask, Task, TaskPatch } from '../../../shared/schema/task.ts'
import type { Context, Writer } from '../context.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { RequireNamed } from '../evidence/named-evidence.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import { createJournalledRows, type Gone } from '../journal/journalled-rows.ts'
import { createDoneGuard, type Gate, openGate } from './done-guard.ts'
import { createTaskLinks } from './task-links.ts'
import type { TaskStore } from './task-store.ts'

/** Deletes what hangs on a task (comments, schedules), recording each with the task's own entry as its cause. */
type RemoveDependents = (taskId: number, record: Recorder, cause: number) => void

export interface TaskDeps {
  store: TaskStore
  journal: Journal
  now: () => Date
  removeDependents: RemoveDependents
  /** Once a change is stored: moves along what follows from a task. */
  changed?: (next: Task, task: Task) => void
  /** Where a person wants proof before an agent's "done" counts. */
  done?: Gate
  /** Throws where criteria name evidence that is not their task's. */
  requireNamed?: RequireNamed
}

export type Tasks = ReturnType<typeof createTasks>

/** With what its source knows of it; `id` is free. */
function importedTask({ uid, version, created_at, updated_at, completed_at, ...input }: ImportedTask, id: number | undefined, now: string): Unsaved<Task> {
  const at = updated_at ?? created_at ?? now
  const task: Unsaved<Task> = {
    ...startTask(input, uid ?? uuidv7(), at),
    created_at: created_at ?? (completed_at && completed_at < at ? completed_at : at),
  }
  if (id !== undefined) task.id = id
  if (version !== undefined) task.version = version
  if (completed_at !== undefined) task.completed_at = completed_at
  return task
}

/** With the caller's own name where it says `me`. */
const meant = <P extends TaskPatch>(patch: P, { actor }: Context): P =>
  patch.assignee == null ? patch : { ...patch, assignee: assigneeMeant(patch.assignee, assigneesOf(actor)) }

/** What is answered as the store has it. */
const readersOf = ({ list, assignees, byDue, count, byIds, byKey, byUid, inOrder, byTitle, briefByUid, partCounts }: TaskStore) => ({
  list,
  assignees,
  byDue,
  count,
  byIds,
  byKey,
  byUid,
  inOrder,
  byTitle,
  briefByUid,
  partCounts,
})

export function createTasks({ store, journal, now, removeDependents, changed = () => undefined, done = openGate, requireNamed = () => undefined }: TaskDeps) {
  function existing(id: number): Task {
    const task = store.byId(id)
    if (!task) throw new AppError('not_found', `There is no task ${id}.`)
    return task
  }

  const guard = createDoneGuard(done)
  const links = createTaskLinks(store)

  const rows = createJournalledRows<Task>({
    entity: 'task',
    rows: store,
    now,
    taskIdOf: (task) => task.id,
    follow(next, task, fields, at) {
      if (fields.completed_at === undefined && next.status !== task.status) next.completed_at = next.status === 'done' ? at : null
    },
    changed,
    returning(task) {
      const twin = store.byUid(task.uid)
      if (twin) throw new AppError('conflict', `it was imported again in the meantime, as task ${twin.id}`)
    },
    removeDependents,
  })

  return {
    ...readersOf(store),
    get: existing,
    // Only a task that is done was completed at some time.
    revertible: { ...links.checked(rows.revertible), follows: { completed_at: 'status' } },
    /** For sync, which takes what the cloud has as it is, and puts its own links in order afterwards (keep-order.ts). */
    replicated: rows.revertible,
    graph: store.graph,
    /** Tasks that a task is a part of, or that wait for it. */
    linkedTo: store.linkedTo,
    requireAcyclic: links.requireAcyclic,
    /** Tasks of which a requester is meant, however it is spelt. */
    requestedBy(isMeant: (requester: string) => boolean): Task[] {
      const requester = store.requesterWords().filter(isMeant)
      return requester.length === 0 ? [] : store.list({ requester }, undefined, -1)
    },
    /** Throws where a person wants proof of what this writer would make of it. */
    requireProven: guard.require,
    /** For a merge, inside its write: deletes a task once `emptied` has moved away what hangs on it. Returns the entry's seq. */
    removeFor: (task: Task, gone: Gone, record: Recorder, emptied: (seq: number) => void): number => rows.remove(task, record, gone, emptied),
    /** For a merge or an import, inside its write. */
    change: (task: Task, fields: Partial<Task>, record: Recorder, cause: number | null): Task => rows.change(task, fields, record, { cause }),

    /** When its repeating reminder brings it back, inside the write of that. */
    reopen(id: number, due: string | null, by: Writer): void {
      journal.write(by, (record) => void rows.change(existing(id), { status: 'todo', due }, record))
    },

    /** `uid`: where others will give the same thing the same one. Must be free. */
    create(input: NewTask, ctx: Context, uid: string = uuidv7()): Task {
      return journal.write(ctx.actor, (record) => {
        if (input.criteria) requireNamed(input.criteria)
        // One that is not there yet has no evidence.
        const { isHeld } = guard.allowed(undefined, { status: input.status ?? 'backlog', criteria: input.criteria ?? [] }, ctx)
        const wanted = startedBy(ctx.actor.kind, meant(input, ctx))
        const task = startTask(links.withUids(isHeld ? { ...wanted, status: 'in_review' } : wanted), uid, now().toISOString())
        links.requireAcyclic(task)
        return guard.settle(isHeld, rows.add(task, record), ctx)
      })
    },

    /**
     * For an import, inside its write: keeps what the source knows (uid, version, times in UTC). `id` must never have been used here.
     * Returns the new id.
     */
    insertImported(imported: ImportedTask, id: number | undefined, record: Recorder): number {
      return rows.add(importedTask(imported, id, now().toISOString()), record, true).id
    },

    update(id: number, patch: TaskPatch, ctx: Context): Task {
      return journal.write(ctx.actor, (record) => {
        const task = existing(id)
        requireVersion(ctx.ifMatch, task.version)
        const fields = fieldsOf(links.withUids(decidedBy(ctx.actor.kind, meant(patch, ctx)), task))
        if (fields.parent_uid !== undefined || fields.blocker_uids !== undefined) links.requireAcyclic({ ...task, ...fields })
        if (fields.criteria) requireNamed(fields.criteria, task)
        const allowed = guard.allowed(task, fields, ctx)
        return guard.settle(allowed.isHeld, rows.change(task, allowed.fields, record), ctx)
      })
    },

    remove(id: number, ctx: Context): void {
      journal.write(ctx.actor, (record) => {
        const task = existing(id)
        requireVersion(ctx.ifMatch, task.version)
        rows.remove(task, record)
      })
    },
  }
}
