// Files that another key sealed are sealed again in their place: written whole beside it, then put there at once, so that whoever reads has the one or the other.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Keys } from '../../auth/secrets.ts'
import type { Owner } from '../../db/owner.ts'
import type { FilePlace, Spooled } from '../../files/file-place.ts'
import { createSealing, type FileObject, sealedBy, unsealed } from '../../files/sealed-file.ts'
import { keptObjects, knownObjects } from './kept-objects.ts'
import type { Tally } from './sealed.ts'

const stretch = 200

interface Files {
  owner: Pick<Owner, 'tx'>
  place: FilePlace
  keys: Keys
}

/** Which of the keys opens it; undefined: its bytes are not there. */
async function openedBy({ place, keys }: Files, of: FileObject): Promise<'first' | 'other' | 'none' | undefined> {
  const sealed = await place.read(of)
  if (!sealed) return undefined
  const key = await sealedBy(keys, of, sealed)
  return key === undefined ? 'none' : key === keys[0] ? 'first' : 'other'
}

async function* allOf({ owner }: Files): AsyncGenerator<FileObject> {
  let after: { team_id: string; object: string } | undefined
  do {
    const from = after
    const some = await owner.tx((tx) => keptObjects(tx, from, stretch), 'reading')
    for (const { team_id, object } of some) yield { team: team_id, object }
    after = some.length === stretch ? some.at(-1) : undefined
  } while (after !== undefined)
}

export async function countFiles(files: Files): Promise<Tally> {
  const tally = { total: 0, old: 0, unopened: 0 }
  for await (const of of allOf(files)) {
    const by = await openedBy(files, of)
    if (by === undefined) continue
    tally.total++
    if (by === 'other') tally.old++
    if (by === 'none') tally.unopened++
  }
  return tally
}

type Stored = Pick<Files, 'place' | 'keys'>

/** One file as the one has it, on its way to the other. Undefined: its bytes are not there. */
export async function spoolAgain(from: Stored, to: Stored, of: FileObject): Promise<Spooled | undefined> {
  const sealed = await from.place.read(of)
  if (!sealed) return undefined
  await mkdir(to.place.spoolFolder, { recursive: true, mode: 0o700 })
  const path = join(to.place.spoolFolder, `${of.object}.${randomBytes(6).toString('hex')}`)
  const handle = await open(path, 'wx', 0o600)
  try {
    const sum = createHash('sha256')
    const sealing = createSealing(to.keys, of)
    let bytes = 0
    const write = async (part: Buffer) => {
      sum.update(part)
      bytes += part.length
      await handle.writeFile(part)
    }
    for await (const piece of unsealed(from.keys, of, sealed)) await write(sealing.push(piece))
    await write(sealing.end())
    await handle.sync()
    return { path, bytes, sum: sum.digest('hex') }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Returns how many. */
export async function resealFiles(files: Files, say: (line: string) => void): Promise<number> {
  let done = 0
  for await (const of of allOf(files)) {
    if ((await openedBy(files, of)) !== 'other') continue
    let spooled: Spooled | undefined
    try {
      spooled = await spoolAgain(files, files, of)
    } catch (error) {
      say(`The file ${of.object} of the team ${of.team} is damaged and stays as it is: ${(error as Error).message}`)
      continue
    }
    if (!spooled) continue
    try {
      await files.place.put(of, spooled)
      done++
    } finally {
      await rm(spooled.path, { force: true })
    }
    // Deleted meanwhile: what we put there again must not stay.
    const isKnown = (await files.owner.tx((tx) => knownObjects(tx, [of.object]), 'reading')).has(of.object)
    if (!isKnown) await files.place.remove(of)
  }
  return done
}
