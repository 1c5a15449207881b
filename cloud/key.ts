// The keys that encrypt what must be read again. All instances on one database need the same; there are several while one is being replaced.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { keyFingerprint, type Keys } from './auth/secrets.ts'
import { aliveFor, type Instance } from './instances/presence.ts'
import { StartError } from './start-error.ts'

function parsed(text: string, name: string): Buffer {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== 32) throw new StartError(`${name} must be 32 bytes in hex or base64: make one with \`openssl rand -hex 32\`.`)
  return key
}

/** The key that seals, and behind it those that open what they sealed. */
export function readKeys({ key, otherKeys, dataDir }: { key: string | undefined; otherKeys: readonly string[]; dataDir: string }): Keys {
  const first = readKey(key, dataDir)
  return [first, ...otherKeys.map((text) => parsed(text, 'Each of TANDEM_OTHER_KEYS')).filter((other) => !other.equals(first))]
}

/** The given key, or the one in the data folder, made on first use; only its owner can read the file. */
function readKey(given: string | undefined, dataDir: string): Buffer {
  if (given !== undefined) return parsed(given, 'TANDEM_KEY')
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

const anotherKey = (missing: readonly string[]) =>
  `This database was set up with another key (missing: ${missing.join(', ')}). Give all instances the same TANDEM_KEY (or the same file \`key\` in the data folder), and while it is being replaced the other one in TANDEM_OTHER_KEYS. When it is lost: cloud/README.md, Backup and restore.`

/**
 * Notes which keys are in use, and that this instance has them. Throws StartError when it could not open what is in the database, seals with a key that was
 * replaced, or with one that a running instance does not have.
 */
export async function enterKeys(url: string, keys: Keys, instance: Instance): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'tandem-cloud start' })
  await client.connect()
  const meta = async (name: string) =>
    (await client.query<{ value: string }>('SELECT value FROM cloud_meta WHERE name = $1 FOR UPDATE', [name])).rows[0]?.value.split(',').filter(Boolean) ?? []
  const [seals] = keys.map(keyFingerprint) as [string]
  try {
    await client.query('BEGIN')
    await client.query("INSERT INTO cloud_meta VALUES ('key', $1) ON CONFLICT DO NOTHING", [seals])
    const inUse = await meta('key')
    const missing = inUse.filter((one) => !instance.opens.includes(one))
    if (missing.length > 0) throw new StartError(anotherKey(missing))
    if ((await meta('retired_keys')).includes(seals))
      throw new StartError(
        'TANDEM_KEY is a key that was replaced (`tandem-cloud admin rotate-key`). Make the new one TANDEM_KEY; the former one is not needed any more.',
      )
    if (!inUse.includes(seals)) {
      const { rows } = await client.query<{ host: string; pid: number }>(
        `SELECT host, pid FROM instances WHERE seen_at > now() - interval '${aliveFor}' AND NOT $1 = any(opens)`,
        [seals],
      )
      if (rows.length > 0)
        throw new StartError(
          `TANDEM_KEY is new, and these instances could not read what it seals: ${rows.map(({ host, pid }) => `${host} (process ${pid})`).join(', ')}. Give it to all of them in TANDEM_OTHER_KEYS first, and restart them.`,
        )
      await client.query("UPDATE cloud_meta SET value = $1 WHERE name = 'key'", [[...inUse, seals].join(',')])
    }
    await client.query('INSERT INTO instances (id, host, pid, version, seals, opens) VALUES ($1, $2, $3, $4, $5, $6)', [
      instance.id,
      instance.host,
      instance.pid,
      instance.version,
      seals,
      instance.opens,
    ])
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
