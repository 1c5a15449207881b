// The bytes of a team's files, from the store of the one cell to that of the other, sealed with its key.
import { rm } from 'node:fs/promises'
import { spoolAgain } from '../keys/reseal-files.ts'
import type { Cell } from './cells.ts'
import { moveStore } from './move-store.ts'

export interface CopiedFiles {
  copied: number
  bytes: number
  /** Kept by the database, and not in the store. */
  missing: number
}

/** `there`: those that were copied before; an object's bytes never change. */
export async function copyFiles(from: Cell, to: Cell, team: string, there: Set<string>): Promise<CopiedFiles> {
  const done = { copied: 0, bytes: 0, missing: 0 }
  if (from.store === to.store) return done
  for (const object of await from.owner.tx((tx) => moveStore.keptObjects(tx, team), 'reading')) {
    const of = { team, object }
    if (there.has(object)) continue
    const spooled = await spoolAgain(from, to, of)
    if (!spooled) {
      done.missing++
      continue
    }
    try {
      await to.place.put(of, spooled)
      there.add(object)
      done.copied++
      done.bytes += spooled.bytes
    } finally {
      await rm(spooled.path, { force: true })
    }
  }
  return done
}

/** What an attempt that was given up has left there. */
export async function removeFiles(from: Cell, to: Cell, team: string): Promise<void> {
  if (from.store === to.store) return
  for (const object of await from.owner.tx((tx) => moveStore.keptObjects(tx, team), 'reading')) await to.place.remove({ team, object })
}
