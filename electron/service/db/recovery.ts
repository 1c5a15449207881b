// A damaged database is set aside, never deleted and never silently replaced: Tandem then waits for the person's decision.
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCommand } from '../../../shared/node/own-commands.ts'
import { StartError } from '../start-error.ts'
import { listBackups } from './backups.ts'
import { inspectApart } from './check/check-apart.ts'
import { takeClosing } from './closing-record.ts'
import { mendFileModes } from './file-modes.ts'
import { NotWhole, settleLostWrites } from './lost-writes.ts'
import { type Db, databaseFile, inspect, openDatabase, requireKnownFormatOf } from './open.ts'
import { knownPosition, recordFile } from './position-record.ts'
import { beginJournalAbove, moveDatabase, restore, stamp } from './restore.ts'

export interface RecoveryChoice {
  /** `latest` or the path of a backup. */
  restore?: string | undefined
  startEmpty?: boolean | undefined
}

export interface OpenOptions extends RecoveryChoice {
  /** full: each commit waits for the disk, for a few milliseconds more. Default: the disk has it about 20 ms later. */
  synchronous?: 'normal' | 'full' | undefined
}

interface Decision {
  /** Where the damaged file is. */
  setAside: string
  reason: string
}

const decisionFile = (dataDir: string) => join(dataDir, 'damaged.json')

/** From this size on the check takes longer than the start of a thread for it (about 1 ms a megabyte). */
const longCheck = 16_000_000

/** SQLite's verdict, `later` where it can wait until the start is over; `meanwhile` is called when it takes a while. */
async function checked(file: string, mayWait: boolean, meanwhile: () => void): Promise<string> {
  if (statSync(file).size < longCheck) return inspect(file)
  if (mayWait) {
    requireKnownFormatOf(file)
    return 'later'
  }
  const verdict = inspectApart(file)
  meanwhile()
  return verdict
}

/** What `openChecked` need not do itself. */
export interface OpenAside {
  /** What may be done while a long list is checked; it must not need the list. */
  meanwhile?: () => void
  /** The check of a long list, which was closed in order and not touched since, is left to the caller (check-later.ts), who is told by this. */
  later?: () => void
}

/** Opens the database of a data folder, checking it; acts on a choice made after an earlier damage. */
export async function openChecked(dataDir: string, choice: OpenOptions, now: Date, { meanwhile = () => undefined, later }: OpenAside = {}): Promise<Db> {
  const file = databaseFile(dataDir)
  try {
    mendFileModes(dataDir)
    const isAsClosed = takeClosing(dataDir)
    const undecided = pendingDecision(dataDir)
    if (choice.restore) restore(dataDir, choice.restore, now)
    else if (choice.startEmpty) startEmpty(dataDir, now)
    // A file that somebody put there by hand is a decision too.
    else if (undecided && !existsSync(file)) throw damaged(dataDir, undecided.setAside, undecided.reason)
    rmSync(decisionFile(dataDir), { force: true })
    if (existsSync(file) && statSync(file).size > 0) {
      requireWritable(file)
      const verdict = await checked(file, isAsClosed && later !== undefined, meanwhile)
      if (verdict === 'later') later?.()
      else if (verdict !== 'ok') throw setAside(dataDir, verdict, now)
    } else if (!choice.startEmpty) requireFirstStart(dataDir)
    const db = settled(openDatabase(file), dataDir, choice, now)
    if (choice.synchronous === 'full') db.pragma('synchronous = FULL')
    return db
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = String((error as { code?: string }).code)
    if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') throw setAside(dataDir, (error as Error).message, now)
    throw new StartError(
      'data-dir',
      `Tandem cannot use the database ${file}: ${(error as Error).message}. Check that it and its folder are writable and the disk is not full.`,
    )
  }
}

