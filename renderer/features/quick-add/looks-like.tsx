import type { DuplicateCandidate } from '../../../shared/schema/task.ts'
import { percent } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { DuplicateGlyph } from '../../ui/glyphs.tsx'

interface LooksLikeProps {
  candidate: DuplicateCandidate
  /** The key that opens it; with Shift it adds there. */
  keys: string
  onOpen: () => void
  onAddThere: () => void
}

export function LooksLike({ candidate, keys, onOpen, onAddThere }: LooksLikeProps) {
  return (
    <div className="flex items-center gap-2.5 border-t border-line py-1 ps-3 pe-1.5">
      <DuplicateGlyph />
      <button type="button" className="flex h-[max(28px,var(--tap))] min-w-0 flex-1 items-center gap-1.5 rounded-control text-start" onClick={onOpen}>
        <span className="shrink-0 text-muted phone:sr-only">{m.looksLike}</span>
        <span dir="auto" className="truncate font-medium">
          <span className="tabular">{candidate.id}</span> {candidate.title}
        </span>
      </button>
      <Kbd keys={keys} />
      <span className="tabular shrink-0 text-quiet">{percent(candidate.score)}</span>
      <Button onClick={onAddThere}>{m.addThere}</Button>
    </div>
  )
}
