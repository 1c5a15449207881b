// The operator's commands, as a process of their own beside running clouds.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AnyJson } from '../any-json.ts'
import { onDatabase, type TestDatabase } from '../cloud/postgres.ts'

export interface Ran {
  code: number | null
  out: string
  err: string
  /** What was answered, with --json. */
  json: AnyJson
}

const program = fileURLToPath(new URL('../../../cloud/start.mjs', import.meta.url))

/** Of this process, without what would make the commands act elsewhere. */
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TANDEM_') && name !== 'DATABASE_URL'))

export function startAdmin(
  database: Pick<TestDatabase, 'url'>,
  args: readonly string[],
  env: Record<string, string> = {},
): { child: ChildProcess; done: Promise<Ran> } {
  const child = spawn(process.execPath, [program, 'admin', ...args], {
    env: { ...clean, DATABASE_URL: database.url, TANDEM_KEY: '7'.repeat(64), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (said.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said.err += part.toString()))
  const done = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      let json: AnyJson
      try {
        json = JSON.parse(said.out)
      } catch {
        json = undefined
      }
      resolve({ code, ...said, json })
    })
  })
  return { child, done }
}

/** With --json. */
export const admin = (database: Pick<TestDatabase, 'url'>, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  startAdmin(database, [...args, '--json'], env).done

/** Throws unless it is done. */
export async function mustAdmin(database: Pick<TestDatabase, 'url'>, ...args: readonly string[]): Promise<AnyJson> {
  const { code, out, err, json } = await admin(database, args)
  if (code !== 0) throw new Error(`admin ${args.join(' ')}: ${code} ${out} ${err}`)
  return json
}

const giving =
  (table: 'team_counters' | 'users', key: 'team_id' | 'id') =>
  async ({ url }: Pick<TestDatabase, 'url'>, { id }: { id: string }, own: Readonly<Record<string, number | null>>): Promise<void> => {
    const columns = Object.keys(own).map((name, nth) => `${name} = $${nth + 2}`)
    await onDatabase(url, (client) => client.query(`UPDATE ${table} SET ${columns.join(', ')} WHERE ${key} = $1`, [id, ...Object.values(own)]))
  }

/** As `teams quota` does, without a process of its own. Columns of the team's row; null: as all teams. */
export const giveTeam = giving('team_counters', 'team_id')
/** The same of `users quota`. */
export const givePerson = giving('users', 'id')
