import type { Task } from '../../../shared/schema/task.ts'
import { m } from '../../lib/messages.ts'
import { linksOf, waitingTexts } from '../../lib/plan/links.ts'
import { BlockedGlyph } from '../glyphs.tsx'

/** On a row or a card: it cannot begin, and for what it waits. Its parts, who is assigned and who is at work have marks of their own. */
export function BlockedMark({ task }: { task: Task }) {
  const own = waitingTexts(task, false)
  if (own.length === 0) return null
  const waits = linksOf(task).waits_for
  const blockers = waits.filter(({ for: what }) => what === 'blocker')
  const isAsked = waits.some(({ for: what }) => what === 'question' || what === 'proposal')
  const said = m.links.waitsFor(waitingTexts(task))
  return (
    <span title={said} className="flex shrink-0 items-center gap-1 text-meta whitespace-nowrap text-muted">
      <BlockedGlyph />
      <span className="sr-only">{said}</span>
      <span aria-hidden="true" className="tabular">
        {blockers[0] && `#${blockers[0].id}`}
        {blockers.length > 1 && ` +${blockers.length - 1}`}
        {isAsked && (blockers.length > 0 ? ' ?' : '?')}
      </span>
    </span>
  )
}
