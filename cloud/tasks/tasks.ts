// The rules of tasks in a team: versions, counting, what a delete takes with it.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { patchTask, startTask } from '../../shared/domain/tasks/task-rules.ts'
import type { WordField, WordInUse } from '../../shared/domain/tasks/words-in-use.ts'
import { requireVersion } from '../../shared/http/mount.ts'
import type { DuePosition } from '../../shared/domain/tasks/due-order.ts'
import type { NewTask, NewTaskFields, Task, TaskFields, TaskFilter, TaskPatch } from '../../shared/schema/task.ts'
import type { Kept, TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { createJournalledRows } from '../journal/journalled-rows.ts'
import type { TellMentioned } from '../notifications/mentions.ts'
import { requireOrderOf, withUids } from './task-links.ts'
import { countPosition, taskStore } from './task-store.ts'

export type Tasks = ReturnType<typeof createTasks>

const missing = (id: number) => new AppError('not_found', `There is no task ${id}.`)

/** Links to other tasks that are there: whoever only says that there are none can close no circle. */
const hasLinks = ({ parent_uid, blocker_uids }: TaskFields): boolean => parent_uid != null || (blocker_uids?.length ?? 0) > 0
const namesIds = ({ parent_id, blocked_by }: TaskPatch): boolean => parent_id !== undefined || blocked_by !== undefined

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

    wordsInUse: (field: WordField, ctx: TeamContext): Promise<WordInUse[]> => journal.read(ctx.team, (tx) => taskStore.wordCounts(tx, ctx.team.id, field)),

    async get(id: number, ctx: TeamContext): Promise<Task> {
      const task = await journal.read(ctx.team, (tx) => taskStore.byId(tx, ctx.team.id, id))
      if (!task) throw missing(id)
      return task
    },
  }
}

export function createTasks({
  journal,
  tellMentioned,
  removeDependents,
}: {
  journal: Journal
  tellMentioned: TellMentioned
  /** Takes along what belongs to a task that is deleted. */
  removeDependents: ((write: Write, taskId: number, cause: number) => Promise<void>)[]
}) {
  async function existing({ tx, teamId }: Write, id: number): Promise<Task> {
    const task = await taskStore.byIdForUpdate(tx, teamId, id)
    if (!task) throw missing(id)
    return task
  }

  async function add(write: Write, task: Omit<Task, 'id'>, ctx: TeamContext): Promise<Task> {
    const added = await rows.add(write, task)
    tellMentioned(write, { task_id: added.id, before: '', after: added.description ?? '', at: added.created_at }, ctx)
    return added
  }

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
    async removeDependents(write, id, cause) {
      for (const remove of removeDependents) await remove(write, id, cause)
    },
  })

  return {
    ...readingOf(journal),

    /** Throws not_found unless the task is there; `hold` keeps it there until the commit. */
    async require(tx: Tx, teamId: string, id: number, hold = false): Promise<void> {
      if (!(await (hold ? taskStore.holdsStill(tx, teamId, id) : taskStore.byId(tx, teamId, id)))) throw missing(id)
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
      if (!namesIds(input) && !hasLinks(input)) return journal.write(ctx, (write) => add(write, made(input, write.at), ctx), { atOnce: 'grouped' })
      return journal.write(ctx, async (write) => {
        const task = made({ ...(await withUids(write, input)), title: input.title }, write.at)
        if (hasLinks(task)) await requireOrderOf(write, task)
        return add(write, task, ctx)
      })
    },

    update: (id: number, patch: TaskPatch, ctx: TeamContext, kept: Partial<Pick<Task, 'completed_at'>> = {}): Promise<Task> =>
      journal.write(ctx, async (write) => {
        const task = await existing(write, id)
        requireVersion(ctx.ifMatch, task.version)
        const fields: TaskFields = namesIds(patch) ? await withUids(write, patch, task) : patch
        const next = { ...patchTask(task, fields, write.at), ...kept }
        if (hasLinks(fields)) await requireOrderOf(write, next)
        tellMentioned(write, { task_id: id, before: task.description ?? '', after: next.description ?? '' }, ctx)
        return rows.change(write, task, next)
      }),

    remove: (id: number, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const task = await existing(write, id)
        requireVersion(ctx.ifMatch, task.version)
        await rows.remove(write, task)
      }),
  }
}
