import { Type } from 'typebox'
import { object } from '../schema/field.ts'
import { JournalEntry, UndoRequest, UndoResult } from '../schema/journal.ts'
import { defineContract } from './route.ts'
import { TaskParams } from './tasks.ts'

export const journalContract = defineContract({
  readJournal: {
    method: 'GET',
    path: '/journal',
    tag: 'Journal',
    summary: 'Every write after a position, oldest first',
    query: object('JournalQuery', {
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Entries with a greater seq. Default: 0.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 100.' })),
    }),
    reply: Type.Array(JournalEntry),
    status: 200,
  },
  streamEvents: {
    method: 'GET',
    path: '/events',
    tag: 'Journal',
    summary: 'Server-sent events: each journal entry as it is written. Resumes with Last-Event-ID (or ?after=).',
    query: object('EventsQuery', {
      after: Type.Optional(
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Start after this seq. Default: only what comes from now on.' }),
      ),
    }),
    status: 200,
    stream: true,
  },
  readTaskHistory: {
    method: 'GET',
    path: '/tasks/:id/history',
    tag: 'Journal',
    summary: 'Who did what to a task, newest first; stays after the task is deleted',
    params: TaskParams,
    reply: Type.Array(JournalEntry),
    status: 200,
    etag: 'revision',
  },
  undo: {
    method: 'POST',
    path: '/undo',
    tag: 'Journal',
    summary: 'Revert one entry, or all that an actor did since a moment',
    body: UndoRequest,
    reply: UndoResult,
    status: 200,
    idempotent: true,
  },
})
