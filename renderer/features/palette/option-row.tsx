import type { ReactNode } from 'react'
import type { SearchHit } from '../../../shared/schema/task.ts'
import { m } from '../../messages/late.ts'
import { cx } from '../../ui/class-names.ts'
import { StatusGlyph } from '../../ui/glyphs.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { MarkedText, withoutMarks } from '../../ui/text/marked-text.tsx'
import type { PaletteOption } from './use-palette-options.tsx'

interface RowProps {
  id: string
  isSelected: boolean
  onRun: () => void
  onPoint: () => void
}

function Row({ id, isSelected, onRun, onPoint, children }: RowProps & { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above has the keyboard and speaks for the selection
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      className={cx('flex min-h-[max(36px,var(--tap))] cursor-default items-center gap-3 rounded-control px-2.5', isSelected && 'bg-accent-soft')}
      onClick={onRun}
      onPointerMove={onPoint}
    >
      {children}
    </div>
  )
}

export function OptionRow({ option, ...row }: RowProps & { option: PaletteOption }) {
  return (
    <Row {...row}>
      <span className="grid size-4 shrink-0 place-items-center text-muted">{option.glyph}</span>
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {option.label}
      </span>
      {option.hint && (
        <span className="max-w-[55%] shrink-0 truncate text-meta text-quiet" dir="auto">
          {option.hint}
        </span>
      )}
      {option.keys && <Kbd keys={option.keys} />}
    </Row>
  )
}

/** The snippet marks where it matched: in the title, or else in the text, which then stands below the title. */
export function HitRow({ hit, ...row }: RowProps & { hit: SearchHit }) {
  const plain = withoutMarks(hit.snippet).replaceAll('…', '')
  const isTitle = hit.title.replaceAll(/\s+/g, ' ').startsWith(plain)
  return (
    <Row {...row}>
      <StatusGlyph status={hit.status} />
      <span className="flex min-w-0 flex-1 flex-col py-1.5">
        <span className="truncate font-medium" dir="auto">
          {isTitle ? <MarkedText text={hit.snippet} /> : hit.title}
        </span>
        {!isTitle && (
          <span className="truncate text-meta text-muted" dir="auto">
            <MarkedText text={hit.snippet} />
          </span>
        )}
      </span>
      <span className="tabular shrink-0 text-meta text-quiet">{hit.id}</span>
      <span className="shrink-0 rounded-control border border-line bg-surface px-1.5 text-meta leading-[18px] text-quiet phone:hidden">
        {m.matchedBy(hit.matched.includes('keyword'), hit.matched.includes('semantic'))}
      </span>
    </Row>
  )
}
