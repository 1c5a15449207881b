// The indexes of the teams on this instance: opened with the first question, closed when nobody has asked for a while or when too many are open, and
// removed with their team. They are caches: each instance has its own, and what is lost is read again.
import { rm } from 'node:fs/promises'
import { AppError } from '../../shared/domain/app-error.ts'
import { createTurns, type InTurn } from '../../shared/search/workers/turns.ts'
import { type CacheFolder, createCache } from './cache-folder.ts'
import type { FollowDeps } from './follow-team.ts'
import { createLeaving } from './leaving.ts'
import { type Behind, createTeamIndex, type TeamIndex } from './team-index.ts'
import type { TeamMeaning } from './meaning/team-meanings.ts'
import type { ListRequest } from './meaning/meaning-thread.ts'
import { createWordThreads, type WordThread } from './word-threads.ts'

export interface TeamIndexesDeps {
  /** Where the caches are. */
  folder: string
  /** At most so many are open. */
  maxOpen: number
  /** Milliseconds without a question after which one is closed. */
  idleMs: number
  /** Of the database's history; undefined before the first connection. */
  epoch(): string | undefined
  /** Undefined: this cloud searches by words alone. `cache`: the folder of this process. */
  openMeaning: ((list: ListRequest, cache: string) => TeamMeaning) | undefined
  textsOf: FollowDeps['textsOf']
  report(error: unknown): void
}

/** Milliseconds since the last question in which a team is looked at. */
const activeMs = 60_000

interface Entry {
  index: Promise<TeamIndex>
  /** Once it is open. */
  opened: TeamIndex | undefined
  /** Of the database's history, when it was opened. */
  epoch: string | undefined
  thread: WordThread
  meaning: TeamMeaning | undefined
  using: number
  usedAt: number
  openedAt: number
}

export type TeamIndexes = ReturnType<typeof createTeamIndexes>

export function createTeamIndexes({ folder, maxOpen, idleMs, epoch, openMeaning, textsOf, report }: TeamIndexesDeps) {
  const entries = new Map<string, Entry>()
  const leaving = createLeaving()
  const inFill = createTurns()
  const threads = createWordThreads({
    ended(thread) {
      for (const [team, entry] of entries) {
        if (entry.thread !== thread) continue
        entries.delete(team)
        void closeMeaning(entry)
      }
    },
    report,
  })
  const caches = createCache(folder, report)

  function open(team: string): Entry {
    const cache = caches.take()
    if (!cache) throw new AppError('storage_unavailable', 'Search has no folder to keep its index in. The log of the cloud says why.')
    const entry = openEntry({ team, cache, thread: threads.of(team), epoch: epoch(), inFill, openMeaning, textsOf })
    entry.index.catch(() => entries.get(team) === entry && entries.delete(team))
    return entry
  }

  function close(team: string, entry: Entry): void {
    entries.delete(team)
    void closeMeaning(entry)
    entry.thread.call('close', { team }).catch(report)
  }

  /** Those that nobody uses right now, the one that waited longest first. */
  const unused = (): [string, Entry][] => [...entries].filter(([, { using }]) => using === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt)

  function closeIdle(): void {
    for (const [team, entry] of unused()) if (performance.now() - entry.usedAt > idleMs) close(team, entry)
  }
  const looking = setInterval(closeIdle, Math.min(idleMs, 60_000)).unref()

  /** Whoever asks meanwhile waits. `only`: unless another one has taken its place. */
  async function remove(team: string, only?: TeamIndex): Promise<void> {
    const entry = entries.get(team)
    if (only && entry?.opened !== only) return leaving.done(team)
    entries.delete(team)
    const path = caches.now()?.of(team)
    if (path !== undefined) await leaving.remove(team, () => removeFiles(team, path, entry))
  }

  /** It is in use from here on, and is not closed for others. */
  async function take(team: string): Promise<Entry> {
    // What was read in another history of the database may have other events behind the same numbers.
    if (entries.has(team) && entries.get(team)?.epoch !== epoch()) await remove(team)
    await leaving.done(team)
    let entry = entries.get(team)
    if (!entry) {
      entry = open(team)
      entries.set(team, entry)
      const [oldest] = entries.size > maxOpen ? unused().filter(([other]) => other !== team) : []
      if (oldest) close(...oldest)
    }
    entry.using++
    return entry
  }

  return {
    /** `work` has the index of a team, which stays open meanwhile. */
    async use<T>(team: string, work: (index: TeamIndex) => Promise<T>): Promise<T> {
      const entry = await take(team)
      try {
        return await work(await entry.index)
      } finally {
        entry.using--
        entry.usedAt = performance.now()
      }
    },
    /** The teams of which something is on this disk: of this instance, and of others that run or ran on its data folder. */
    kept: (): string[] => [...new Set([...(caches.now()?.teams() ?? []), ...(caches.now()?.others.teams() ?? [])])],
    isKept: (team: string): boolean => entries.has(team) || caches.now()?.has(team) === true || caches.now()?.others.has(team) === true,
    /** The team is gone. */
    async removeAll(team: string): Promise<void> {
      await remove(team)
      await caches.now()?.others.remove(team)
    },
    /** Its copy is damaged or of another history. */
    remove,
    open: () => entries.size,
    /** For how many milliseconds the index that is furthest behind has been so, of those that somebody has asked within a minute. */
    behindFor: (): Behind => mostBehind([...entries.values()]),
    async close(): Promise<void> {
      clearInterval(looking)
      await threads.close()
      caches.now()?.close()
    },
  }
}

function mostBehind(entries: readonly Entry[]): Behind {
  const now = performance.now()
  const asked = entries.filter(({ using, usedAt }) => using > 0 || now - usedAt < activeMs)
  const all = asked.map(({ opened, openedAt }) => opened?.behindFor() ?? { words: now - openedAt, meanings: 0 })
  const most = (of: keyof Behind) => all.reduce((longest, behind) => Math.max(longest, behind[of]), 0)
  return { words: most('words'), meanings: most('meanings') }
}

/** It may be about to be opened. */
async function closeMeaning(entry: Entry): Promise<void> {
  await Promise.allSettled([entry.index])
  await entry.meaning?.close()
}

async function removeFiles(team: string, folder: string, entry: Entry | undefined): Promise<void> {
  if (!entry) return rm(folder, { recursive: true, force: true })
  await closeMeaning(entry)
  await entry.thread.call('remove', { team, folder })
}

interface Opening extends Pick<TeamIndexesDeps, 'openMeaning' | 'textsOf'> {
  team: string
  cache: CacheFolder
  thread: WordThread
  epoch: string | undefined
  inFill: InTurn
}

function openEntry({ team, cache, thread, epoch, inFill, openMeaning, textsOf }: Opening): Entry {
  const folder = cache.of(team)
  async function start(): Promise<TeamIndex> {
    const opened = await thread.call('open', { team, folder, origin: `${epoch ?? ''} ${team}` })
    entry.meaning = openMeaning?.({ team, folder, epoch: opened.epoch, head: opened.head }, cache.path)
    entry.opened = createTeamIndex({ team, thread, opened, inFill, textsOf, meaning: entry.meaning })
    return entry.opened
  }
  const entry: Entry = { index: start(), opened: undefined, epoch, thread, meaning: undefined, using: 0, usedAt: 0, openedAt: performance.now() }
  return entry
}
