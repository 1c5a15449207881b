// The service's app on a database that the test holds too, to break it on purpose.
import { join } from 'node:path'
import { type AppOptions, createApp } from '../../../electron/service/app.ts'
import { type Db, databaseFile, openDatabase } from '../../../electron/service/db/open.ts'
import { newToken } from '../../../electron/service/sign-in/folder-token.ts'
import { noNotifier, temporaryFolder } from './service.ts'

export interface OpenApp {
  url: string
  db: Db
  dataDir: string
  close(): Promise<void>
}

export async function openApp(options: Partial<AppOptions> = {}): Promise<OpenApp> {
  const folder = temporaryFolder()
  const db = openDatabase(databaseFile(folder.path))
  const { app } = await createApp({
    db,
    token: newToken(),
    indexFile: join(folder.path, 'index.db'),
    version: '0.0.0-test',
    logLevel: 'silent',
    notifier: noNotifier,
    ...options,
  })
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    db,
    dataDir: folder.path,
    async close() {
      await app.close()
      db.close()
      folder.remove()
    },
  }
}
