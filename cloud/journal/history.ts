import { AppError } from '../../shared/domain/app-error.ts'
import { briefEntry, textLength } from '../../shared/domain/history/entry-texts.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import { entryColumns, entryOf, entryWithGaps, type EntryRow, listEntities } from './entries.ts'
import type { Journal } from './journal.ts'
import { type KnownLogin, knownLogins } from './known-logins.ts'
import { wholeRow, withWholeTexts } from './long-texts/whole-texts.ts'

/** So many entries are read at once: old ones may hold megabytes of text. */
const maxRead = 50
/** A page of whole texts ends after the entry with which it has this many characters. */
const maxPageLength = 2_000_000

type Rows = ReturnType<typeof rowsOf>

interface Page {
  entries: JournalEntry[]
  /** There are further entries. */
  more: boolean
}

export interface HistoryPage extends Page {
  total: number
}

const ofTeam = (team: { id: string }) => sqlFor.selectFrom('event_queue').where('team_id', '=', team.id)
const ofTask = (team: { id: string }, taskId: number) => ofTeam(team).where('task_id', '=', taskId)
const rowsOf = (team: { id: string }) => ofTeam(team).select(entryColumns).$narrowType<Pick<EntryRow, 'texts'>>()

export type History = ReturnType<typeof createHistory>

export function createHistory(journal: Journal) {
  /** What the logins that wrote are called now, as far as `names` does not know them yet. */
  async function learnNames(team: { id: string }, rows: readonly { principal: string }[], names: Map<string, KnownLogin>): Promise<void> {
    const unknown = rows.map(({ principal }) => principal).filter((one) => !names.has(one))
    if (unknown.length === 0) return
    for (const [principal, known] of await journal.read(team, (tx) => knownLogins(tx, team.id, unknown))) names.set(principal, known)
  }

  const readOf =
    (team: { id: string }) =>
    <T>(work: (tx: Tx) => Promise<T>) =>
      journal.read(team, work)

  async function named(team: { id: string }, row: EntryRow): Promise<JournalEntry> {
    const names = new Map<string, KnownLogin>()
    await learnNames(team, [row], names)
    return entryOf(await wholeRow(row, team.id, readOf(team)), names.get(row.principal))
  }

  async function total(team: { id: string }, taskId: number): Promise<number> {
    const counted = await journal.read(team, (tx) => tx.first(ofTask(team, taskId).select((row) => row.fn.countAll().as('n'))))
    const n = Number(counted?.n ?? 0)
    if (n === 0) throw new AppError('not_found', `There is no task ${taskId}, and there never was.`)
    return n
  }

  /** `next`: the rows behind a position, in the order of the page. */
  async function read(team: { id: string }, from: number, limit: number, whole: boolean, next: (position: number) => Rows): Promise<Page> {
    const page: Page = { entries: [], more: false }
    const names = new Map<string, KnownLogin>()
    let length = 0
    for (let position = from; ; ) {
      const wanted = Math.min(maxRead, limit - page.entries.length)
      const rows = await journal.read(team, (tx) => tx.all(next(position).limit(wanted + 1)))
      await learnNames(team, rows, names)
      const some = rows.slice(0, wanted)
      for (const row of whole ? await withWholeTexts(some, team.id, readOf(team)) : some) {
        const entry = entryWithGaps(row, names.get(row.principal))
        page.entries.push(whole ? entry : briefEntry({ ...entry, texts: row.texts }))
        if (whole) length += textLength(entry.before) + textLength(entry.after)
        position = row.seq
        if (length >= maxPageLength) return { ...page, more: rows.at(-1)?.seq !== row.seq }
      }
      if (rows.length <= wanted) return page
      if (page.entries.length >= limit) return { ...page, more: true }
    }
  }

  return {
    /** Newest first, those before a position. Stays after the task is deleted. */
    async ofTask(team: { id: string }, taskId: number, before: number | undefined, limit: number, whole: boolean): Promise<HistoryPage> {
      const all = await total(team, taskId)
      const below = (position: number) => rowsOf(team).where('task_id', '=', taskId).where('seq', '<', position).orderBy('seq', 'desc')
      return { ...(await read(team, before ?? Number.MAX_SAFE_INTEGER, limit, whole, below)), total: all }
    },

    /** Oldest first, those after a position: what is written to tasks, comments, reminders, contacts and saved lists. */
    after: (team: { id: string }, seq: number, limit: number, whole: boolean): Promise<Page> =>
      read(team, seq, limit, whole, (position) => rowsOf(team).where('entity', 'in', listEntities).where('seq', '>', position).orderBy('seq')),

    /** The description with which somebody from outside made a task, whatever the team has written there since. */
    async writtenFromOutside(team: { id: string }, taskId: number): Promise<string | undefined> {
      const made = ofTask(team, taskId).where('kind', '=', 'task.created').where('actor_kind', '=', 'email')
      const row = await journal.read(team, (tx) => tx.first(made.select('after').orderBy('seq').limit(1)))
      const description = (row?.after as { description?: unknown } | null | undefined)?.description
      return typeof description === 'string' ? description : undefined
    },

    /** One entry of a task, with all its texts. */
    async entryOfTask(team: { id: string }, taskId: number, seq: number): Promise<JournalEntry> {
      const row = await journal.read(team, (tx) => tx.first(rowsOf(team).where('task_id', '=', taskId).where('seq', '=', seq)))
      if (row) return named(team, row)
      await total(team, taskId)
      throw new AppError('not_found', `The history of task ${taskId} has no entry ${seq}.`)
    },
  }
}
