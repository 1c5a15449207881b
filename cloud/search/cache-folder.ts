// Where this process keeps what can be read again: a folder of its own, also where several run on one data folder. Held by a lock of SQLite that ends
// with the process, so that the next one finds what was read in already.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { holdFolder } from './cache-store.ts'

const maxProcesses = 64
const teamFolder = /^[0-9a-f-]{36}$/

export interface CacheFolder {
  path: string
  of(team: string): string
  /** The teams of which something is there. */
  teams(): string[]
  has(team: string): boolean
  /** What other processes on this data folder have, or had: theirs to use, but the texts of a team that is gone are nobody's. */
  others: { teams(): string[]; has(team: string): boolean; remove(team: string): Promise<void> }
  close(): void
}

const teamsIn = (folder: string): string[] => readdirSync(folder).filter((name) => teamFolder.test(name))

function othersIn(root: string, own: string): CacheFolder['others'] {
  const folders = () =>
    readdirSync(root)
      .filter((name) => /^\d+$/.test(name) && name !== own)
      .map((name) => join(root, name))
  return {
    teams: () => folders().flatMap(teamsIn),
    has: (team) => folders().some((folder) => existsSync(join(folder, team))),
    async remove(team) {
      await Promise.all(folders().map((folder) => rm(join(folder, team), { recursive: true, force: true })))
    },
  }
}

/** `root` is made if it is not there. Throws where no folder is free, or none can be made. */
export function takeCacheFolder(root: string): CacheFolder {
  for (let n = 1; n <= maxProcesses; n++) {
    const folder = join(root, String(n))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const release = holdFolder(join(folder, 'lock.db'))
    if (!release) continue
    return {
      path: folder,
      of: (team) => join(folder, team),
      has: (team) => existsSync(join(folder, team)),
      teams: () => teamsIn(folder),
      others: othersIn(root, String(n)),
      close: release,
    }
  }
  throw new Error(`${root} is held by ${maxProcesses} processes.`)
}

/** What an earlier process left in `root` is looked after from the start on; otherwise the folder is taken when it is needed. */
export function createCache(root: string, report: (error: unknown) => void) {
  let cache: CacheFolder | undefined
  function take(): CacheFolder | undefined {
    try {
      cache ??= takeCacheFolder(root)
    } catch (error) {
      report(error)
    }
    return cache
  }
  if (existsSync(root)) take()
  return { now: () => cache, take }
}
