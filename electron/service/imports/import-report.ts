// What became of each record. The report file is written as it goes; memory holds only what is shown at the end.
import { createWriteStream, type WriteStream } from 'node:fs'
import { type ImportRecord, importedEntities } from '../../../shared/schema/import.ts'
import type { FoundKind, ImportFileReport, SkippedRecord } from '../../../shared/schema/import-file.ts'

export type Summary = Omit<ImportFileReport, 'written'> & { seconds: number }

const maxListed = 10_000
const maxTitles = 5
/** Different remarks: a file of a million broken links must not fill the memory. */
const maxNotes = 1000

export type Kind = SkippedRecord['outcome']

/** `file`: where every skipped record is written, one a line. */
export function createReport(file: string | undefined) {
  const out: WriteStream | undefined = file === undefined ? undefined : createWriteStream(file)
  let failure: Error | undefined
  out?.on('error', (error) => (failure = error))
  const notes = new Map<string, number>()
  const titles: string[] = []
  const found: Record<FoundKind, number> = { task: 0, contact: 0, conversation: 0, message: 0, origin: 0, list: 0, comment: 0, reminder: 0, attachment: 0 }
  const listed: Record<Kind, SkippedRecord[]> = { refused: [], left_out: [], already: [] }
  const counts = { read: 0, imported: 0, refused: 0, left_out: 0, already: 0 }

  return {
    counts,
    read: () => void counts.read++,
    imported(record: ImportRecord): void {
      counts.imported++
      for (const entity of importedEntities) if (record[entity]) found[entity]++
      // Of a file in pieces, the first stands for all.
      if (record.attachment?.offset === 0) found.attachment++
      const { title, comments = [], schedules = [] } = record.task ?? {}
      found.comment += comments.length
      found.reminder += schedules.length
      if (title !== undefined && titles.length < maxTitles) titles.push(title)
    },
    note(note: string): void {
      const told = notes.has(note) || notes.size < maxNotes ? note : 'further remarks'
      notes.set(told, (notes.get(told) ?? 0) + 1)
    },
    skip(kind: Kind, where: string, reason: string, differs = false): void {
      counts[kind]++
      if (listed[kind].length < maxListed) listed[kind].push({ where, outcome: kind, reason, ...(differs ? { differs } : {}) })
      out?.write(`${where}: ${kind === 'refused' ? 'not imported, ' : kind === 'left_out' ? 'left out, ' : ''}${reason}\n`)
    },
    async finish(about: Pick<Summary, 'file' | 'format' | 'source' | 'dry_run' | 'seconds'>): Promise<Summary> {
      const skipped = [...listed.refused, ...listed.left_out, ...listed.already].slice(0, maxListed)
      const total = counts.refused + counts.left_out + counts.already
      const summary: Summary = {
        ...about,
        ...counts,
        found,
        titles,
        notes: [...notes].map(([note, records]) => ({ note, records })).sort((a, b) => b.records - a.records),
        skipped,
        skipped_not_listed: total - skipped.length,
      }
      if (out) {
        out.end(`${inWords(summary, 0)}\n`)
        await new Promise<void>((resolve) => void (failure ? resolve() : out.once('close', resolve)))
        if (failure) process.stderr.write(`The report could not be written: ${failure.message}\n`)
      }
      return summary
    },
  }
}

export type Report = ReturnType<typeof createReport>

const number = (n: number) => n.toLocaleString('en')

/** The summary for people, with at most `most` of the refused records. */
export function inWords(summary: Summary, max = 20): string {
  const { imported, already, refused, left_out, dry_run } = summary
  const lines = [
    `${number(imported)} ${dry_run ? 'would be imported' : 'imported'}, ${number(already)} already here${left_out ? `, ${number(left_out)} skipped` : ''}, ${number(refused)} refused. (${summary.format}, as ${summary.source}, ${summary.seconds.toFixed(1)} s)`,
  ]
  for (const { note, records } of summary.notes.slice(0, 20)) lines.push(`  note: ${note} (${number(records)})`)
  // Errors are named first; that something is here already is only news with its reason.
  const shown = summary.skipped.slice(0, refused + left_out === 0 ? Math.min(3, max) : max)
  for (const { where, reason } of shown) lines.push(`  ${where}: ${reason}`)
  const more = summary.skipped.length + summary.skipped_not_listed - shown.length
  if (max > 0 && more > 0) lines.push(`  … and ${number(more)} more; --report FILE lists them all`)
  if (dry_run) lines.push('This was a dry run: nothing was changed.')
  return lines.join('\n')
}
