import { useQuery } from '@tanstack/react-query'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { findEntry, isDeletion } from '../../data/tasks/history.ts'
import { undoEntry } from '../../data/tasks/own-actions.ts'
import { ago } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { actorName, isYou } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'

function goneText(id: number, { actor, at, after }: JournalEntry): string {
  if (typeof after?.merged_into === 'number') return m.goneInto(id, after.merged_into, ago(at))
  return isYou(actor) ? m.goneByYou(id, ago(at)) : m.goneBy(id, actorName(actor), ago(at))
}

/** A task that was deleted, or never was. History stays, so it can come back. */
export function GoneTask({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: deletion } = useQuery({
    queryKey: ['history', id, 'deletion'] as const,
    queryFn: async () => (await findEntry(id, isDeletion)) ?? null,
    retry: false,
  })
  return (
    <div className="appear flex flex-col items-start gap-4 p-6">
      <p className="text-read text-muted">{deletion ? goneText(id, deletion) : m.neverWas(id)}</p>
      <div className="flex gap-2">
        {deletion && (
          <Button look="outlined" onClick={() => void undoEntry(deletion.seq)}>
            {m.bringBack}
          </Button>
        )}
        <Button onClick={onClose}>{m.close}</Button>
      </div>
    </div>
  )
}
