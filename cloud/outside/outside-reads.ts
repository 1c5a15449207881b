// Which runs of agents have read text from outside: it may have told them what to do. Every instance knows it, and a restart forgets nothing.
import type { OutsideRead } from '../../shared/domain/agents/write-verdict.ts'
import { folded } from '../../shared/domain/people/same-name.ts'
import type { TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { outsideReadStore } from './outside-read-store.ts'

/** No run goes on for longer after it last read one. */
const runLivesMs = 24 * 3_600_000
/** Two different ones already make every status wait; the rest would only fill the database. */
const maxOfRun = 5
/** What this instance has noted lately need not be noted again with each read of it. */
const maxRemembered = 20_000

export type OutsideReads = ReturnType<typeof createOutsideReads>
/** An agent that calls: its name, its run and its team. */
export type Reader = Pick<TeamContext, 'team' | 'actor' | 'principal' | 'run'>

/** A text that an agent is given: who wrote it, and in which task it stands. */
export interface TextRead {
  source: string
  task: number | undefined
}

export function createOutsideReads({ journal }: { journal: Journal }) {
  const noted = new Map<string, number>()
  const earliest = () => new Date(journal.now().getTime() - runLivesMs).toISOString()

  function isNoted(key: string): boolean {
    const at = noted.get(key)
    return at !== undefined && journal.now().getTime() - at < runLivesMs / 2
  }

  async function store(reader: Reader, reads: readonly TextRead[]): Promise<void> {
    const { team, actor, principal } = reader
    const agent = folded(actor.name)
    const run = reader.run ?? ''
    // Beside a write that is under way: whoever asks for a task reads it in that one's transaction.
    await journal.write({ team, actor, principal }, async ({ tx, teamId, at }) => {
      await outsideReadStore.prune(tx, teamId, earliest())
      const known = (await outsideReadStore.of(tx, teamId, agent, earliest())).filter((one) => one.run === run)
      let room = maxOfRun - known.length
      for (const { source, task } of reads) {
        const isKnown = known.some(({ task_id }) => task_id === (task ?? 0))
        if (!isKnown && room-- <= 0) continue
        const told = task === undefined ? undefined : await outsideReadStore.task(tx, teamId, task)
        await outsideReadStore.insert(tx, teamId, {
          agent,
          run,
          task_id: task ?? 0,
          title: told?.title ?? null,
          source,
          made: told?.made ?? false,
          read_at: at,
        })
      }
    })
  }

  return {
    /** A run is given these texts: known to every instance before the answer leaves. */
    async note(reader: Reader, reads: readonly TextRead[]): Promise<void> {
      const keyOf = ({ task }: TextRead) => JSON.stringify([reader.team.id, folded(reader.actor.name), reader.run ?? '', task ?? 0])
      const fresh = new Map(reads.flatMap((read) => (isNoted(keyOf(read)) ? [] : [[keyOf(read), read] as const])))
      if (fresh.size === 0) return
      await store(reader, [...fresh.values()].slice(0, maxOfRun))
      if (noted.size >= maxRemembered) noted.clear()
      for (const key of fresh.keys()) noted.set(key, journal.now().getTime())
    },

    /** What a writer may have been told: what its run read, and what was read under its name by nobody knows which run. */
    async of({ team, actor, run }: Omit<Reader, 'principal'>): Promise<OutsideRead[]> {
      const reads = await journal.read(team, (tx) => outsideReadStore.of(tx, team.id, folded(actor.name), earliest()))
      return reads
        .filter((read) => run === undefined || read.run === run || read.run === '')
        .map(({ task_id, title, source, made }) => ({ task_id: task_id || null, title, from: source, made }))
    },
  }
}
