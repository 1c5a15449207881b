// Starts the local service: the lock, the database, the app, the port. Runs in Electron's main process or alone.
import { join } from 'node:path'
import { startTracing } from '../../shared/node/tracing/start-tracing.ts'
import { startCommand } from '../../shared/node/own-commands.ts'
import { keepDailyBackups } from './db/backups.ts'
import { createLaterCheck } from './db/check/check-later.ts'
import type { Differences } from './db/content-check.ts'
import { takeLockOrUrl } from './db/lock.ts'
import { databaseFile } from './db/open.ts'
import { listNotices, noteDifferences } from './db/notices.ts'
import { openPositionRecord } from './db/position-record.ts'
import { openChecked } from './db/recovery.ts'
import { createWalFlush } from './db/wal-flush.ts'
import { createWalFold } from './db/wal-size.ts'
import type { McpOptions } from './mcp/mcp.ts'
import { type Clock, systemClock } from './reminders/clock.ts'
import type { SyncTimes } from './sync/connection.ts'
import type { OwnMailTimes } from './mail/own-mail-watch.ts'
import type { Notifier } from './reminders/notifier.ts'
import type { SystemCipher } from './secrets/secret-place.ts'
import { openFolderToken } from './sign-in/folder-token.ts'
import { StartError } from './start-error.ts'

export interface ServiceOptions {
  host?: string
  port: number
  dataDir: string
  version: string
  windowDir?: string
  requireToken?: boolean
  restore?: string | undefined
  startEmpty?: boolean
  /** full: each write waits for the disk. Default: normal. */
  synchronous?: 'normal' | 'full'
  logLevel?: string
  /** Further origins that may call (the development server's). */
  origins?: readonly string[]
  /** Other accounts of this machine that may call; `all`: every one. Default: none but root. */
  allowOtherUsers?: 'all' | readonly number[]
  /** Time as it passes here. Default: the machine's. */
  clock?: Partial<Clock>
  mcp?: McpOptions
  systemCipher?: SystemCipher
  /** Shows due reminders. Default: notify-send where there is one, else the log. */
  notifier?: Notifier
  /** Other waits between attempts to reach the cloud, for tests. */
  syncTimes?: Partial<SyncTimes>
  /** The same with mail servers. */
  mailTimes?: OwnMailTimes
  /** The database was found damaged after the start. The service has ended by then, and the file is set aside, as a start would have done it. */
  damaged?: (error: unknown) => void
  /** How long the check that a start left out waits, in milliseconds. */
  checkAfterMs?: number
}

