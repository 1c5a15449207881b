// One import from items to summary: sends batches, reports.
import type { ImportOutcome, ImportRecord } from '../../../shared/schema/import.ts'
import type { Report } from './import-report.ts'
import type { Send } from './import-target.ts'
import type { Progress } from './progress.ts'
import type { Item, ItemBatch } from './reading/read-items.ts'

export interface ImportRun {
  batches: AsyncIterable<ItemBatch>
  source: string
  dryRun: boolean
  send: Send
  report: Report
  progress: Progress
}

type RecordItem = Extract<Item, { record: ImportRecord }>

export async function runImport({ batches, source, dryRun, send, report, progress }: ImportRun): Promise<void> {
  const started = performance.now()
  let sending: Promise<void> = Promise.resolve()
  /** Tasks that others are linked to and that have not come yet. */
  const awaited = new Set<string>()
  /** A dry run takes back what earlier batches brought: what they had is known only here. */
  const seen = new Set<string>()

  function noteLinks(record: ImportRecord, { outcome, awaited: names = [], left_out = [] }: ImportOutcome): void {
    if (outcome !== 'refused') awaited.delete(record.external_id)
    if (outcome !== 'refused' && dryRun) seen.add(record.external_id)
    for (const name of names) if (!seen.has(name)) awaited.add(name)
    for (const link of left_out) report.note(`link left out: ${link}`)
  }

  async function deliver(taken: readonly RecordItem[], { bytes, total }: ItemBatch): Promise<void> {
    if (taken.length > 0) {
      const { results } = await send({ source, records: taken.map(({ record }) => record), ...(dryRun ? { dry_run: true } : {}) })
      for (const [index, { record, where }] of taken.entries()) {
        const result = results[index] as ImportOutcome
        const { outcome, reason, differs } = result
        noteLinks(record, result)
        if (outcome === 'imported') report.imported(record)
        else report.skip(outcome, where, reason ?? outcome, differs)
      }
    }
    const { counts } = report
    const rate = Math.round(counts.read / ((performance.now() - started) / 1000))
    progress.show(
      bytes,
      total,
      `${counts.imported.toLocaleString('en')} imported, ${counts.already.toLocaleString('en')} already here (${rate.toLocaleString('en')}/s)`,
    )
  }

  for await (const batch of batches) {
    // One batch is on its way while the next is read.
    await sending
    const taken: RecordItem[] = []
    for (const item of batch.items) {
      report.read()
      if ('skip' in item) report.skip(item.skip, item.where, item.reason)
      else {
        for (const note of item.notes) report.note(note)
        taken.push(item)
      }
    }
    sending = deliver(taken, batch)
    // It is awaited before the next: here only so that a failure is not "unhandled" meanwhile.
    sending.catch(() => undefined)
  }
  await sending
  for (const name of awaited) report.note(`linked to ${name}, which is not here: the link counts once it is imported`)
}
