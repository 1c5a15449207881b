// The two cells of a move: this one, whose settings are the environment's, and the other, whose settings are in a file.
import { readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Keys } from '../../auth/secrets.ts'
import { type Config, readConfig } from '../../config.ts'
import { connectOwner, type Owner } from '../../db/owner.ts'
import { createServers } from '../../db/server/servers.ts'
import type { FilePlace } from '../../files/file-place.ts'
import { createFolderPlace } from '../../files/folder-place.ts'
import { createS3Place } from '../../files/s3-place.ts'
import { readKeys } from '../../key.ts'
import { AdminError } from '../admin-error.ts'
import { adminStore } from '../admin-store.ts'
import type { AdminContext } from '../context.ts'

export interface Cell {
  name: string
  owner: Owner
  keys: Keys
  place: FilePlace
  /** Which store it is: the same text, the same store. */
  store: string
}

const statementTimeout = 3_600_000

const storeOf = ({ files: { s3, folder }, dataDir }: Config): string => {
  if (s3) return s3.url
  const path = folder ?? join(dataDir, 'files')
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

export const ownCell = ({ owner, keys, place, config }: AdminContext, name: string): Cell => ({ name, owner, keys, place, store: storeOf(config) })

/** `file`: its settings, one NAME=VALUE a line, as its instances have them. Throws AdminError. */
export async function openCell(file: string): Promise<Cell & { close(): Promise<void> }> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new AdminError('usage', `The settings of the other cell cannot be read: ${(error as Error).message}.`)
  }
  const config = readConfig([], parseEnv(text))
  const url = config.databaseOwnerUrl ?? config.databaseUrl
  if (url === undefined || config.key === undefined)
    throw new AdminError('usage', `${file} must have DATABASE_URL and TANDEM_KEY of the other cell, and where its files are.`)
  const servers = createServers(url)
  await servers.find()
  const owner = await connectOwner(servers.url(), statementTimeout).catch((error: Error) => {
    throw new AdminError('unreachable', `The database of the other cell cannot be reached: ${error.message}.`)
  })
  const standing = await owner.tx((tx) => adminStore.standing(tx), 'reading')
  if (!standing?.owns || !standing.is_current) {
    await owner.close()
    throw new AdminError('refused', `The login in ${file} does not own a database of this version of Tandem Cloud.`)
  }
  const { s3, folder } = config.files
  const filesFolder = folder ?? join(config.dataDir, 'files')
  return {
    name: config.cell ?? basename(file).replace(/\.env$/, ''),
    owner,
    keys: readKeys(config),
    place: s3 ? createS3Place(s3, join(filesFolder, 'incoming')) : createFolderPlace(filesFolder),
    store: storeOf(config),
    close: owner.close,
  }
}
