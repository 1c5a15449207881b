import { useQuery } from '@tanstack/react-query'
import type { DuplicatePair, Task } from '../../../shared/schema/task.ts'
import { keepBoth, mergePair, pairsOf } from '../../data/review.ts'
import { percent } from '../../lib/dates.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { DuplicateGlyph } from '../../ui/glyphs.tsx'
import { Kbd } from '../../ui/kbd.tsx'

interface DuplicatesProps {
  task: Task
  onOpen: (id: number) => void
}

/** "⧉ 97 Checksum FS does not flush describes the same thing": one key makes one task of the two. */
export function Duplicates({ task, onOpen }: DuplicatesProps) {
  const { data: pairs = [] } = useQuery(pairsOf(task.id))
  async function merge(pair: DuplicatePair | undefined) {
    const left = pair && (await mergePair(pair))
    if (left !== undefined && left !== task.id) onOpen(left)
  }
  useKeys({ '=': () => void merge(pairs[0]) })
  return pairs.map((pair, index) => {
    const other = pair.a.id === task.id ? pair.b : pair.a
    return (
      <aside
        key={other.id}
        aria-label={m.review.alike(task.id, other.id)}
        className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-card border border-line bg-bg py-2 ps-3 pe-2"
      >
        <DuplicateGlyph className="shrink-0 text-warn" />
        <button type="button" className="min-h-(--tap) min-w-0 flex-1 basis-48 rounded-control text-start hover:underline" onClick={() => onOpen(other.id)}>
          <span dir="auto" className="font-medium">
            <span className="tabular">{other.id}</span> {other.title}
          </span>{' '}
          <span className="text-muted">
            {m.duplicate.looksLike} · <span className="tabular">{percent(pair.score)}</span>
          </span>
        </button>
        <span className="ms-auto flex gap-2">
          <Button look="outlined" onClick={() => void keepBoth(pair)}>
            {m.review.keepBoth}
          </Button>
          <Button look="outlined" onClick={() => void merge(pair)}>
            {m.duplicate.merge}
            {index === 0 && <Kbd keys="=" plain />}
          </Button>
        </span>
      </aside>
    )
  })
}
