// Which agents called, and how often.
import { folded } from '../../shared/domain/people/same-name.ts'
import type { Journal } from '../journal/journal.ts'
import { agentStore } from './agent-store.ts'

/** Names are made up by callers, and must not fill the database. */
export const maxAgents = 500
const writeEvery = 5000

interface Seen {
  teamId: string
  name: string
  calls: number
}

export function createCalls({ journal, onError }: { journal: Journal; onError: (error: unknown) => void }) {
  // A call must not cost a write of its own: counts are kept here and written every few seconds.
  let unwritten = new Map<string, Seen>()
  let writing = Promise.resolve()
  const timer = setInterval(() => void write(), writeEvery).unref()

  function write(): Promise<void> {
    const seen = [...unwritten.values()]
    unwritten = new Map()
    if (seen.length > 0) writing = writing.then(() => writeSeen(seen)).catch(onError)
    return writing
  }

  async function writeSeen(seen: readonly Seen[]): Promise<void> {
    const at = journal.now().toISOString()
    for (const [teamId, agents] of Map.groupBy(seen, (one) => one.teamId)) {
      await journal.write({ team: { id: teamId }, actor: { kind: 'system', name: 'tandem' }, principal: '' }, async ({ tx }) => {
        const hasRoom = (await agentStore.count(tx, teamId)) < maxAgents
        // In one order: two instances never wait for each other in a circle.
        const inOrder = agents.map((one) => ({ ...one, name_key: folded(one.name), at })).sort((a, b) => (a.name_key < b.name_key ? -1 : 1))
        for (const one of inOrder) await agentStore.called(tx, teamId, one, hasRoom)
      })
    }
  }

  return {
    write,

    /** Names that called and are not written yet. */
    just: (teamId: string): string[] => [...unwritten.values()].flatMap((seen) => (seen.teamId === teamId ? [seen.name] : [])),

    called(name: string, teamId: string): void {
      const key = `${teamId} ${folded(name)}`
      const seen = unwritten.get(key)
      if (seen) seen.calls++
      else unwritten.set(key, { teamId, name: name.trim(), calls: 1 })
    },

    async close(): Promise<void> {
      clearInterval(timer)
      await write()
    },
  }
}
