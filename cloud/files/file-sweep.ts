// What no text names any more goes, after a while in which an undo finds it again; and the bytes of what is gone. Each instance looks; what one has taken,
// nobody else gets meanwhile, and what it does not get done when it dies, another one does.
import type { Database } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import { createLeaseLoop } from '../lease-loop.ts'
import type { FilePlace } from './file-place.ts'
import { fileStore } from './file-store.ts'
import { clearSpool } from './spool.ts'

export interface FileSweepDeps {
  db: Database
  journal: Journal
  place: FilePlace
  onError: (error: unknown) => void
  /** Milliseconds. */
  lookEvery: number
  /** How long what nothing names is kept. */
  graceMs: number
  /** How often a team's texts are looked through. */
  checkEveryMs: number
  /** How long a file may be on its way. */
  pendingMs: number
}

const system = { kind: 'system', name: 'Tandem' } as const
const takenForMs = 120_000

export function createFileSweep({ db, journal, place, onError, lookEvery, graceMs, checkEveryMs, pendingMs }: FileSweepDeps) {
  const before = (ms: number) => new Date(journal.now().getTime() - ms).toISOString()
  const now = () => journal.now().toISOString()

  const loop = createLeaseLoop({
    lease: (max) => db.asCourier((tx) => fileStore.takeGone(tx, before(pendingMs), now(), before(-takenForMs), max)),
    async work({ team_id: team, object }) {
      await place.remove({ team, object })
      await db.asCourier((tx) => fileStore.forget(tx, { team, object }))
    },
    maxUnderWay: 4,
    lookEvery,
    onError,
  })

  async function check(team: string): Promise<void> {
    const writer = { team: { id: team }, actor: system, principal: '' }
    await journal.write(writer, async ({ tx, at }) => {
      await fileStore.markUsed(tx, team)
      await fileStore.markUnused(tx, team, at)
    })
    await journal.write(writer, async ({ tx, at, lock }) => {
      const removed = await fileStore.removeUnused(tx, team, before(graceMs))
      if (removed.length === 0) return
      // Nobody writes in the team from here on. Somebody may have named one just before: then all stay until the next look.
      await lock()
      const named = await fileStore.referred(tx, team)
      if (removed.some(({ hash }) => named.has(hash))) throw new Error('a file was named in the moment in which it was to go')
      await fileStore.drop(
        tx,
        team,
        removed.map(({ object }) => object),
        at,
      )
    })
  }

  return {
    wake: loop.wake,
    close: loop.close,
    async tidy(): Promise<void> {
      await clearSpool(place.spoolFolder)
      for (;;) {
        const team = await db.asCourier((tx) => fileStore.takeTeam(tx, before(checkEveryMs), now()))
        if (team === undefined) break
        await check(team).catch(onError)
      }
      loop.wake()
    },
  }
}
