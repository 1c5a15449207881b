import type { Claim } from '../../../shared/schema/claim.ts'
import { clock, shortTime } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import { ActorMark, actorName, isYou } from '../actor-mark.tsx'

/** Who has this task in hand, and since when: ⟨claude 4 min⟩. */
export function ClaimMark({ claim }: { claim: Claim }) {
  const { holder, claimed_at, expires_at } = claim
  const isAgent = holder.kind === 'agent'
  return (
    <span
      title={isYou(holder) ? m.claim.byYou(clock(expires_at)) : m.claim.by(actorName(holder), clock(expires_at))}
      className={`flex h-[22px] shrink-0 items-center gap-1.5 rounded-control border pe-1.5 text-meta ${isAgent ? 'border-agent/40 bg-agent-soft text-agent' : 'border-line bg-surface text-text'}`}
    >
      <ActorMark actor={holder} size={20} />
      <span className="max-w-28 min-w-8 truncate font-medium">{actorName(holder)}</span>
      <span className="whitespace-nowrap">{shortTime(claimed_at)}</span>
    </span>
  )
}
