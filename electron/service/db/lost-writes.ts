// Acknowledged writes that are gone: the write-ahead log was lost or damaged, or an older file was put in the database's place.
import { addNotice } from './notices.ts'
import { type Db, epochOf } from './open.ts'
import { knownPosition } from './position-record.ts'
import { beginNewLife, givenHere } from './restore.ts'

/**
 * When more of the journal was written in this folder than the database holds: begins another life of the data, as a restore does,
 * so that no id or position is given again, and leaves a notice. Returns how many entries are missing, 0 for none; throws where
 * the database is not whole.
 */
export function settleLostWrites(db: Db, dataDir: string, now: Date): number {
  const position = (db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").pluck().get() as number | undefined) ?? 0
  const known = knownPosition(dataDir, epochOf(db))
  if (known <= position) return 0
  // Half a checkpoint may be in the file: worth the thorough check.
  const verdict = db.pragma('integrity_check(1)', { simple: true }) as string
  if (verdict !== 'ok') throw new NotWhole(verdict)
  const given = givenHere(dataDir)
  given.set('journal', Math.max(known, given.get('journal') ?? 0))
  db.transaction(() => {
    beginNewLife(db, given)
    addNotice(db, { kind: 'writes_lost', at: now.toISOString(), count: known - position, detail: lost(known - position) })
  }).immediate()
  return known - position
}

export class NotWhole extends Error {}

function lost(count: number): string {
  const changes = count === 1 ? 'The last change is' : `The last ${count} changes are`
  return `${changes} missing: the end of the database's log (tandem.db-wal) was lost or damaged, or an older file was put in its place. Everything before them is here. Their numbers will not be given again. If you have a copy of the data folder that is newer, stop Tandem and put its files back.`
}
