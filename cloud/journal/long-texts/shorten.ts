// Retention of history: what is older than a day keeps what changed of long texts, not each version of them. Each instance does it now and then; two at
// once pass each other by, and cut off it goes on next time.
import { keepTexts, type KnownText, longText } from '../../../shared/domain/history/entry-texts.ts'
import type { Database, Tx } from '../../db/database.ts'
import { type LongRow, longTextsStore } from './long-texts-store.ts'
import { textBehind } from './whole-texts.ts'

/** Streams that are a little behind read events as they were written. */
const wholeFor = 24 * 3_600_000
/** In one transaction. */
const stretch = 50
const teamsAtOnce = 100
const noTeam = '00000000-0000-0000-0000-000000000000'

async function shortenRow(tx: Tx, teamId: string, row: LongRow): Promise<boolean> {
  const { before, after } = row
  if (!before || !after) return false
  const known = new Map<string, KnownText>()
  for (const [field, text] of Object.entries(before)) {
    if (typeof text !== 'string' || typeof after[field] !== 'string' || Math.max(text.length, after[field].length) <= longText) continue
    const seq = await longTextsStore.writtenBefore(tx, teamId, row, field)
    if (seq === undefined) continue
    const behind = await textBehind(tx, teamId, seq, field)
    // Somebody wrote it past the journal, or a comment came from another task: then this event keeps what it had.
    if (behind.text === text) known.set(field, { seq, steps: behind.steps, digest: '' })
  }
  const kept = keepTexts(before, after, (field) => known.get(field))
  if (!kept.texts) return false
  await longTextsStore.keep(tx, teamId, { seq: row.seq, before: kept.before, after: kept.after, texts: kept.texts })
  return true
}

export interface Shortened {
  /** Events that were looked at. */
  seen: number
  /** Of them those that are shorter now. */
  shorter: number
}

interface Passing {
  onError: (error: unknown) => void
  isStopping: () => boolean
}

/** Looks at all events that are old enough. A team that cannot be written to now is told to `onError`, and looked at again next time. */
export async function shortenHistory(db: Database, at: Date, { onError, isStopping }: Passing): Promise<Shortened> {
  const before = new Date(at.getTime() - wholeFor).toISOString()
  const done: Shortened = { seen: 0, shorter: 0 }
  for (let last = noTeam; ; ) {
    const after = last
    const teams = await db.asCourier((tx) => longTextsStore.teams(tx, before, after, teamsAtOnce))
    for (const team of teams) {
      try {
        for (let seen = stretch; seen === stretch && !isStopping(); ) {
          const some = await db.inTeam(team, async (tx) => {
            const rows = await longTextsStore.next(tx, team, before, stretch)
            let shorter = 0
            for (const row of rows) {
              if (await shortenRow(tx, team, row)) shorter++
              else await longTextsStore.pass(tx, team, row.seq)
            }
            return { seen: rows.length, shorter }
          })
          seen = some.seen
          done.seen += some.seen
          done.shorter += some.shorter
        }
      } catch (error) {
        onError(error)
      }
    }
    if (teams.length < teamsAtOnce || isStopping()) return done
    last = teams.at(-1) ?? noTeam
  }
}
