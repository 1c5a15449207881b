// Events as they were written, for whoever changes what they say afterwards.
import type { Tx } from '../../db/database.ts'
import { longTextsStore } from './long-texts-store.ts'
import { withWholeTexts } from './whole-texts.ts'

/**
 * Inside a transaction: puts the events from number `first` on and before `end` together again whose text was or became `length` long (UTF-16 units). Of a
 * long text they keep only the changed parts, in which an address that has to be forgotten cannot be found.
 */
export async function keepWhole(tx: Tx, teamId: string, { first, end, length }: { first: number; end: number; length: number }): Promise<void> {
  const rows = await longTextsStore.ofLength(tx, teamId, first, end, length)
  for (const { seq, before, after } of await withWholeTexts(rows, teamId, (read) => read(tx)))
    await longTextsStore.keep(tx, teamId, { seq, before, after, texts: null })
}
