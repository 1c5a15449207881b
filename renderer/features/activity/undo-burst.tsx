import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { UndoResult } from '../../../shared/schema/journal.ts'
import { previewStretch, type Stretch, undoStretch } from '../../data/tasks/undo-stretch.ts'
import { explain } from '../../backend/explain.ts'
import { leftAloneText } from '../../lib/conflict-text.ts'
import { m } from '../../messages/late.ts'
import { notify } from '../../lib/notices.ts'
import { Button } from '../../ui/button.tsx'

const maxReasons = 5

export interface UndoAsked {
  isAsking: boolean
  ask: () => void
  asked: { stretch: Stretch; preview: UndoResult } | undefined
  close: () => void
}

/** Of a burst, which is `find`: asks first what would happen. */
export function useUndoBurst(find: () => Promise<Stretch>): UndoAsked {
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState<UndoAsked['asked']>(undefined)

  async function ask() {
    if (isAsking) return
    setAsking(true)
    try {
      const stretch = await find()
      const preview = await previewStretch(stretch)
      if (preview) setAsked({ stretch, preview })
    } catch (error) {
      notify({ kind: 'problem', text: explain(m.activityFailed, error) })
    } finally {
      setAsking(false)
    }
  }
  return { isAsking, ask: () => void ask(), asked, close: () => setAsked(undefined) }
}

export function UndoButton({ undo: { isAsking, ask, asked } }: { undo: UndoAsked }) {
  if (asked) return null
  return (
    <Button data-undo="" className="h-(--tap) px-2 text-meta" aria-busy={isAsking} onClick={ask}>
      <Undo2 aria-hidden="true" size={14} className="hidden phone:block" />
      <span className="phone:sr-only">{isAsking ? m.loading : m.undoAll.ask}</span>
    </Button>
  )
}

/** "Undo 23 changes": says first what would happen and what is left alone. */
export function UndoBurst({ undo: { asked, close } }: { undo: UndoAsked }) {
  if (!asked) return null
  const { stretch, preview } = asked
  const { done, conflicts, left } = preview
  const number = (action: UndoResult['done'][number]['action']) => done.filter((step) => step.action === action).length
  const parts = [m.undoAll.removed(number('removed')), m.undoAll.restored(number('restored')), m.undoAll.reverted(number('reverted'))].filter(Boolean)
  return (
    <div role="group" aria-label={m.undoAll.ask} className="appear my-2 ms-7.5 rounded-card border border-line-strong bg-surface px-3.5 py-3">
      {(done.length > 0 || left === 0) && (
        <p className="font-medium">
          {done.length === 0 ? m.undoAll.nothing : m.undoAll.would(new Intl.ListFormat(document.documentElement.lang).format(parts))}
        </p>
      )}
      {left > 0 && <p className="mt-1 text-muted">{m.undoAll.more(left)}</p>}
      {conflicts.length > 0 && (
        <>
          <p className="mt-1 text-muted">{m.undoAll.leaves(new Set(conflicts.map(({ entity, entity_id }) => `${entity} ${entity_id}`)).size)}</p>
          <ul className="mt-0.5 list-disc ps-5 text-muted">
            {[...new Set(conflicts.map(leftAloneText))].slice(0, maxReasons).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-2.5 flex gap-2">
        {done.length + left > 0 && (
          <Button
            look="primary"
            onClick={() => {
              close()
              void undoStretch(stretch)
            }}
          >
            {m.undoAll.undo(done.length + left)}
          </Button>
        )}
        <Button onClick={close}>{m.review.cancel}</Button>
      </div>
    </div>
  )
}
