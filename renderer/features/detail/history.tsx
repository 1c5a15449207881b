import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { undoEntry } from '../../data/tasks/own-actions.ts'
import { m } from '../../lib/messages.ts'
import { EntryLine } from '../../ui/text/entry-line.tsx'

/** Who did what, newest first, each with its undo. */
export function History({ entries }: { entries: readonly JournalEntry[] | undefined }) {
  if (!entries) return <div className="late h-12" role="status" aria-label={m.loading} />
  return (
    <ul className="flex flex-col">
      {entries.map((entry) => (
        <EntryLine key={entry.seq} entry={entry} onUndo={() => void undoEntry(entry.seq)} />
      ))}
    </ul>
  )
}
