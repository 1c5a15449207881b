// The one function through which every write in a team goes: rows and event commit together. Events are numbered by the team's counter row,
// which is locked late: numbers appear in their order, without gaps, and two teams never wait for each other.
import { AppError } from '../../shared/domain/app-error.ts'
import { longText } from '../../shared/domain/history/entry-texts.ts'
import type { Row } from '../../shared/domain/history/difference.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { Actor } from '../../shared/schema/actor.ts'
import { type Database, sqlFor, type Tx } from '../db/database.ts'
import { createStatement, type Kind, type NewRow, recordStatement, type Totals } from './event-statements.ts'

export interface Change {
  entity:
    | 'task'
    | 'comment'
    | 'schedule'
    | 'contact'
    | 'list'
    | 'team'
    | 'member'
    | 'token'
    | 'email'
    | 'reminder'
    | 'agent'
    | 'proposal'
    | 'claim'
    | 'evidence'
    | 'question'
    | 'webhook'
    | 'pair'
    | 'reply'
  entity_id: number | string
  task_id?: number | null
  action: JournalEntry['action'] | 'received' | 'auth_expired' | 'resync' | 'due'
  before: Row | null
  after: Row | null
  /** The event that brought this one about. */
  cause?: number | null
  /** The event that this one takes back. */
  undo_of?: number | null
}

interface Creation {
  entity: Change['entity']
  /** The task that it belongs to; left out for a task itself and for what belongs to none. */
  task_id?: number
  after: Row
}

export interface Write {
  tx: Tx
  teamId: string
  at: string
  /** Makes other writers of the team wait until the commit. */
  lock(): Promise<void>
  /** Inserts a new row with its event, in one statement. Returns the row's id. `countAt`: a task's position in task_counts. */
  create<T extends Kind>(kind: T, row: NewRow<T>, event: Creation, countAt?: number): Promise<number>
  /** Appends an event; returns its number. It need not be awaited: the commit waits for it. */
  record(change: Change, totals?: Totals): Promise<number>
  /** Runs once the transaction is committed, and only then. */
  afterCommit(work: () => void): void
  /** The same write, in the name of another: what a device brings was done by several. */
  as(actor: Actor): Write
}

/** Who writes where: a call's context, or a sign-in that takes up an invitation. */
export interface Writer {
  team: { id: string }
  actor: Actor
  principal: string
  /** Of an agent. */
  run?: string | undefined
  write?: Write
}

export type Journal = ReturnType<typeof createJournal>

/** A team whose counters are gone was deleted while we wrote: there is no number to give. */
async function present<R>(row: Promise<R | undefined>): Promise<R> {
  const found = await row.catch((error: { code?: string }) => {
    if (error.code !== '23502') throw error
  })
  if (!found) throw new AppError('not_found', 'The team was deleted.')
  return found
}

/** For what is sent together: the second statement failed because of what the first one found, which is what the caller wants to know. */
export async function behind<T>(first: Promise<unknown>, second: Promise<T>): Promise<T> {
  second.catch(() => undefined)
  await first
  return second
}

export function createJournal(db: Database, now: () => Date, written: (teamId: string) => void) {
  const isLong = (text: string | null) => text !== null && text.length > longText

  interface Started {
    write: Write
    recorded: boolean
    after: (() => void)[]
  }

  function start(tx: Tx, { team, actor: first, principal, run: own }: Writer): Started {
    const at = now().toISOString()
    const started = { recorded: false, after: [] } as unknown as Started
    const writeOf = (actor: Actor, run: string | null): Write => {
      const who = { team_id: team.id, recorded_at: at, actor_kind: actor.kind, actor_name: actor.name, principal, run }
      return {
        tx,
        teamId: team.id,
        at,
        as: (other) => writeOf(other, null),
        afterCommit: (work) => void started.after.push(work),
        async lock() {
          await present(tx.first(sqlFor.selectFrom('team_counters').select('team_id').where('team_id', '=', team.id).forUpdate()))
        },
        async create(kind, row, { entity, task_id, after }, countAt) {
          started.recorded = true
          const event = { ...who, kind: `${entity}.created`, entity, task_id: task_id ?? null, after: JSON.stringify(after), is_long: false }
          return Number((await present(tx.first(createStatement(kind, row, event, countAt ?? null)))).entity_id)
        },
        async record(change, totals = {}) {
          started.recorded = true
          const [before, after] = [change.before && JSON.stringify(change.before), change.after && JSON.stringify(change.after)]
          const event = {
            kind: `${change.entity}.${change.action}`,
            entity: change.entity,
            entity_id: String(change.entity_id),
            task_id: change.task_id ?? null,
            before,
            after,
            is_long: change.action === 'updated' && (change.entity === 'task' || change.entity === 'comment') && (isLong(before) || isLong(after)),
            cause: change.cause ?? null,
            undo_of: change.undo_of ?? null,
          }
          return (await present(tx.first(recordStatement({ ...who, ...event }, totals)))).seq
        },
      }
    }
    started.write = writeOf(first, own ?? null)
    return started
  }

  return {
    now,

    /**
     * Runs `work` in one transaction of the team. Inside another write of the same call it joins that one. `atOnce`: the work sends all its
     * statements before it awaits the first, so that they travel together with the commit (`grouped`: and with those of others, see database.ts).
     */
    async write<T>(writer: Writer, work: (write: Write) => Promise<T>, { atOnce }: { atOnce?: 'alone' | 'grouped' } = {}): Promise<T> {
      if (writer.write) return work(writer.write)
      let recorded = false
      let after: (() => void)[] = []
      const inside = async (tx: Tx) => {
        const started = start(tx, writer)
        const value = await work(started.write)
        ;({ recorded, after } = started)
        return value
      }
      const result = await (atOnce ? db.inTeamAtOnce(writer.team.id, inside, atOnce) : db.inTeam(writer.team.id, inside))
      if (recorded) written(writer.team.id)
      for (const next of after) next()
      return result
    },

    /** Reads in one transaction; `work` sends all its queries before it awaits the first. With `readable` a replica may answer. */
    read: <T>(team: { id: string; readable?: number }, work: (tx: Tx) => Promise<T>): Promise<T> => db.readTeam(team.id, work, team.readable),
  }
}
