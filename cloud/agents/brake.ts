// Stops an agent that writes more than the people of its team want: from then on it only proposes, until one of them has looked. What it wrote lately is
// read from the journal, so it counts over all instances; that it is stopped is kept with the agent, and ends by nothing but a person's word.
import { type AgentBrake, type Because, brakeMinutes, brakeReasons, type BrakeLimits } from '../../shared/schema/agent.ts'
import { folded } from '../../shared/domain/people/same-name.ts'
import type { Journal } from '../journal/journal.ts'
import { agentStore } from './agent-store.ts'

/** How many writes a call would be; deletes count among the writes. */
export interface Amount {
  writes: number
  deletes: number
}

/** A call of an agent: which limits hold for it, and what of the past no longer counts. */
export interface BrakeCheck {
  teamId: string
  name: string
  amount: Amount
  limits: Required<BrakeLimits>
  countedFrom: number
}

export type Brake = ReturnType<typeof createBrake>

const windowMs = brakeMinutes * 60_000
/** Calls that are being answered count as written and as coming for a moment: only where that decides are they waited for, and no longer than so. */
const settledWithinMs = 2000
const none: Amount = { writes: 0, deletes: 0 }

export const becauseOf = ({ reason, count, max }: Pick<AgentBrake, 'reason' | 'count' | 'max'>): Because => ({
  what: 'brake',
  reason,
  count,
  max,
  minutes: brakeMinutes,
  task_id: null,
  title: null,
  from: '',
})

/** Calls that were allowed and are being answered, and those that wait for their end. */
function createUnderway() {
  const coming = new Map<string, Amount>()
  const waiting = new Set<() => void>()
  const of = (key: string): Amount => coming.get(key) ?? none
  function move(key: string, { writes, deletes }: Amount, sign: 1 | -1): void {
    const next = { writes: of(key).writes + sign * writes, deletes: of(key).deletes + sign * deletes }
    if (next.writes > 0) coming.set(key, next)
    else coming.delete(key)
  }
  return {
    of,
    begin(key: string, amount: Amount): () => void {
      move(key, amount, 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        move(key, amount, -1)
        for (const look of waiting) look()
      }
    },
    /** Until nothing of it is coming, or for so long. */
    settled: (key: string, ms: number): Promise<void> =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve()
        }
        const look = () => void (of(key).writes === 0 && done())
        const timer = setTimeout(done, ms)
        waiting.add(look)
        look()
      }),
  }
}

export function createBrake({ journal }: { journal: Pick<Journal, 'read' | 'now'> }) {
  const underway = createUnderway()
  /** Of one agent calls are counted one after the other. */
  const turns = new Map<string, Promise<unknown>>()

  async function written({ teamId, name, countedFrom }: BrakeCheck): Promise<Amount> {
    const since = new Date(journal.now().getTime() - windowMs).toISOString()
    const all = await journal.read({ id: teamId }, (tx) => agentStore.lately(tx, teamId, since, countedFrom))
    const own = all.filter((one) => folded(one.name) === folded(name))
    return { writes: own.reduce((sum, { writes }) => sum + writes, 0), deletes: own.reduce((sum, { deletes }) => sum + deletes, 0) }
  }

  function overIn({ amount, limits }: BrakeCheck, count: Amount) {
    for (const reason of brakeReasons.toReversed()) {
      const [max, all] = [limits[reason], count[reason] + amount[reason]]
      if (max !== null && amount[reason] > 0 && all > max) return { reason, count: all, max }
    }
    return undefined
  }

  async function counted(key: string, check: BrakeCheck) {
    // In this order: what is written meanwhile counts twice rather than not at all.
    const coming = underway.of(key)
    const done = await written(check)
    const over = overIn(check, { writes: done.writes + coming.writes, deletes: done.deletes + coming.deletes })
    if (!over || coming.writes === 0) return over
    await underway.settled(key, settledWithinMs)
    return overIn(check, await written(check))
  }

  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work)
    const after = turn.catch(() => undefined)
    turns.set(key, after)
    void after.then(() => turns.get(key) === after && turns.delete(key))
    return turn
  }

  return {
    /** What would be one too many; else the call counts until `over` is called. */
    check(check: BrakeCheck): Promise<{ tooMany: Pick<AgentBrake, 'reason' | 'count' | 'max'> } | { over: () => void }> {
      const key = `${check.teamId} ${folded(check.name)}`
      return inTurn(key, async () => {
        const tooMany = await counted(key, check)
        return tooMany ? { tooMany } : { over: underway.begin(key, check.amount) }
      })
    },
  }
}
