// Stops an agent that writes more than a person has set: from then on it only proposes, until a person has looked. What it wrote lately is
// read from the journal (recent-writes.ts); that it is stopped is a row of its own, and ends by nothing but a person's word.
import { AppError } from '../../../shared/domain/app-error.ts'
import { type AgentBrake, type Because, brakeMinutes, brakeReasons, type BrakeLimits } from '../../../shared/schema/agent.ts'
import { folded } from '../../../shared/domain/people/same-name.ts'
import type { BrakeStore, StoredBrake } from './brake-store.ts'
import type { Amount, RecentWrites } from './recent-writes.ts'

export interface BrakeDeps {
  store: BrakeStore
  recent: RecentWrites
  /** The limits that hold for an agent. */
  limitsOf: (name: string) => Required<BrakeLimits>
  head: () => number
  now: () => Date
  changed: (name: string) => void
}

export type Brake = ReturnType<typeof createBrake>

export const brakeOf = ({ reason, count, max, state, since }: StoredBrake): AgentBrake => ({
  reason,
  count,
  max,
  minutes: brakeMinutes,
  state: state === 'kept' ? 'kept' : 'waiting',
  since,
})

const becauseOf = ({ reason, count, max }: StoredBrake): Because => ({
  what: 'brake',
  reason,
  count,
  max,
  minutes: brakeMinutes,
  task_id: null,
  title: null,
  from: '',
})

export function createBrake({ store, recent, limitsOf, head, now, changed }: BrakeDeps) {
  const held = new Map(store.held().map((brake) => [brake.name, brake]))
  function stop(name: string, reason: StoredBrake['reason'], count: number, max: number): StoredBrake {
    const key = folded(name)
    const brake = { name: key, reason, count, max, since: now().toISOString() }
    const stored: StoredBrake = { ...brake, id: store.insert(brake), state: 'waiting' }
    held.set(key, stored)
    changed(name)
    return stored
  }

  function decide(brake: StoredBrake, state: StoredBrake['state'], by: string): void {
    const seq = state === 'released' ? head() : null
    store.decide({ id: brake.id, state, seq, at: now().toISOString(), by })
    if (state === 'released') {
      recent.forget(brake.name)
      held.delete(brake.name)
    } else held.set(brake.name, { ...brake, state })
    changed(brake.name)
  }

  return {
    of(name: string): AgentBrake | null {
      const brake = held.get(folded(name))
      return brake ? brakeOf(brake) : null
    },

    /** Why an agent may only propose a write of this size; a write that would be one too many stops it. */
    check(name: string, amount: Amount): Because | undefined {
      const key = folded(name)
      const known = held.get(key)
      if (known) return becauseOf(known)
      if (amount.writes === 0) return undefined
      const written = recent.count(key)
      const limits = limitsOf(name)
      for (const reason of brakeReasons.toReversed()) {
        const [max, count] = [limits[reason], written[reason] + amount[reason]]
        if (max !== null && amount[reason] > 0 && count > max) return becauseOf(stop(name, reason, count, max))
      }
      return undefined
    },

    /** What a person says to it. */
    decide(name: string, goOn: boolean, by: string): AgentBrake | null {
      const brake = held.get(folded(name))
      if (!brake) throw new AppError('conflict', `${name} is not stopped: it writes as its policy says.`)
      decide(brake, goOn ? 'released' : 'kept', by)
      return this.of(name)
    },

    /** A person has taken limits away: whoever was stopped by one of them goes on. */
    limitsChanged(by: string): void {
      for (const brake of held.values()) if (limitsOf(brake.name)[brake.reason] === null) decide(brake, 'released', by)
    },
  }
}
