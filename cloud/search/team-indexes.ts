// The indexes of the teams on this instance: opened with the first question, closed when nobody has asked for a while or when too many are open, and
// removed with their team. They are caches: each instance has its own, and what is lost is read again.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { AppError } from '../../shared/domain/app-error.ts'
import { createTurns, type InTurn } from '../../shared/search/workers/turns.ts'
import { type CacheFolder, takeCacheFolder } from './cache-folder.ts'
import { createTeamIndex, type TeamIndex } from './team-index.ts'
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
  report(error: unknown): void
}

interface Entry {
  index: Promise<TeamIndex>
  thread: WordThread
  meaning: TeamMeaning | undefined
  using: number
  usedAt: number
}

export type TeamIndexes = ReturnType<typeof createTeamIndexes>

export function createTeamIndexes({ folder, maxOpen, idleMs, epoch, openMeaning, report }: TeamIndexesDeps) {
  const entries = new Map<string, Entry>()
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
  let cache: CacheFolder | undefined
  // What an earlier process left is looked after from the start on.
  if (existsSync(folder)) tryToTake()

  function tryToTake(): CacheFolder | undefined {
    try {
      cache = takeCacheFolder(folder)
    } catch (error) {
      report(error)
    }
    return cache
  }

  function open(team: string): Entry {
    cache ??= tryToTake()
    if (!cache) throw new AppError('storage_unavailable', 'Search has no folder to keep its index in. The log of the cloud says why.')
    const entry = openEntry({ team, cache, thread: threads.of(team), epoch: epoch(), inFill, openMeaning })
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

  async function remove(team: string): Promise<void> {
    const entry = entries.get(team)
    entries.delete(team)
    if (!cache) return
    const path = cache.of(team)
    if (entry) await closeMeaning(entry)
    if (entry) await entry.thread.call('remove', { team, folder: path })
    else await rm(path, { recursive: true, force: true })
  }

  return {
    /** `work` has the index of a team, which stays open meanwhile. */
    async use<T>(team: string, work: (index: TeamIndex) => Promise<T>): Promise<T> {
      let entry = entries.get(team)
      if (!entry) {
        entry = open(team)
        entries.set(team, entry)
        const [oldest] = entries.size > maxOpen ? unused().filter(([, other]) => other !== entry) : []
        if (oldest) close(...oldest)
      }
      entry.using++
      try {
        return await work(await entry.index)
      } finally {
        entry.using--
        entry.usedAt = performance.now()
      }
    },
    /** The teams of which something is on the disk of this instance. */
    kept: (): string[] => cache?.teams() ?? [],
    isKept: (team: string): boolean => cache !== undefined && (entries.has(team) || cache.has(team)),
    /** The team is gone, or its copy is of another history. */
    remove,
    open: () => entries.size,
    async close(): Promise<void> {
      clearInterval(looking)
      await threads.close()
      cache?.close()
    },
  }
}

/** It may be about to be opened. */
async function closeMeaning(entry: Entry): Promise<void> {
  await Promise.allSettled([entry.index])
  await entry.meaning?.close()
}

interface Opening extends Pick<TeamIndexesDeps, 'openMeaning'> {
  team: string
  cache: CacheFolder
  thread: WordThread
  epoch: string | undefined
  inFill: InTurn
}

function openEntry({ team, cache, thread, epoch, inFill, openMeaning }: Opening): Entry {
  const folder = cache.of(team)
  async function start(): Promise<TeamIndex> {
    const opened = await thread.call('open', { team, folder, origin: `${epoch ?? ''} ${team}` })
    entry.meaning = openMeaning?.({ team, folder, epoch: opened.epoch, head: opened.head }, cache.path)
    return createTeamIndex({ team, thread, opened, inFill, meaning: entry.meaning })
  }
  const entry: Entry = { index: start(), thread, meaning: undefined, using: 0, usedAt: 0 }
  return entry
}
