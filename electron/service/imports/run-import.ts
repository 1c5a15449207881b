// One import from file to summary: reads, checks, sends batches, reports.
import type { Placed } from '../../../shared/domain/import-draft.ts'
import { type ImportOutcome, type ImportRecord, mostRecords } from '../../../shared/schema/import.ts'
import type { Format } from './detect-format.ts'
import type { Report } from './import-report.ts'
import type { Send } from './import-target.ts'
import type { Progress } from './progress.ts'
import { readRecords, sizeOf } from './read-records.ts'
import { createRecordMaker } from './record-of.ts'

/** A batch is sent when it has this many characters, whatever the number of its records. */
const mostCharacters = 4 * 1_048_576

export interface ImportRun {
  path: string
  format: Format
  source: string
  dryRun: boolean
  send: Send
  report: Report
  progress: Progress
}

export async function runImport({ path, format, source, dryRun, send, report, progress }: ImportRun): Promise<void> {
  const makeRecord = createRecordMaker()
  const total = await sizeOf(path, format)
  const started = performance.now()
  let bytes = 0
  let records: ImportRecord[] = []
  let places: string[] = []
  let length = 0
  let sending: Promise<void> = Promise.resolve()

  async function deliver(records: ImportRecord[], places: string[]): Promise<void> {
    const { results } = await send({ source, records, ...(dryRun ? { dry_run: true } : {}) })
    for (const [index, record] of records.entries()) {
      const { outcome, reason } = results[index] as ImportOutcome
      if (outcome === 'imported') report.imported(record)
      else report.skip(outcome, places[index] ?? '?', reason ?? outcome)
    }
    const { counts } = report
    const rate = Math.round(counts.read / ((performance.now() - started) / 1000))
    progress.show(
      bytes,
      total,
      `${counts.imported.toLocaleString('en')} imported, ${counts.already.toLocaleString('en')} already here (${rate.toLocaleString('en')}/s)`,
    )
  }

  /** One batch is on its way while the next is read. */
  async function flush(): Promise<void> {
    await sending
    if (records.length === 0) return
    sending = deliver(records, places)
    // It is awaited before the next: here only so that a failure is not "unhandled" meanwhile.
    sending.catch(() => undefined)
    records = []
    places = []
    length = 0
  }

  async function take({ where, draft, problem, leftOut }: Placed): Promise<void> {
    report.read()
    if (problem !== undefined) return report.skip('refused', where, problem)
    if (leftOut !== undefined || !draft) return report.skip('left_out', where, leftOut ?? 'nothing in it')
    const made = makeRecord(draft)
    if (!made.record) return report.skip('refused', where, made.problem ?? 'not a record')
    for (const note of draft.notes ?? []) report.note(note)
    if (length + made.length > mostCharacters) await flush()
    records.push(made.record)
    places.push(where)
    length += made.length
    if (records.length >= mostRecords) await flush()
  }

  for await (const placed of readRecords(path, format, (count) => (bytes += count))) await take(placed)
  await flush()
  await sending
}
