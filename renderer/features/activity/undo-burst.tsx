import { useState } from 'react'
import type { UndoConflict, UndoResult } from '../../../shared/schema/journal.ts'
import { previewStretch, undoStretch, type Stretch } from '../../data/own-actions.ts'
import { m } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'

const mostReasons = 5

/** In the window's own words; the service's are for programs. */
function reasonOf({ task_id, field, reason }: UndoConflict): string {
  const what = field === null ? reason : m.undoAll.since(m.fields[field as keyof typeof m.fields] ?? field)
  return task_id === null ? what : `${task_id}: ${what}`
}

/** "Undo 23 changes": says first what would happen and what is left alone. */
export function UndoBurst({ stretch }: { stretch: Stretch }) {
  const [preview, setPreview] = useState<UndoResult | undefined>(undefined)
  if (!preview) {
    return (
      <Button className="-ms-2 h-(--tap) px-2 text-meta" onClick={() => void previewStretch(stretch).then(setPreview)}>
        {m.undoAll.ask}
      </Button>
    )
  }
  const { done, conflicts } = preview
  const number = (action: UndoResult['done'][number]['action']) => done.filter((step) => step.action === action).length
  const parts = [m.undoAll.removed(number('removed')), m.undoAll.restored(number('restored')), m.undoAll.reverted(number('reverted'))].filter(Boolean)
  return (
    <div role="group" aria-label={m.undoAll.ask} className="appear my-2 rounded-card border border-line-strong bg-surface px-3.5 py-3">
      <p className="font-medium">{done.length === 0 ? m.undoAll.nothing : m.undoAll.would(parts.join(', '))}</p>
      {conflicts.length > 0 && (
        <>
          <p className="mt-1 text-muted">{m.undoAll.leaves(new Set(conflicts.map(({ entity, entity_id }) => `${entity} ${entity_id}`)).size)}</p>
          <ul className="mt-0.5 list-disc ps-5 text-muted">
            {[...new Set(conflicts.map(reasonOf))].slice(0, mostReasons).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-2.5 flex gap-2">
        {done.length > 0 && (
          <Button
            look="primary"
            onClick={() => {
              setPreview(undefined)
              void undoStretch(stretch)
            }}
          >
            {m.undoAll.undo(done.length)}
          </Button>
        )}
        <Button onClick={() => setPreview(undefined)}>{m.review.cancel}</Button>
      </div>
    </div>
  )
}
