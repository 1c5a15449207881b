// What an agent is told of a claim that it asked for.
import type { Claim } from '../../schema/claim.ts'

type Granted = { outcome: 'claimed' | 'renewed'; claim: Claim & { key: string } } | { outcome: 'held'; claim: Claim }

export function claimAnswer(found: Granted, agent: string): { outcome: string; held_by?: string; expires_at: string; key?: string; note?: string } {
  const { claim } = found
  if (found.outcome !== 'held') return { outcome: found.outcome, expires_at: claim.expires_at, key: found.claim.key }
  const isOurs = claim.holder.kind === 'agent' && claim.holder.name === agent
  const note = isOurs
    ? 'An agent with your name holds it. If that is you, pass the key of your claim; otherwise choose another task.'
    : 'Choose another task, or come back when it is free.'
  return { outcome: found.outcome, held_by: claim.holder.name, expires_at: claim.expires_at, note }
}
