// Knows the texts that came from outside by their words, so that a piece of one is recognised wherever somebody copied it to. One more
// reader of the journal: what is new is read when somebody asks.
import type { FindCopied } from '../../../../shared/mcp/answers/fencing.ts'
import { fingerprintsOf, shinglesOf } from '../../../../shared/domain/duplicates/shingles.ts'
import type { JournalEntry } from '../../../../shared/schema/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { OutsideText, OutsideTextStore } from './outside-text-store.ts'

export type OutsideTexts = ReturnType<typeof createOutsideTexts>

const textFields = ['title', 'description', 'body', 'text', 'subject', 'name', 'organization', 'role', 'labels', 'requesters'] as const
/** Entries that are read at once. A journal from before this was kept is read in the background, in such pieces. */
const together = 50
/** So far is looked for them at once. */
const stretch = 5000

function textsOf({ after, actor, at }: JournalEntry): OutsideText[] {
  const texts = textFields.flatMap((field) => {
    const value = after?.[field]
    return typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  })
  const hashes = [...new Set(texts.flatMap(fingerprintsOf))]
  // Of a conversation's subject nobody else is known to be the writer.
  const source = actor.kind === 'email' ? actor : { kind: 'email', name: '' }
  return hashes.length > 0 ? [{ ...source, at, hashes }] : []
}

export function createOutsideTexts({ store, journal, report }: { store: OutsideTextStore; journal: Journal; report: (error: unknown) => void }) {
  let cursor = store.cursor()
  let isEmpty = store.isEmpty()
  let timer: NodeJS.Immediate | undefined

  /** Reads on by one piece; whether there is more. */
  function readOn(): boolean {
    const head = journal.head()
    if (cursor >= head) return false
    const end = Math.min(head, cursor + stretch)
    const seqs = store.next(cursor, end, together)
    const entries = seqs.flatMap((seq) => [...journal.wholeAfter(seq - 1, 1)])
    const reached = seqs.length < together ? end : (seqs.at(-1) as number)
    const texts = entries.flatMap(textsOf)
    store.keep(texts, reached)
    cursor = reached
    if (texts.length > 0) isEmpty = false
    return cursor < head
  }

  function tryToReadOn(): boolean {
    try {
      return readOn()
    } catch (error) {
      // A full disk: what is known is known, and the next question tries again.
      report(error)
      return false
    }
  }

  function readAll(): void {
    timer = tryToReadOn() ? setImmediate(readAll) : undefined
  }
  timer = setImmediate(readAll)

  const find: FindCopied = (text, writtenAt) => {
    // What came this moment is known; of a long journal that is being read for the first time what was read so far.
    if (timer === undefined && !store.isUnsettled() && tryToReadOn()) timer = setImmediate(readAll)
    if (isEmpty) return undefined
    const hashes = shinglesOf(text)
    return hashes.length > 0 ? store.find(hashes, writtenAt) : undefined
  }

  return { find, close: (): void => clearImmediate(timer) }
}
