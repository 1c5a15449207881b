import { Type } from 'typebox'
import { Id, object } from '../schema/field.ts'
import { JournalEntry, TextsQuery, UndoRequest, UndoResult } from '../schema/journal.ts'
import { defineContract } from './route.ts'
import { TaskParams } from './tasks.ts'

export const journalContract = defineContract({
  readJournal: {
    method: 'GET',
    path: '/journal',
    tag: 'Journal',
    summary: 'Every write after a position, oldest first, in pages (Link)',
    query: object('JournalQuery', {
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Entries with a greater seq. Default: 0.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 100. With whole texts a page may be shorter: follow its Link.' })),
      texts: TextsQuery,
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
      texts: TextsQuery,
    }),
    status: 200,
    stream: true,
  },
  readTaskHistory: {
    method: 'GET',
    path: '/tasks/:id/history',
    tag: 'Journal',
    summary: 'Who did what to a task, newest first, in pages (Link, X-Total-Count); stays after the task is deleted',
    params: TaskParams,
    query: object('HistoryQuery', {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 50. With whole texts a page may be shorter: follow its Link.' })),
      cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header of the page before.' })),
      texts: TextsQuery,
    }),
    reply: Type.Array(JournalEntry),
    status: 200,
    etag: 'revision',
  },
  readHistoryEntry: {
    method: 'GET',
    path: '/tasks/:id/history/:seq',
    tag: 'Journal',
    summary: 'One entry of the history of a task, with all its texts in full',
    params: object('HistoryEntryParams', { id: Id, seq: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Of the entry.' }) }),
    reply: JournalEntry,
    status: 200,
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
