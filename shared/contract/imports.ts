import { Type } from 'typebox'
import { object, oneOf } from '../schema/field.ts'
import { ImportRequest, ImportResult } from '../schema/import.ts'
import { defineContract } from './route.ts'

export const importContract = defineContract({
  importBatch: {
    method: 'POST',
    path: '/import',
    tag: 'Import and export',
    summary: 'Take over tasks, contacts and conversations from elsewhere; what is already here is left alone, so sending it again is safe',
    body: ImportRequest,
    bodyLimit: 16 * 1_048_576,
    reply: ImportResult,
    status: 200,
  },
  exportAll: {
    method: 'GET',
    path: '/export',
    tag: 'Import and export',
    summary: 'Everything as JSON Lines: the list (which imports again), or the journal',
    query: object('ExportQuery', { part: Type.Optional(oneOf(['list', 'journal'], 'Default: list.')) }),
    status: 200,
    stream: true,
    mediaType: 'application/x-ndjson',
  },
})
