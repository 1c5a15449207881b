import type { Card } from '../../actions/review/cards.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { CardButtons } from './card-buttons.tsx'
import { CardShell } from './card-shell.tsx'

interface BrakeProps {
  card: Card & { kind: 'brake' }
  isSelected: boolean
  nav: Navigation
  onSelect: () => void
}

/** An agent wrote more than it may: it proposes until somebody has looked at what it did. */
export function BrakeCard({ card, isSelected, nav, onSelect }: BrakeProps) {
  const { name, brake } = card.agent
  const { reason, count, max, minutes, since } = brake
  return (
    <CardShell card={card} isSelected={isSelected} onSelect={onSelect}>
      <header className="flex items-center gap-2.5">
        <ActorMark actor={{ kind: 'agent', name }} />
        <h3 className="min-w-0 flex-1 text-read">
          <bdi className="font-semibold text-agent">{name}</bdi> {m.brake.isStopped}
        </h3>
        <time className="shrink-0 text-meta text-quiet" dateTime={since} title={fullTime(since)}>
          {shortTime(since)}
        </time>
      </header>
      <p className="mt-2 max-w-[68ch] text-read">{m.brake.reasons[reason](count, minutes, max)}</p>
      <p className="mt-1 max-w-[68ch] text-muted">{m.brake.untilThen}</p>
      <CardButtons card={card} nav={nav} />
    </CardShell>
  )
}
