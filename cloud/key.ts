// The key that encrypts what must be read again (second factors). All instances on one database need the same.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { keyFingerprint } from './auth/secrets.ts'
import { StartError } from './start-error.ts'

/** The given key, or the one in the data folder, made on first use; only its owner can read the file. */
export function readKey(given: string | undefined, dataDir: string): Buffer {
  if (given !== undefined) {
    const key = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64')
    if (key.length !== 32) throw new StartError('TANDEM_KEY must be 32 bytes in hex or base64: make one with `openssl rand -hex 32`.')
    return key
  }
  const file = join(dataDir, 'key')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) {
    // Written whole beside it, then linked: who starts at the same moment finds no file or the whole key, never a part of it.
    const made = `${file}.${randomBytes(6).toString('hex')}.partial`
    writeFileSync(made, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
    try {
      linkSync(made, file)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error // another start was faster: use its key
    } finally {
      rmSync(made)
    }
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== 32) throw new StartError(`The key file ${file} is damaged. Put it back from a backup, or give the key as TANDEM_KEY.`)
  return key
}

/** Notes the key's fingerprint in the database; throws StartError when another key was used there before. */
export async function checkKey(url: string, key: Buffer): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'tandem-cloud start' })
  await client.connect()
  try {
    await client.query("INSERT INTO cloud_meta VALUES ('key', $1) ON CONFLICT DO NOTHING", [keyFingerprint(key)])
    const { rows } = await client.query<{ value: string }>("SELECT value FROM cloud_meta WHERE name = 'key'")
    if (rows[0]?.value !== keyFingerprint(key))
      throw new StartError(
        'This database was set up with another key. Give all instances the same TANDEM_KEY (or the same file `key` in the data folder). When it is lost: cloud/README.md, Backup and restore.',
      )
  } finally {
    await client.end()
  }
}
