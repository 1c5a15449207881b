// Which runs of agents have read text from outside: it may have told them what to do. Kept over a restart, because a run outlives one.
import type { Source } from '../../../shared/domain/agents/outside-text.ts'
import type { OutsideRead } from '../../../shared/domain/agents/write-verdict.ts'
import type { Writer } from '../context.ts'
import { folded } from '../../../shared/domain/people/same-name.ts'
import type { OutsideReadStore, StoredRead } from './outside-read-store.ts'

/** No run goes on for longer after it last read one. */
const runLivesMs = 24 * 3_600_000
/** Two different ones already make every status wait; the rest would only fill the disk. */
const maxOfRun = 5

export type OutsideReads = ReturnType<typeof createOutsideReads>

export function createOutsideReads({ store, now, report }: { store: OutsideReadStore; now: () => Date; report: (error: unknown) => void }) {
  const earliest = () => new Date(now().getTime() - runLivesMs).toISOString()
  /** By agent, then by run. */
  const known = new Map<string, Map<string, StoredRead[]>>()

  function remember(read: StoredRead): boolean {
    const runs = known.get(read.agent) ?? new Map<string, StoredRead[]>()
    const own = runs.get(read.run) ?? []
    if (own.length >= maxOfRun || own.some(({ task_id }) => task_id === read.task_id)) return false
    known.set(read.agent, runs.set(read.run, [...own, read]))
    return true
  }
  for (const read of store.all(earliest())) remember(read)

  function prune(): void {
    const from = earliest()
    store.prune(from)
    for (const [agent, runs] of known) {
      for (const [run, reads] of runs) if (reads.every(({ at }) => at <= from)) runs.delete(run)
      if (runs.size === 0) known.delete(agent)
    }
  }

  return {
    /** This run is given a text to read; `task`: where it stands. */
    note({ name, run }: Writer, { name: source }: Source, task: number | undefined): void {
      const read = { agent: folded(name), run: run ?? '', task_id: task ?? 0, title: null, source, made: 0, at: now().toISOString() }
      if (
        known
          .get(read.agent)
          ?.get(read.run)
          ?.some(({ task_id }) => task_id === read.task_id)
      )
        return
      try {
        const told = task === undefined ? read : { ...read, title: store.titleOf(task) ?? null, made: store.isMade(task) ? 1 : 0 }
        if (!remember(told)) return
        store.insert(told)
        prune()
      } catch (error) {
        // A full disk takes nobody's answer away; until the next start it is known all the same.
        report(error)
      }
    },

    /** What a writer may have been told: what its run read, and what was read under its name by nobody knows which run. */
    of({ name, run }: Pick<Writer, 'name' | 'run'>): OutsideRead[] {
      const runs = known.get(folded(name))
      if (!runs) return []
      const from = earliest()
      const reads = run === undefined ? [...runs.values()].flat() : [...(runs.get(run) ?? []), ...(runs.get('') ?? [])]
      return reads
        .filter(({ at }) => at > from)
        .map(({ task_id, title, source, made }) => ({ task_id: task_id || null, title, from: source, made: made === 1 }))
    },
  }
}
