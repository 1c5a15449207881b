// The same change for many tasks in one call: what people do to a selection, in one transaction.
import { type Static, Type } from 'typebox'
import { Id, nullable, object, Timestamp, Version } from '../schema/field.ts'
import { TaskPatch } from '../schema/task.ts'
import { defineContract } from './route.ts'

/** In one call. The service answers nobody else meanwhile, so it must stay a fraction of a second. */
export const maxAtOnce = 500

const ids = Type.Array(Id, { minItems: 1, maxItems: maxAtOnce, uniqueItems: true })

export const BulkRequest = object('BulkRequest', {
  changes: Type.Optional(
    Type.Array(object('BulkChange', { ids, patch: TaskPatch }), {
      maxItems: maxAtOnce,
      description: 'Each patch, as for PATCH /tasks/:id, for each of its tasks.',
    }),
  ),
  delete: Type.Optional(Type.Array(Id, { maxItems: maxAtOnce, uniqueItems: true, description: 'Tasks to delete, after the changes.' })),
})
export type BulkRequest = Static<typeof BulkRequest>

export const BulkResult = object('BulkResult', {
  changed: Type.Array(
    object('BulkChanged', {
      id: Id,
      version: Version,
      updated_at: Timestamp,
      completed_at: nullable(Timestamp),
      entry: Type.Integer({ description: 'Its journal entry.' }),
    }),
    {
      description: 'What really changed: a patch that says what a task is already changes nothing.',
    },
  ),
  deleted: Type.Array(object('BulkDeleted', { id: Id, entry: Type.Integer({ description: 'Its journal entry.' }) })),
  left: Type.Array(object('BulkLeft', { id: Id, code: Type.String(), detail: Type.String() }), { description: 'Tasks that could not be changed, and why.' }),
})
export type BulkResult = Static<typeof BulkResult>

export const bulkContract = defineContract({
  changeTasks: {
    method: 'POST',
    path: '/tasks/bulk',
    tag: 'Tasks',
    summary: 'Change or delete many tasks in one transaction; what is gone is left out and listed',
    body: BulkRequest,
    reply: BulkResult,
    status: 200,
    idempotent: true,
    // A patch may hold a description for each task.
    bodyLimit: 16 * 1_048_576,
  },
})
