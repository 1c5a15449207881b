// Tandem's own export (tandem.jsonl): a line that names the format, then one for each contact, task, conversation, message and origin.
import { type Draft, RefusedRecord } from './import-draft.ts'
import { exportHeader } from './export-format.ts'
import type { Json } from './import-values.ts'
import { importedEntities } from '../../schema/import.ts'

export function isExportHeader(value: unknown): value is { format: 'tandem'; version: number } {
  return typeof value === 'object' && value !== null && (value as Json).format === exportHeader.format
}

/** Why this version cannot be read; undefined when it can. */
export function newerExport({ version }: { version: unknown }): string | undefined {
  // The first version had no conversations; what it has is the same.
  return version === exportHeader.version || version === 1
    ? undefined
    : `it was written by a newer version of Tandem (format ${String(version)}; this one knows ${exportHeader.version}). Update Tandem first.`
}

/** A line after the first. Its fields are the record's own: the check of the whole record says what is wrong with them. */
export function draftOfExportLine({ type, ...rest }: Json): Draft {
  // A file has no uid: its content is its name.
  if (type === 'attachment') return { external_id: `${String(rest.hash)}:${String(rest.offset)}`, attachment: rest as never }
  const entity = importedEntities.find((name) => name === type)
  if (!entity) throw new RefusedRecord(`type must be one of ${importedEntities.join(', ')}, attachment; got ${JSON.stringify(type)?.slice(0, 40)}`)
  if (typeof rest.uid !== 'string') throw new RefusedRecord('uid is missing')
  return { external_id: rest.uid.toLowerCase(), [entity]: rest }
}
