// What every command has: the database as its owner, the audit, the cloud's own rules, and how all instances are told.
import { join } from 'node:path'
import type { Keys } from '../auth/secrets.ts'
import type { Config } from '../config.ts'
import { createDatabase } from '../db/database.ts'
import { connectOwner, type Owner } from '../db/owner.ts'
import { joinOwnServer } from '../db/server/own-server.ts'
import { createServers } from '../db/server/servers.ts'
import type { FilePlace } from '../files/file-place.ts'
import { createFolderPlace } from '../files/folder-place.ts'
import { createS3Place } from '../files/s3-place.ts'
import { createNatsWakeups } from '../journal/nats-wakeups.ts'
import { createPostgresWakeups } from '../journal/postgres-wakeups.ts'
import { readKeys } from '../key.ts'
import { AdminError } from './admin-error.ts'
import { type Audit, createAudit } from './audit.ts'
import { adminStore } from './admin-store.ts'
import { type Acting, createActing } from './acting.ts'

export interface AdminContext {
  config: Config
  owner: Owner
  audit: Audit
  /** The server's, the one that seals first. */
  keys: Keys
  place: FilePlace
  /** Where files are, unless they are in a bucket. */
  filesFolder: string | undefined
  /** What the cloud itself does, by its own rules; begun when it is asked for. */
  acting(): Acting
  /** Asks whoever types; throws AdminError `refused` unless they repeat `word`, or gave --yes. */
  confirm(what: string, word: string, isGiven: boolean): Promise<void>
  /** For people who wait: on standard error. */
  say(line: string): void
}

/** A statement that looks through a whole database may take this long. */
const statementTimeout = 3_600_000

export interface ContextOptions {
  config: Config
  as: string | undefined
  ask: (question: string) => Promise<string | undefined>
  say: (line: string) => void
}

/** Throws AdminError when the database is not there, or not as this program knows it. */
export async function openContext({ config, as, ask, say }: ContextOptions): Promise<AdminContext & { close(): Promise<void> }> {
  // What it does is the owner's, who has an address apart where the login of the cloud owns nothing.
  const given = config.databaseOwnerUrl ?? config.databaseUrl
  const own = given === undefined ? await joinOwnServer({ ...config, say }) : undefined
  const url = given ?? (own as { url: string }).url
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closing.reverse()) await one()
    await own?.leave()
  }
  try {
    const servers = createServers(url)
    await servers.find()
    const owner = await connectOwner(servers.url(), statementTimeout).catch((error: Error) => {
      throw new AdminError(
        'unreachable',
        `The database cannot be reached: ${error.message || String(error)}. Check DATABASE_URL, or --data-dir for the built-in one.`,
      )
    })
    closing.push(owner.close)
    await requireOwnership(owner)
    const keys = readKeys(config)
    const { folder, s3 } = config.files
    const filesFolder = folder ?? join(config.dataDir, 'files')
    let acting: Acting | undefined
    function begin(): Acting {
      const db = createDatabase({ url, poolSize: 3, statementTimeout: 60_000 })
      const onError = (error: Error) => say(`Telling the instances failed: ${error.message}`)
      const wakeups = config.natsUrl === undefined ? createPostgresWakeups(db, db.servers, onError) : createNatsWakeups({ url: config.natsUrl, onError })
      closing.push(async () => {
        await wakeups.ready()
        await wakeups.close()
        await db.close()
      })
      return createActing({ config, db, key: keys, wakeups, say })
    }
    return {
      config,
      owner,
      audit: createAudit(owner, as),
      keys,
      place: s3 ? createS3Place(s3, join(filesFolder, 'incoming')) : createFolderPlace(filesFolder),
      filesFolder: s3 ? undefined : filesFolder,
      acting: () => (acting ??= begin()),
      say,
      async confirm(what, word, isGiven) {
        if (isGiven) return
        const typed = await ask(`${what}\nType ${word} to go on: `)
        if (typed === undefined) throw new AdminError('refused', `${what} Nothing was done: send --yes to go on.`)
        if (typed.trim() !== word) throw new AdminError('refused', `That is not ${word}. Nothing was done.`)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function requireOwnership(owner: Owner): Promise<void> {
  const standing = await owner.tx((tx) => adminStore.standing(tx), 'reading')
  if (standing === undefined || !standing.exists) throw new AdminError('unreachable', 'This database holds no Tandem Cloud yet. Start the cloud once.')
  if (!standing.owns)
    throw new AdminError(
      'refused',
      `The login '${standing.login}' does not own the tables. Set DATABASE_URL (or TANDEM_DATABASE_OWNER_URL, where there is one) to the login that the cloud was set up with.`,
    )
  if (!standing.is_current) throw new AdminError('refused', 'This database is of an older version. Start this version of the cloud once, which upgrades it.')
}