export interface Service {
  url: string
  /** How many connections are open. */
  connections(): Promise<number>
  /** The machine woke up, its clock was set, or it is in another time zone now: plan the reminders again. */
  replanReminders(reason: 'wake' | 'clock' | 'zone'): void
  /** A new link that signs one browser in as the person. */
  signInLink(): string
  close(): Promise<void>
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const now = options.clock?.now ?? systemClock.now
  const host = options.host ?? '127.0.0.1'
  const lock = await takeLockOrUrl(options.dataDir)
  // Undone in reverse order, also when a later step of the start fails.
  const opened: (() => unknown)[] = [lock.release]
  async function close(): Promise<void> {
    for (const undo of opened.splice(0).reverse()) await undo()
  }
  try {
    opened.push(await startTracing({ service: 'tandem', version: options.version, say: (line) => console.error(line) }))
    // Most of a start is spent on reading the program: at once with the check of a long list, else only once the list is open, because a
    // start that is refused (one runs here already, a damaged list) needs none of it.
    const program = () => import('./app.ts')
    const warmUp = () => void program().then((one) => one.warmUp(), ignore)
    const check = createLaterCheck(options.dataDir, options.checkAfterMs)
    const db = await openChecked(options.dataDir, options, now(), { meanwhile: warmUp, later: check.leave })
    opened.push(check.closed, () => db.close())
    const record = openPositionRecord(options.dataDir)
    opened.push(record.close)
    const flush = createWalFlush(databaseFile(options.dataDir), record.flush)
    opened.push(flush.close)
    const fold = createWalFold(db)
    opened.push(fold.close)
    let unwritten: unknown
    const token = openFolderToken(options.dataDir, (error) => (unwritten = error))
    const { createApp } = await program()
    const { app, replanReminders, signInLink } = await createApp({
      db,
      indexFile: join(options.dataDir, 'index.db'),
      version: options.version,
      committed(head) {
        record.note(head)
        flush.soon()
        fold.soon()
      },
      token,
      requireToken: options.requireToken ?? false,
      ...(options.windowDir ? { windowDir: options.windowDir } : {}),
      ...(options.logLevel ? { logLevel: options.logLevel } : {}),
      ...(options.systemCipher ? { systemCipher: options.systemCipher } : {}),
      ...(options.clock ? { clock: options.clock } : {}),
      ...(options.notifier ? { notifier: options.notifier } : {}),
      ...(options.mailTimes ? { mailTimes: options.mailTimes } : {}),
      ...(options.syncTimes ? { syncTimes: options.syncTimes } : {}),
      ...(options.mcp ? { mcp: options.mcp } : {}),
      ...(options.origins ? { origins: options.origins } : {}),
      ...(options.allowOtherUsers ? { allowOtherUsers: options.allowOtherUsers } : {}),
    })
    opened.push(() => app.close())
    await app.listen({ host, port: options.port }).catch((error: unknown) => {
      throw portError(options.port, error)
    })
    if (unwritten !== undefined)
      app.log.warn({ err: unwritten }, 'cannot write the token file in the data folder; the command line cannot act as the person until the next start')
    for (const notice of listNotices(db)) app.log.warn({ kind: notice.kind, at: notice.at }, notice.detail)
    const url = `http://${host}:${(app.server.address() as { port: number }).port}`
    const reportBackup = (error: unknown) => app.log.error({ err: error }, 'daily backup')
    const mayThin = (found: Differences) => {
      if (found.count > 0) app.log.warn({ count: found.count, names: found.names }, 'the content of the database differs from its journal')
      if (found.files.count > 0) app.log.warn(found.files, 'attachments are missing or damaged')
      return noteDifferences(db, found, now())
    }
    const backups = keepDailyBackups(databaseFile(options.dataDir), options.dataDir, now, reportBackup, { mayThin })
    opened.push(backups.stop)
    try {
      lock.announce(url)
    } catch (error) {
      // A full disk: only a second start misses it, which then cannot name this address.
      app.log.warn({ err: error }, 'cannot write running.json')
    }
    opened.push(check.end)
    check.begin(() => void endDamaged(options, close))
    const connections = () => new Promise<number>((resolve) => app.server.getConnections((error, count) => resolve(error ? 1 : count)))
    return { url, connections, replanReminders, signInLink, close }
  } catch (error) {
    await close()
    throw error
  }
}

const ignore = () => undefined

/** Ends the service, and opens the list as a start would: that sets the file aside and says what there is to choose from. */
async function endDamaged({ dataDir, clock = systemClock, damaged }: ServiceOptions, close: () => Promise<void>): Promise<void> {
  await close()
  const lock = await takeLockOrUrl(dataDir)
  const found: unknown = await openChecked(dataDir, {}, clock.now?.() ?? systemClock.now()).then(
    (db) => {
      db.close()
      return new StartError('data-dir', `The database in ${dataDir} could not be read a moment ago, and can be now. Is its disk failing? Start Tandem again.`)
    },
    (error: unknown) => error,
  )
  lock.release()
  damaged?.(found)
}

function portError(port: number, error: unknown): unknown {
  const { code } = error as { code?: string }
  const other = `Choose another: ${startCommand} --port 0 (any free port).`
  if (code === 'EADDRINUSE') return new StartError('port', `Port ${port} is taken by another program. ${other}`)
  if (code === 'EACCES') return new StartError('port', `You are not allowed to use port ${port}. ${other}`)
  return error
}
