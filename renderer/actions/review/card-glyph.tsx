import { Activity, CornerDownLeft, MessageSquare, MessageSquareX, Monitor, PencilLine, Check, Cloud, X } from 'lucide-react'
import type { ComponentType } from 'react'
import { DuplicateGlyph } from '../../ui/glyphs.tsx'
import type { CardGlyph as Glyph } from './card-actions.ts'

const icons: Record<Exclude<Glyph, 'merge'>, ComponentType<{ size: number; 'aria-hidden': 'true' }>> = {
  yes: Check,
  no: X,
  edit: PencilLine,
  answer: MessageSquare,
  here: Monitor,
  there: Cloud,
  reason: MessageSquareX,
  task: CornerDownLeft,
  activity: Activity,
}

export function CardGlyph({ glyph }: { glyph: Glyph }) {
  if (glyph === 'merge') return <DuplicateGlyph className="" />
  const Icon = icons[glyph]
  return <Icon size={16} aria-hidden="true" />
}
