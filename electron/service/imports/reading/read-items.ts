// A file as items in batches: what may be sent, and what cannot be or is not meant to be. Pure reading; nothing is written by it.
import { type ImportRecord, maxRecords } from '../../../../shared/schema/import.ts'
import type { Placed } from '../../../../shared/domain/imports/import-draft.ts'
import { heaviestBatch, weightOf } from '../../../../shared/domain/imports/import-weight.ts'
import type { Format } from './detect-format.ts'
import { readRecords, sizeOf } from './read-records.ts'
import { createRecordMaker } from '../record-of.ts'

export type Item = { where: string } & ({ record: ImportRecord; notes: string[] } | { skip: 'refused' | 'left_out'; reason: string })

export interface ItemBatch {
  items: Item[]
  /** Bytes of the file that were read up to here, of `total`; that is undefined where the file is read at once. */
  bytes: number
  total: number | undefined
}

/** A batch ends when its records have so many characters, whatever their number. */
const maxCharacters = 4 * 1_048_576
/** Items of all kinds in a batch: refused ones are cheap, but a million of them in one message are not. */
const maxItems = 2 * maxRecords

/** Each batch has at most `maxRecords` records. Throws UnusableFile when the file is not of this format at all. */
export async function* readItems(path: string, format: Format): AsyncGenerator<ItemBatch> {
  const makeRecord = createRecordMaker()
  const total = await sizeOf(path, format)
  let bytes = 0
  let items: Item[] = []
  let records = 0
  let characters = 0
  let weight = 0

  function cut(): ItemBatch {
    const batch = { items, bytes, total }
    items = []
    records = 0
    characters = 0
    weight = 0
    return batch
  }

  function itemOf({ where, draft, problem, leftOut }: Placed): { item: Item; length: number } {
    const skipped = (skip: 'refused' | 'left_out', reason: string) => ({ item: { where, skip, reason }, length: 0 })
    if (problem !== undefined) return skipped('refused', problem)
    if (leftOut !== undefined || !draft) return skipped('left_out', leftOut ?? 'nothing in it')
    const { record, length, problem: mistake } = makeRecord(draft)
    return record ? { item: { where, record, notes: draft.notes ?? [] }, length } : skipped('refused', mistake ?? 'not a record')
  }

  for await (const placed of readRecords(path, format, (count) => (bytes += count))) {
    const { item, length } = itemOf(placed)
    const heft = 'record' in item ? weightOf(item.record) : 0
    if (characters > 0 && (characters + length > maxCharacters || weight + heft > heaviestBatch)) yield cut()
    items.push(item)
    weight += heft
    characters += length
    if ('record' in item) records++
    if (records >= maxRecords || items.length >= maxItems) yield cut()
  }
  if (items.length > 0) yield cut()
}