/** Numbers that were given in this folder are not given again. Closes the database when it turns out to be damaged. */
function settled(db: Db, dataDir: string, choice: RecoveryChoice, now: Date): Db {
  try {
    if (choice.startEmpty) beginJournalAbove(db, dataDir)
    else if (settleLostWrites(db, dataDir, now) === 0) return db
    // A leap must not get lost with the log in turn.
    db.pragma('wal_checkpoint(TRUNCATE)')
    return db
  } catch (error) {
    db.close()
    throw error instanceof NotWhole ? setAside(dataDir, error.message, now) : error
  }
}

/** SQLite would take a file that it may not write to for reading only: a Tandem whose every write fails until the next start, whatever is repaired meanwhile. */
function requireWritable(file: string): void {
  for (const one of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(one)) accessSync(one, constants.W_OK)
}

/** What an earlier start set aside; its move is finished here if that start was interrupted. */
function pendingDecision(dataDir: string): Decision | undefined {
  let decision: Decision
  try {
    decision = JSON.parse(readFileSync(decisionFile(dataDir), 'utf8')) as Decision
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    // Cut short while it was written: then nothing was moved yet, and the check finds the damage again.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  if (!existsSync(decision.setAside)) moveDatabase(databaseFile(dataDir), decision.setAside)
  return decision
}

function setAside(dataDir: string, reason: string, now: Date): StartError {
  const file = databaseFile(dataDir)
  const aside = `${file}.damaged-${stamp(now)}`
  try {
    // Noted first: if this process ends here, the next one must not take the missing file for a first start.
    writeFileSync(decisionFile(dataDir), JSON.stringify({ setAside: aside, reason } satisfies Decision), { mode: 0o600 })
    moveDatabase(file, aside)
  } catch (error) {
    return new StartError(
      'damaged',
      `The database ${file} is damaged (${reason.split('\n')[0]}), and cannot be moved aside: ${(error as Error).message}. Make the folder writable, free some space, then start again. Nothing was changed.`,
    )
  }
  return damaged(dataDir, aside, reason)
}

function choices(dataDir: string): string {
  const [last] = listBackups(dataDir)
  const offer = last
    ? `The latest automatic backup is from ${last.day} (${(last.bytes / 1e6).toFixed(1)} MB). To restore it:\n    ${startCommand} --restore latest`
    : 'There is no automatic backup yet.'
  return `${offer}\nTo start with an empty list instead:\n    ${startCommand} --start-empty\n(Add the same --data-dir ${dataDir} if you gave one.) Nothing else was changed.`
}

function damaged(dataDir: string, aside: string, reason: string): StartError {
  return new StartError('damaged', `The database is damaged (${reason.split('\n')[0]}). It was moved aside, unchanged, to\n    ${aside}\n${choices(dataDir)}`)
}

/** An empty or missing file is a first start only where nothing tells of an earlier one: a list must not vanish without a word. */
function requireFirstStart(dataDir: string): void {
  const file = databaseFile(dataDir)
  const hasWal = existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0
  const traces = [
    ...(hasWal ? [`${file}-wal`] : []),
    ...(existsSync(join(dataDir, 'index.db')) ? [join(dataDir, 'index.db')] : []),
    ...(knownPosition(dataDir) > 0 ? [recordFile(dataDir)] : []),
    ...listBackups(dataDir)
      .slice(0, 1)
      .map((backup) => backup.file),
  ]
  if (traces.length === 0) return
  throw new StartError(
    'damaged',
    `The database ${file} is ${existsSync(file) ? 'empty' : 'missing'}, but there used to be one (traces: ${traces.join(', ')}).\nIf you moved it, put it back and start again.\n${choices(dataDir)}`,
  )
}

function startEmpty(dataDir: string, now: Date): void {
  const file = databaseFile(dataDir)
  if (existsSync(file) && statSync(file).size > 0)
    throw new StartError('usage', 'The database here is healthy; --start-empty only applies after a damaged one was moved aside.')
  moveDatabase(file, `${file}.damaged-${stamp(now)}`)
}
