// Stops an agent that writes more than a person has set: from then on it only proposes, until a person has looked. What it wrote is read from
// the journal, so no door is forgotten and a restart forgets nothing. Time is this process's own: setting the clock neither frees nor stops
// anybody. What was written before the start is as old as the clock says, and never younger than its own place in the journal allows.
import { AppError } from '../../../shared/domain/app-error.ts'
import { type AgentBrake, type Because, brakeMinutes, brakeReasons, type BrakeLimits } from '../../../shared/schema/agent.ts'
import { folded } from './agent-name.ts'
import type { BrakeStore, StoredBrake, Written } from './brake-store.ts'

/** How many writes a call would be; deletes count among the writes. */
export interface Amount {
  writes: number
  deletes: number
}

export interface BrakeDeps {
  store: BrakeStore
  /** The limits that hold for an agent. */
  limitsOf: (name: string) => Required<BrakeLimits>
  head: () => number
  now: () => Date
  monotonic: () => number
  changed: (name: string) => void
}

const windowMs = brakeMinutes * 60_000

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

export function createBrake({ store, limitsOf, head, now, monotonic, changed }: BrakeDeps) {
  const held = new Map(store.held().map((brake) => [brake.name, brake]))
  /** What each agent wrote within the window, oldest first. */
  const recent = new Map<string, { at: number; gone: boolean }[]>()
  /** Allowed, and not in the journal yet: calls that are answered at the same time count together. */
  const underway = new Map<string, Amount>()
  /** A person has said yes to these; they count for nobody. */
  const approved = new Set<number>()
  /** undefined until the first question: a start costs nothing. */
  let cursor: number | undefined

  function add({ seq, name, gone }: Written, at: number): void {
    if (approved.delete(seq)) return
    const key = folded(name)
    const own = recent.get(key) ?? []
    own.push({ at, gone: gone === 1 })
    recent.set(key, own)
  }

  function readFirst(): void {
    const end = head()
    // A clock that was set back makes entries of the future: they are as old as they are older than the newest one.
    const reference = Math.max(now().getTime(), Date.parse(store.newestAt() ?? '') || 0)
    const from = new Map(store.released().map(({ name, seq }) => [name, seq]))
    const found: Written[] = []
    for (const one of store.backwards()) {
      if (reference - Date.parse(one.at) >= windowMs) break
      if (one.seq > (from.get(folded(one.name)) ?? 0)) found.push(one)
    }
    for (const seq of store.approvedAfter((found.at(-1)?.seq ?? end) - 1)) approved.add(seq)
    for (const one of found.reverse()) add(one, monotonic() - (reference - Date.parse(one.at)))
    cursor = end
  }

  function readOn(): void {
    if (store.isUnsettled()) return
    if (cursor === undefined) return readFirst()
    const end = head()
    if (end <= cursor) return
    for (const one of store.after(cursor)) add(one, monotonic())
    cursor = end
  }

  function countOf(key: string): Amount {
    const since = monotonic() - windowMs
    const left = (recent.get(key) ?? []).filter(({ at }) => at > since)
    if (left.length > 0) recent.set(key, left)
    else recent.delete(key)
    const coming = underway.get(key) ?? { writes: 0, deletes: 0 }
    return { writes: left.length + coming.writes, deletes: left.filter(({ gone }) => gone).length + coming.deletes }
  }

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
      readOn()
      recent.delete(brake.name)
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
      readOn()
      const written = countOf(key)
      const limits = limitsOf(name)
      for (const reason of brakeReasons.toReversed()) {
        const [max, count] = [limits[reason], written[reason] + amount[reason]]
        if (max !== null && amount[reason] > 0 && count > max) return becauseOf(stop(name, reason, count, max))
      }
      return undefined
    },

    /** Counts a write that was allowed as long as it is being made; returns how to say that it is over. */
    begin(name: string, amount: Amount): () => void {
      const key = folded(name)
      const move = (sign: 1 | -1) => {
        const { writes, deletes } = underway.get(key) ?? { writes: 0, deletes: 0 }
        const next = { writes: writes + sign * amount.writes, deletes: deletes + sign * amount.deletes }
        if (next.writes > 0) underway.set(key, next)
        else underway.delete(key)
      }
      let isOver = false
      move(1)
      return () => {
        if (!isOver) move(-1)
        isOver = true
      }
    },

    approve: (entries: readonly number[]): void => entries.forEach((seq) => approved.add(seq)),

    /** What a person says to it. */
    decide(name: string, goOn: boolean, by: string): AgentBrake | null {
      const brake = held.get(folded(name))
      if (!brake) throw new AppError('conflict', `${name} is not stopped: it writes as its policy says.`)
      decide(brake, goOn ? 'released' : 'kept', by)
      return this.of(name)
    },

    /** A person has taken limits away: whoever was stopped by one of them goes on. */
    limitsChanged(by: string): void {
      for (const brake of [...held.values()]) if (limitsOf(brake.name)[brake.reason] === null) decide(brake, 'released', by)
    },

    /** After a commit: what was written then is as old as that. */
    committed: (): void => (cursor === undefined ? undefined : readOn()),
  }
}
