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

/** As `teams quota` does, without a process of its own. Columns of the team's row; null: as all teams. */
export async function giveTeam({ url }: Pick<TestDatabase, 'url'>, team: { id: string }, own: Readonly<Record<string, number | null>>): Promise<void> {
  const columns = Object.keys(own).map((name, nth) => `${name} = $${nth + 2}`)
  await onDatabase(url, (client) => client.query(`UPDATE team_counters SET ${columns.join(', ')} WHERE team_id = $1`, [team.id, ...Object.values(own)]))
}
