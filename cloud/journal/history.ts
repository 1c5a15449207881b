import { sql } from 'kysely'
import { AppError } from '../../shared/domain/app-error.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { sqlFor } from '../db/database.ts'
import type { Journal } from './journal.ts'

/** In this direction, so that the keys of the other tables serve. */
const idAfter = (kind: string) => sql<string>`CASE WHEN w.principal LIKE ${`${kind}%`} THEN substr(w.principal, ${kind.length + 1}::int)::uuid END`

/** What the logins that wrote about the task are called now. */
const namesOf = (teamId: string, taskId: number) =>
  sqlFor
    .with('writers', (qb) => qb.selectFrom('event_queue').select('principal').distinct().where('team_id', '=', teamId).where('task_id', '=', taskId))
    .selectFrom('writers as w')
    .leftJoin('users as u', (join) => join.on('u.id', '=', idAfter('user:')))
    .leftJoin('api_tokens as t', (join) => join.on('t.team_id', '=', teamId).on('t.id', '=', idAfter('token:')))
    .select(['w.principal', sql<string | null>`coalesce(u.name, u.email, t.name)`.as('name')])

function principalOf(principal: string, name: string | null | undefined): Pick<JournalEntry, 'principal'> {
  const [, kind, id] = /^(user|token):([0-9a-f-]{36})$/.exec(principal) ?? []
  return id === undefined ? {} : { principal: { kind: kind === 'user' ? 'person' : 'token', id, name: name ?? null } }
}

export function createHistory(journal: Journal) {
  return {
    /** Newest first. Stays after the task is deleted. */
    async ofTask(team: { id: string }, taskId: number): Promise<JournalEntry[]> {
      const [rows, names] = await journal.read(team, (tx) =>
        Promise.all([
          tx.all(
            sqlFor
              .selectFrom('event_queue')
              .select(['seq', 'created_at', 'actor_kind', 'actor_name', 'entity', 'entity_id', 'task_id', 'kind', 'before', 'after', 'cause', 'principal'])
              .where('team_id', '=', team.id)
              .where('task_id', '=', taskId)
              .orderBy('seq', 'desc'),
          ),
          tx.all(namesOf(team.id, taskId)),
        ]),
      )
      const nameOf = new Map(names.map(({ principal, name }) => [principal, name]))
      if (rows.length === 0) throw new AppError('not_found', `There is no task ${taskId}, and there never was one.`)
      return rows.map((row) => ({
        seq: row.seq,
        at: row.created_at,
        actor: { kind: row.actor_kind, name: row.actor_name },
        run: null,
        entity: row.entity as JournalEntry['entity'],
        entity_id: Number(row.entity_id),
        task_id: row.task_id,
        action: row.kind.slice(row.entity.length + 1) as JournalEntry['action'],
        before: row.before as JournalEntry['before'],
        after: row.after as JournalEntry['after'],
        cause: row.cause,
        undo_of: null,
        undone_by: null,
        ...principalOf(row.principal, nameOf.get(row.principal)),
      }))
    },
  }
}
