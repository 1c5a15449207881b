import { Type } from 'typebox'
import { object, oneOf, visibleText } from '../schema/field.ts'
import { ImportRequest, ImportResult } from '../schema/import.ts'
import { largestImportFile } from '../schema/import-file.ts'
import { defineContract } from './route.ts'

export const importContract = defineContract({
  importBatch: {
    method: 'POST',
    path: '/import',
    tag: 'Import and export',
    summary: 'Import tasks, contacts and conversations; what is already here is left alone, so sending it again is safe',
    body: ImportRequest,
    bodyLimit: 16 * 1_048_576,
    reply: ImportResult,
    status: 200,
  },
  importFile: {
    method: 'POST',
    path: '/import/file',
    tag: 'Import and export',
    summary:
      'Import a file: JSON Lines, JSON, CSV, an export of Todoist, Vikunja, Super Productivity, Backlog.md (zipped), beads or Tandem. Answers line by line: {"progress"}, and at the end {"report"}, or {"problem"} with the report of what came in before. Sending it again is safe, and goes on after an interruption',
    query: object('ImportFileQuery', {
      name: visibleText(300, "The file's name. With the format it is what the records are known by when the file comes again."),
      dry_run: Type.Optional(Type.Boolean({ description: 'Only say what would happen. Default: false.' })),
    }),
    file: 'application/octet-stream',
    bodyLimit: largestImportFile,
    status: 200,
    stream: true,
    mediaType: 'application/x-ndjson',
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
