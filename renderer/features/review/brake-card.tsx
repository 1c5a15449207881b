import type { Agent, AgentBrake } from '../../../shared/schema/agent.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { CardShell } from './card-shell.tsx'

export type StoppedAgent = Agent & { brake: AgentBrake }

interface BrakeProps {
  agent: StoppedAgent
  isSelected: boolean
  nav: Navigation
  onSelect: () => void
  onGoOn: () => void
  onKeep: () => void
}

/** An agent wrote more than it may: it proposes until somebody has looked at what it did. */
export function BrakeCard({ agent: { name, brake }, isSelected, nav, onSelect, onGoOn, onKeep }: BrakeProps) {
  const { reason, count, max, minutes, since } = brake
  return (
    <CardShell name={m.brake.title(name)} isSelected={isSelected} onSelect={onSelect}>
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
      <footer className="mt-3 flex flex-wrap items-center gap-2">
        <Button look="primary" onClick={onGoOn}>
          {m.brake.goOn}
          <Kbd keys="y" plain />
        </Button>
        <Button look="outlined" onClick={onKeep}>
          {m.brake.keep}
          <Kbd keys="n" plain />
        </Button>
        <Button onClick={() => nav.go('activity')}>{m.brake.activity}</Button>
      </footer>
    </CardShell>
  )
}
