// Two cells: clouds with a database, a key and a place for files each, and the operator who moves teams between them.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import type { CloudOptions } from '../../../../cloud/start-cloud.ts'
import { type Called, callUrl } from '../../../contract/target.ts'
import { type Ran, startAdmin } from '../../operator/operator.ts'
import { temporaryFolder } from '../../service/service.ts'
import { type Headers_, openCloud, type TestCloud } from '../cloud.ts'
import { openDatabase, type TestDatabase } from '../postgres.ts'

export interface TestCell {
  name: string
  cloud: TestCloud
  database: TestDatabase
  /** What the operator's commands are started with there. */
  env: Record<string, string>
  /** A file with these settings. */
  settings: string
}

export interface Cells {
  a: TestCell
  b: TestCell
  /** As an operator of the first types it; with --json. */
  startMove(from: TestCell, to: TestCell, team: string, ...more: string[]): { child: ChildProcess; done: Promise<Ran> }
  close(): Promise<void>
}

export async function openCells(options: Partial<CloudOptions> = {}): Promise<Cells> {
  const folder = temporaryFolder()
  async function openCell(name: string): Promise<TestCell> {
    const database = await openDatabase()
    const key = randomBytes(32).toString('hex')
    const files = join(folder.path, `files-${name}`)
    const env = { DATABASE_URL: database.url, TANDEM_KEY: key, TANDEM_FILES_DIR: files, TANDEM_CELL: name }
    const settings = join(folder.path, `${name}.env`)
    writeFileSync(
      settings,
      Object.entries(env)
        .map(([setting, value]) => `${setting}=${value}\n`)
        .join(''),
    )
    const cloud = await openCloud({ key, files: { folder: files, s3: undefined, quota: 200_000_000 }, ...options }, database)
    return { name, cloud, database, env, settings }
  }
  const [a, b] = [await openCell('a'), await openCell('b')]
  return {
    a,
    b,
    startMove: (from, to, team, ...more) => startAdmin(from.database, ['move-team', team, '--to', to.settings, '--json', ...more], from.env),
    async close() {
      for (const { cloud, database } of [a, b]) {
        await cloud.close()
        await database.drop()
      }
      folder.remove()
    },
  }
}

export interface Roaming {
  /** Repeats what is refused for the moment, and asks the cells in turns, until one answers otherwise. */
  call(method: string, path: string, body?: unknown, more?: Headers_): Promise<Called>
  /** Milliseconds of the longest time for which a write was refused. */
  longest(): number
}

/** A client that knows both cells, and not in which its team is. */
export function createRoaming(urls: readonly string[], headers: Headers_): Roaming {
  let at = 0
  let longest = 0
  return {
    longest: () => longest,
    async call(method, path, body, more = {}) {
      let refused: number | undefined
      for (;;) {
        const reply = await callUrl(`${urls[at]}/api${path}`, method, body, { ...headers, ...more })
        const isElsewhere = reply.status === 503 || reply.status === 401
        if (!isElsewhere) {
          if (refused !== undefined) longest = Math.max(longest, performance.now() - refused)
          return reply
        }
        refused ??= performance.now()
        if (performance.now() - refused > 60_000) throw new Error(`${method} ${path}: ${reply.status} for a minute: ${JSON.stringify(reply.body)}`)
        at = (at + 1) % urls.length
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
  }
}
