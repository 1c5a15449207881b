// What people write: the use-cases that know one another, on their stores. Deleting, merging and undoing reach across them.
import { dirname } from 'node:path'
import { attachmentFolder } from '../attachments/attachment-files.ts'
import { createAttachmentPieces, piecesOf } from '../attachments/attachment-pieces.ts'
import { createCommentStore } from '../comments/comment-store.ts'
import { createComments } from '../comments/comments.ts'
import { createContactStore } from '../contacts/contact-store.ts'
import { createContacts } from '../contacts/contacts.ts'
import { createMergeContacts } from '../contacts/merge-contacts.ts'
import { createConversationStore } from '../conversations/conversation-store.ts'
import { createMessageStore } from '../conversations/message-store.ts'
import { createOriginStore } from '../conversations/origin-store.ts'
import { createOrigins } from '../conversations/origins.ts'
import { createThreads } from '../conversations/threads.ts'
import type { Db } from '../db/open.ts'
import { createEvidenceStore } from '../evidence/evidence-store.ts'
import { createRequireNamed } from '../evidence/named-evidence.ts'
import { createExports } from '../exports/exports.ts'
import { createImportStore } from '../imports/import-store.ts'
import { createImports } from '../imports/imports.ts'
import { createListStore } from '../lists/list-store.ts'
import { createLists } from '../lists/lists.ts'
import type { Journal } from '../journal/journal.ts'
import { createUndo } from '../journal/undo.ts'
import { createUsedIds } from '../journal/used-ids.ts'
import { createProvenance } from '../mcp/answers/provenance.ts'
import type { Clock } from '../reminders/clock.ts'
import { createScheduleStore } from '../schedules/schedule-store.ts'
import { createSchedules, type ScheduleDeps } from '../schedules/schedules.ts'
import { createMerge } from '../tasks/merge.ts'
import { createTaskStore } from '../tasks/task-store.ts'
import { createTasks, type TaskDeps } from '../tasks/tasks.ts'
import { createWordsInUse } from '../tasks/words-in-use.ts'

export type Content = ReturnType<typeof openContent>

export interface ContentDeps {
  db: Db
  journal: Journal
  clock: Pick<Clock, 'now' | 'zone'>
  keepMoment: ScheduleDeps['keepMoment']
  done?: NonNullable<TaskDeps['done']>
  /** Of an import. */
  fileArrived?: () => void
}

const importStores = (db: Db) => ({ store: createImportStore(db), usedIds: createUsedIds(db) })

export function openContent({ db, journal, clock: { now, zone }, keepMoment, done, fileArrived = () => undefined }: ContentDeps) {
  const requireTask = (id: number) => tasks.get(id)
  const commentStore = createCommentStore(db)
  const evidence = createEvidenceStore(db)
  const comments = createComments({ store: commentStore, journal, now, requireTask })
  const schedules = createSchedules({
    store: createScheduleStore(db),
    journal,
    now,
    zone,
    requireTask,
    reopenTask: (id, due, by) => tasks.reopen(id, due, by),
    keepMoment,
  })
  const contacts = createContacts({ store: createContactStore(db), journal, now })
  const lists = createLists({ store: createListStore(db), journal, now })
  const origins = createOrigins({ store: createOriginStore(db), now, requireTask })
  const threads = createThreads({ conversations: createConversationStore(db), messages: createMessageStore(db), journal, now })
  const taskStore = createTaskStore(db)
  const tasks = createTasks({
    store: taskStore,
    journal,
    now,
    ...(done ? { done } : {}),
    requireNamed: createRequireNamed(evidence),
    changed: schedules.followDue,
    removeDependents(id, record, cause) {
      comments.removeOfTask(id, record, cause)
      schedules.removeOfTask(id, record, cause)
      origins.removeOfTask(id, record, cause)
    },
  })
  const merge = createMerge({
    tasks,
    journal,
    moveDependents(from, to, record, cause) {
      comments.moveToTask(from, to, record, cause)
      schedules.moveToTask(from, to, record, cause)
      origins.moveToTask(from, to, record, cause)
      evidence.merge(from, to, cause)
    },
  })
  const revertibles = {
    task: tasks.revertible,
    comment: comments.revertible,
    schedule: schedules.revertible,
    contact: contacts.revertible,
    ...threads.revertibles,
    origin: origins.revertible,
    list: lists.revertible,
  }
  const undo = createUndo(db, journal, now, revertibles, (entry, fields, ctx) => {
    if (entry.entity !== 'task') return
    const task = tasks.get(entry.entity_id)
    // An agent that takes its own criteria back leaves those that others have set; what came with a merge may be others'.
    const isOwn = entry.cause === null && entry.actor.kind === ctx.actor.kind && entry.actor.name === ctx.actor.name
    tasks.requireProven(task, { ...task, ...fields, ...(isOwn ? { criteria: task.criteria } : {}) }, ctx, 'conflict')
  })
  const folder = attachmentFolder(db.memory ? ':memory:' : dirname(db.name))
  const written = { journal, tasks, comments, schedules, contacts, threads, origins, lists }
  return {
    tasks,
    comments,
    schedules,
    contacts,
    threads,
    origins,
    lists,
    merge,
    mergeContacts: createMergeContacts({ contacts, tasks, journal }),
    undo,
    imports: createImports({ ...importStores(db), now, zone, attachments: createAttachmentPieces(folder, fileArrived), ...written }),
    exports: createExports({ ...written, provenance: createProvenance(db), attachments: () => piecesOf(folder) }),
    requireTask,
    wordsInUse: createWordsInUse({ store: taskStore, journal }),
    /** What else is said about a task: search reads it with the task. */
    commentsOf(ids: readonly number[]) {
      const written = [...commentStore.bodiesOf(ids), ...threads.textsOfTasks(ids).map(({ task_id, text }) => ({ task_id, body: text }))]
      return Map.groupBy(written, ({ task_id }) => task_id)
    },
  }
}
