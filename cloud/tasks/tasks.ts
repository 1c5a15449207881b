// The rules of tasks in a team: versions, counting, what a delete takes with it.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { isOpenAndSame, type Wanted } from '../../shared/domain/duplicates/same-task.ts'
import { isSameName } from '../../shared/domain/people/same-name.ts'
import { patchTask, startTask } from '../../shared/domain/tasks/task-rules.ts'
import type { WordField, WordInUse } from '../../shared/domain/tasks/words-in-use.ts'
import { requireVersion } from '../../shared/http/mount.ts'
import type { DuePosition } from '../../shared/domain/tasks/due-order.ts'
import type { NewTask, NewTaskFields, Task, TaskFields, TaskFilter, TaskPatch } from '../../shared/schema/task.ts'
import type { Kept, TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { createJournalledRows } from '../journal/journalled-rows.ts'
import type { Revertible } from '../journal/reversal.ts'
import { mayBeTold, type TellAssigned } from '../notifications/assignments.ts'
import { newNames, type TellMentioned } from '../notifications/mentions.ts'
import { goPastDailyEvents } from '../quotas/past-quotas.ts'
import { requireOrderOf, withUids } from './task-links.ts'
import { countPosition, taskStore } from './task-store.ts'

export type Tasks = ReturnType<typeof createTasks>

const missing = (id: number) => new AppError('not_found', `There is no task ${id}.`)

/** As it is now, and stays until the commit. Throws not_found. */
async function existing({ tx, teamId }: Write, id: number): Promise<Task> {
  const task = await taskStore.byIdForUpdate(tx, teamId, id)
  if (!task) throw missing(id)
  return task
}

/** Links to other tasks that are there: whoever only says that there are none can close no circle. */
const hasLinks = ({ parent_uid, blocker_uids }: TaskFields): boolean => parent_uid != null || (blocker_uids?.length ?? 0) > 0
const namesIds = ({ parent_id, blocked_by }: TaskPatch): boolean => parent_id !== undefined || blocked_by !== undefined

/** The same person under another word. */
function renamed({ assignee, requesters }: Task, from: string, to: string): TaskPatch {
  const other = (word: string) => (isSameName(word, from) ? to : word)
  return { ...(assignee === null ? {} : { assignee: other(assignee) }), requesters: [...new Set(requesters.map(other))] }
}

function readingOf(journal: Journal) {
  return {
    list: (ctx: TeamContext, filter: TaskFilter, below: number | undefined, limit: number | undefined): Promise<{ rows: Task[]; total: number }> =>
      journal.read(ctx.team, async (tx) => {
        const [rows, total] = await Promise.all([taskStore.list(tx, ctx.team.id, filter, below, limit), taskStore.count(tx, ctx.team.id, filter)])
        return { rows, total }
      }),

    listByDue: (ctx: TeamContext, filter: TaskFilter, after: DuePosition | undefined, limit: number | undefined): Promise<{ rows: Task[]; total: number }> =>
      journal.read(ctx.team, async (tx) => {
        const [rows, total] = await Promise.all([taskStore.listByDue(tx, ctx.team.id, filter, after, limit), taskStore.count(tx, ctx.team.id, filter)])
        return { rows, total }
      }),

    /** Inside a transaction of a team. */
    count: (tx: Tx, team: string, filter: TaskFilter): Promise<number> => taskStore.count(tx, team, filter),

    /** The words by which tasks are assigned. */
    assignees: async (tx: Tx, teamId: string): Promise<string[]> => (await taskStore.wordCounts(tx, teamId, 'assignee')).map(({ word }) => word),
    wordsInUse: (field: WordField, ctx: TeamContext): Promise<WordInUse[]> => journal.read(ctx.team, (tx) => taskStore.wordCounts(tx, ctx.team.id, field)),

    async get(id: number, ctx: TeamContext): Promise<Task> {
      const task = await journal.read(ctx.team, (tx) => taskStore.byId(tx, ctx.team.id, id))
      if (!task) throw missing(id)
      return task
    },
  }
}

interface TaskDeps {
  journal: Journal
  tellMentioned: TellMentioned
  tellAssigned: TellAssigned
  /** Takes along what belongs to a task that is deleted. */
  removeDependents: ((write: Write, taskId: number, cause: number) => Promise<void>)[]
  /** Inside the write that made it done. */
  taskDone: (write: Write, taskId: number) => Promise<void>
  /** Whether an agent may say that one is done. */
  gate: Pick<DoneGate, 'allowed' | 'held' | 'require'>
}

function journalledTasks({ removeDependents, taskDone, gate }: Pick<TaskDeps, 'removeDependents' | 'taskDone' | 'gate'>) {
  const rows = createJournalledRows<'tasks', Task>({
    entity: 'task',
    table: 'tasks',
    store: taskStore,
    stored: taskStore.row,
    taskIdOf: (task) => task.id,
    countAt: countPosition,
    totals(task, next) {
      const remove = countPosition(task)
      if (!next) return { tasks: { remove } }
      const add = countPosition(next)
      return add === remove ? {} : { tasks: { add, remove } }
    },
    follows: { completed_at: 'status' },
    async returning(write, task) {
      if (hasLinks(task)) await requireOrderOf(write, task)
      return task
    },
    async assigning(write, task, fields) {
      if (hasLinks(fields)) await requireOrderOf(write, task)
    },
    async removeDependents(write, id, cause) {
      for (const remove of removeDependents) await remove(write, id, cause)
    },
  })
  /** `ctx`: who undoes. */
  const revertible = (ctx: TeamContext): Revertible => ({
    ...rows.revertible,
    async assign(write, id, fields, undo_of) {
      const task = await existing(write, id)
      await gate.require(write, task, { ...task, ...fields }, ctx)
      const seq = await rows.revertible.assign(write, id, fields, undo_of)
      if (fields.status === 'done') await taskDone(write, id)
      return seq
    },
  })
  return { rows, revertible }
}

export function createTasks({ journal, tellMentioned, tellAssigned, removeDependents, taskDone, gate }: TaskDeps) {
  async function add(write: Write, task: Omit<Task, 'id'>, ctx: TeamContext): Promise<Task> {
    const added = await rows.add(write, task)
    await tellMentioned(write, { task_id: added.id, before: '', after: added.description ?? '', at: added.created_at }, ctx)
    return added
  }

  const { rows, revertible } = journalledTasks({ removeDependents, taskDone, gate })

  return {
    ...readingOf(journal),
    revertible,
    /**
     * One that is there beyond doubt, by its key or its title: of all open ones with just these, and of the newest also those whose title differs in a
     * final stop or in spaces. Inside a write, others who look for the same wait until the commit.
     */
    async openAndSame({ tx, teamId, at }: Pick<Write, 'tx' | 'teamId'> & { at?: string }, wanted: Wanted): Promise<Task | undefined> {
      if (at !== undefined) await taskStore.lockLookups(tx, teamId)
      return (await taskStore.openAlike(tx, teamId, wanted)).find((task) => isOpenAndSame(wanted, task))
    },

    lockLinks: ({ tx, teamId }: Write): Promise<void> => taskStore.lockLinks(tx, teamId),

    /** As it is now, and stays until the commit. Throws not_found. */
    held: existing,

    /** Throws not_found unless the task is there; `hold` keeps it there until the commit. */
    async require(tx: Tx, teamId: string, id: number, hold = false): Promise<void> {
      if (!(await (hold ? taskStore.holdsStill(tx, teamId, id) : taskStore.byId(tx, teamId, id)))) throw missing(id)
    },

    /** By their uids, of those that are there. */
    briefByUid: taskStore.briefByUid,

    /** For those who are told of it. Throws not_found unless the task is there. */
    async titleOf({ tx, teamId }: Write, id: number): Promise<string> {
      const task = await taskStore.byId(tx, teamId, id)
      if (!task) throw missing(id)
      return task.title
    },

    /** For reminders that come before it is due. Throws not_found unless the task is there. */
    async dueOf(tx: Tx, teamId: string, id: number): Promise<string | null> {
      const task = await taskStore.byId(tx, teamId, id)
      if (!task) throw missing(id)
      return task.due
    },

    /** `kept`: what a device that made it offline knows already. */
    create(input: NewTask, ctx: TeamContext, kept: Kept<Task, 'completed_at'> = {}): Promise<Task> {
      const made = (fields: NewTaskFields, at: string) => ({ ...startTask(fields, uuidv7(), at), ...kept })
      const isTold = mayBeTold(input.assignee, null, ctx) || newNames({ before: '', after: input.description ?? '' }, journal.now()).length > 0
      const isAlone = !namesIds(input) && !hasLinks(input) && !isTold && input.status !== 'done'
      if (isAlone) return journal.write(ctx, (write) => rows.add(write, made(input, write.at)), { atOnce: 'grouped' })
      return journal.write(ctx, async (write) => {
        const wanted = made({ ...(await withUids(write, input)), title: input.title }, write.at)
        if (hasLinks(wanted)) await requireOrderOf(write, wanted)
        const { isHeld } = await gate.allowed(write, undefined, { ...wanted, id: 0 }, ctx)
        const added = await add(write, isHeld ? { ...wanted, status: 'in_review', completed_at: null } : wanted, ctx)
        if (isHeld) await gate.held(write, added.id, ctx)
        await tellAssigned(write, added, null, ctx)
        return added
      })
    },

    update: (id: number, patch: TaskPatch, ctx: TeamContext, kept: Partial<Pick<Task, 'completed_at'>> = {}): Promise<Task> =>
      journal.write(ctx, async (write) => {
        const task = await existing(write, id)
        requireVersion(ctx.ifMatch, task.version)
        const fields: TaskFields = namesIds(patch) ? await withUids(write, patch, task) : patch
        const wanted = { ...patchTask(task, fields, write.at), ...kept }
        if (hasLinks(fields)) await requireOrderOf(write, wanted)
        const { isHeld } = await gate.allowed(write, task, wanted, ctx)
        const next = isHeld ? patchTask(task, { ...fields, status: 'in_review' }, write.at) : wanted
        const changed = await rows.change(write, task, next)
        if (isHeld) await gate.held(write, id, ctx)
        await tellMentioned(write, { task_id: id, before: task.description ?? '', after: next.description ?? '' }, ctx)
        if (next.status === 'done' && task.status !== 'done') await taskDone(write, id)
        await tellAssigned(write, changed, task.assignee, ctx)
        return changed
      }),

    /** Keeps others from changing it until the commit. Throws not_found unless it is there. */
    lock: existing,

    /** Wherever somebody stands as assignee or requester. The tasks are held first, then the team's counters. */
    async rename(write: Write, from: string, to: string): Promise<void> {
      // Who leaves, or has another address, does so whatever was written today.
      await goPastDailyEvents(write.tx)
      for (const task of await taskStore.naming(write.tx, write.teamId, from))
        await rows.change(write, task, patchTask(task, renamed(task, from, to), write.at))
    },

    /** Of a task that is locked. */
    setStatus: (write: Write, task: Task, status: Task['status']): Promise<Task> => rows.change(write, task, patchTask(task, { status }, write.at)),

    remove: (id: number, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const task = await existing(write, id)
        requireVersion(ctx.ifMatch, task.version)
        await rows.remove(write, task)
      }),
  }
}
