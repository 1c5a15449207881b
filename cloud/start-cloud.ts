// Starts the cloud: the database, its format, the app, the port.
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseError } from 'pg'
import { uuidv7 } from 'uuidv7'
import { createApp } from './app.ts'
import { keyFingerprint } from './auth/secrets.ts'
import type { AppOptions } from './app-options.ts'
import type { Config } from './config.ts'
import { checkLogin, checkServer } from './db/server/check-server.ts'
import { migrate } from './db/migrations/migrate.ts'
import { joinOwnServer } from './db/server/own-server.ts'
import { createServers } from './db/server/servers.ts'
import { storageError } from './db/storage-error.ts'
import { enterKeys, readKeys } from './key.ts'
import { enterQuotas } from './quotas/defaults.ts'
import { readVapid } from './push/vapid.ts'
import { startTracing } from '../shared/node/tracing/start-tracing.ts'
import { StartError } from './start-error.ts'

export interface CloudOptions
  extends Config,
    Pick<
      AppOptions,
      'streams' | 'mcp' | 'searching' | 'oauth' | 'courier' | 'watches' | 'imap' | 'replies' | 'claims' | 'fileTimes' | 'outboxes' | 'windowDir'
    > {
  version: string
  now?: () => Date
  say?: (line: string) => void
}

export interface Cloud {
  url: string
  close(): Promise<void>
}

/** Throws StartError when it cannot start, in words for the operator. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const endTracing = await startTracing({ service: 'tandem-cloud', version: options.version, say: options.say ?? ((line) => console.error(line)) })
  const own = options.databaseUrl === undefined ? await joinOwnServer(options) : undefined
  const databaseUrl = options.databaseUrl ?? (own as { url: string }).url
  try {
    const key = readKeys(options)
    const prints = key.map(keyFingerprint)
    const instance = { id: uuidv7(), host: hostname(), pid: process.pid, version: options.version, seals: prints[0] ?? '', opens: prints }
    const ownerUrl = await prepare(databaseUrl, options, own !== undefined)
    await enterKeys(ownerUrl, key, instance)
    await enterQuotas(ownerUrl, options.quotas, options.files.quota)
    const vapid = await readVapid(ownerUrl, key)
    let url = ''
    const app = await createApp({
      ...options,
      databaseUrl,
      key,
      instance,
      vapid,
      mailFolder: join(options.dataDir, 'mail'),
      searchFolder: join(options.dataDir, 'search'),
      filesFolder: join(options.dataDir, 'files'),
      ownUrl: () => url,
    })
    try {
      await app.listen({ host: options.host, port: options.port })
    } catch (error) {
      await app.close()
      if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
      throw new StartError(`Port ${options.port} is taken by another program. Choose another: npm run cloud -- --port 0 (any free one).`)
    }
    const { port } = app.server.address() as { port: number }
    url = `http://${options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : options.host}:${port}`
    return {
      url,
      async close() {
        await app.close()
        await own?.leave()
        await endTracing()
      },
    }
  } catch (error) {
    await own?.leave()
    await endTracing()
    throw inWords(error)
  }
}

/** Checks the database and brings it to this program's format. Answers where its owner reaches it. */
async function prepare(databaseUrl: string, { databaseOwnerUrl, databasePooling }: CloudOptions, isOwn: boolean): Promise<string> {
  const primaryOf = async (url: string) => {
    const servers = createServers(url)
    await servers.find()
    return servers.url()
  }
  const url = await primaryOf(databaseUrl)
  const ownerUrl = databaseOwnerUrl === undefined ? url : await primaryOf(databaseOwnerUrl)
  if (!isOwn) await checkServer(url, databasePooling)
  if (databaseOwnerUrl !== undefined) await checkServer(ownerUrl)
  await migrate(ownerUrl)
  if (databaseOwnerUrl !== undefined) await checkLogin(url)
  return ownerUrl
}

/** What the database says against a start is the operator's matter, not a fault of the program. */
function inWords(error: unknown): unknown {
  if (error instanceof StartError) return error
  const isFromDatabase = error instanceof DatabaseError || storageError(error) !== undefined
  return isFromDatabase ? new StartError(`The database does not let Tandem Cloud start: ${(error as Error).message}`, { cause: error }) : error
}
