// Where a command finds the list: in the service that runs on a data folder, at a given address, or in the folder itself.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultDataDir } from '../config.ts'
import { takeLock } from '../db/lock.ts'
import { databaseFile, type Db, openDatabase } from '../db/open.ts'
import { openChecked } from '../db/recovery.ts'
import { runningUrl } from '../db/running-url.ts'
import { tokenHeadersFor } from '../sign-in/token-file.ts'
import { StartError } from '../start-error.ts'

export interface PlaceOptions {
  dataDir?: string | undefined
  url?: string | undefined
}

export type Place = { kind: 'service'; url: string; token: string | undefined } | { kind: 'folder'; dataDir: string; db: Db; close(): void }

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(3000) })
    return response.ok && ((await response.json()) as { status?: string }).status === 'ok'
  } catch {
    return false
  }
}

/**
 * `missing`: what to do with a folder without a list: make one, take it for an empty one (and leave it as it is), or refuse.
 * Throws StartError when there is no way in.
 */
export async function findPlace(options: PlaceOptions, env: NodeJS.ProcessEnv, missing: 'create' | 'empty' | 'refuse'): Promise<Place> {
  if (options.url !== undefined) {
    const url = options.url.replace(/\/+$/, '')
    if (!(await answers(url)))
      throw new StartError('data-dir', `Tandem is not responding at ${url}. Start it, or leave out --url to use the data folder directly.`)
    return { kind: 'service', url, token: env.TANDEM_TOKEN ?? tokenFor(url, options.dataDir) }
  }
  const dataDir = resolve(options.dataDir ?? env.TANDEM_DATA_DIR ?? defaultDataDir())
  const url = runningUrl(dataDir)
  if (url !== undefined && (await answers(url))) return { kind: 'service', url, token: env.TANDEM_TOKEN ?? tokenFor(url, dataDir) }
  if (missing !== 'create' && !existsSync(databaseFile(dataDir))) {
    if (missing === 'refuse') throw new StartError('data-dir', `There is no Tandem list in ${dataDir}. Name its folder with --data-dir.`)
    const db = openDatabase(':memory:')
    return { kind: 'folder', dataDir, db, close: () => void db.close() }
  }
  const lock = lockOf(dataDir)
  try {
    const db = await openChecked(dataDir, {}, new Date())
    return {
      kind: 'folder',
      dataDir,
      db,
      close() {
        db.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function lockOf(dataDir: string) {
  try {
    return takeLock(dataDir)
  } catch (error) {
    if (!(error instanceof StartError) || error.code !== 'already-running') throw error
    throw new StartError('already-running', `${error.message}, but it does not respond. Wait until it has started, or stop it, then run this again.`)
  }
}

const tokenFor = (url: string, dataDir: string | undefined) => tokenHeadersFor(url, resolve(dataDir ?? defaultDataDir())).Authorization?.replace('Bearer ', '')
