// What agents wrote within the last minutes, read from the journal, so no door is forgotten and a restart forgets nothing. Time is this process's
// own: setting the clock neither frees nor stops anybody. What was written before the start is as old as the clock says.
import { brakeMinutes } from '../../../shared/schema/agent.ts'
import { bringerIn, nameAsBringer } from '../../../shared/domain/agents/brought-by.ts'
import { folded } from '../../../shared/domain/people/same-name.ts'
import type { BrakeStore, Written } from './brake-store.ts'

/** How many writes a call would be; deletes count among the writes. */
export interface Amount {
  writes: number
  deletes: number
}

export interface RecentWritesDeps {
  store: Pick<BrakeStore, 'after' | 'backwards' | 'newestAt' | 'approvedAfter' | 'released' | 'isUnsettled'>
  head: () => number
  now: () => Date
  monotonic: () => number
}

/** Names that begin alike for so long count together: more of it does not stand in what an agent brought. */
const keyOf = (name: string): string => nameAsBringer(folded(name))

/** Whose write it is. */
const writerOf = ({ kind, name }: Written): string => keyOf(kind === 'email' ? (bringerIn(name) ?? name) : name)

const windowMs = brakeMinutes * 60_000

export type RecentWrites = ReturnType<typeof createRecentWrites>

export function createRecentWrites({ store, head, now, monotonic }: RecentWritesDeps) {
  /** What each agent wrote within the window, oldest first. */
  const recent = new Map<string, { at: number; gone: boolean }[]>()
  /** Allowed, and not in the journal yet: calls that are answered at the same time count together. */
  const underway = new Map<string, Amount>()
  /** A person has said yes to these; they count for nobody. */
  const approved = new Set<number>()
  /** undefined until the first question: a start costs nothing. */
  let cursor: number | undefined

  function add(written: Written, at: number): void {
    const { seq, gone } = written
    if (approved.delete(seq)) return
    const key = writerOf(written)
    const own = recent.get(key) ?? []
    own.push({ at, gone: gone === 1 })
    recent.set(key, own)
  }

  function readFirst(): void {
    const end = head()
    // A clock that was set back makes entries of the future: they are as old as they are older than the newest one.
    const reference = Math.max(now().getTime(), Date.parse(store.newestAt() ?? '') || 0)
    const from = new Map(store.released().map(({ name, seq }) => [keyOf(name), seq]))
    const found: Written[] = []
    for (const one of store.backwards()) {
      if (reference - Date.parse(one.at) >= windowMs) break
      if (one.seq > (from.get(writerOf(one)) ?? 0)) found.push(one)
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

  return {
    /** Of an agent: what is in the journal, and what is on its way there. */
    count(name: string): Amount {
      readOn()
      return countOf(keyOf(name))
    },

    /** Counts a write that was allowed as long as it is being made; returns how to say that it is over. */
    begin(name: string, amount: Amount): () => void {
      const key = keyOf(name)
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

    /** A person has said yes to these: they count for nobody. */
    approve: (entries: readonly number[]): void => entries.forEach((seq) => approved.add(seq)),

    /** Counting begins anew. */
    forget(name: string): void {
      readOn()
      recent.delete(keyOf(name))
    },

    /** After a commit: what was written then is as old as that. */
    committed: (): void => (cursor === undefined ? undefined : readOn()),
  }
}
