// SQL for calendars, and nothing else.
import { sql } from 'kysely'
import type { Calendar } from '../../shared/schema/cloud/calendar.ts'
import type { Schedule } from '../../shared/schema/schedule.ts'
import type { Task } from '../../shared/schema/task.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Tables } from '../db/tables.ts'

const shown = ['id', 'of', 'list_uid', 'as', 'timezone', 'last_four', 'created_at', 'last_used_at'] as const

export type Reminder = Omit<Tables['schedules'], 'team_id'>

/** A calendar, and for whom it is read. */
export interface CalendarOwner extends Calendar {
  user_id: string
  email: string
  name: string | null
  events: number
  changed_at: string
  /** Since when an operator has locked the team, the account. */
  team_locked_at: string | null
  locked_at: string | null
}

export const teamOfSecret = prepared<{ hash: Buffer }>()((value) => sqlFor.selectFrom('calendars').select('team_id').where('secret_hash', '=', value('hash')))

export const calendarStore = {
  /** Newest first. */
  list: (tx: Tx, teamId: string, userId: string): Promise<Calendar[]> =>
    tx.all(
      sqlFor
        .selectFrom('calendars as c')
        .innerJoin('members as m', (join) => join.onRef('m.team_id', '=', 'c.team_id').onRef('m.id', '=', 'c.member_id').on('m.user_id', '=', userId))
        .select(shown.map((name) => `c.${name}` as const))
        .where('c.team_id', '=', teamId)
        .orderBy('c.created_at', 'desc')
        .orderBy('c.id', 'desc'),
    ),

  insert: (tx: Tx, teamId: string, memberId: string, calendar: Calendar, secret_hash: Buffer) =>
    tx.run(sqlFor.insertInto('calendars').values({ team_id: teamId, member_id: memberId, ...calendar, secret_hash })),

  remove: (tx: Tx, teamId: string, memberId: string, id: string) =>
    tx.run(sqlFor.deleteFrom('calendars').where('team_id', '=', teamId).where('member_id', '=', memberId).where('id', '=', id)),

  /** All of a person, or those made in that time. */
  removeOf: (tx: Tx, teamId: string, userId: string, { since, until } = { since: '-infinity', until: 'infinity' }) =>
    tx.run(
      sqlFor
        .deleteFrom('calendars')
        .where('team_id', '=', teamId)
        .where('created_at', '>=', since)
        .where('created_at', '<=', until)
        .where('member_id', 'in', sqlFor.selectFrom('members').select('id').where('team_id', '=', teamId).where('user_id', '=', userId)),
    ),

  /** The membership of a person; it does not end before the commit, and another call of theirs waits. */
  memberOf: async (tx: Tx, teamId: string, userId: string): Promise<string | undefined> =>
    (
      await tx.first(
        sqlFor.selectFrom('members').select('id').where('team_id', '=', teamId).where('user_id', '=', userId).where('status', '=', 'active').forUpdate(),
      )
    )?.id,

  /** Undefined once its member has gone. */
  owner: (tx: Tx, teamId: string, hash: Buffer): Promise<CalendarOwner | undefined> =>
    tx.first(
      sqlFor
        .selectFrom('calendars as c')
        .innerJoin('members as m', (join) => join.onRef('m.team_id', '=', 'c.team_id').onRef('m.id', '=', 'c.member_id').on('m.status', '=', 'active'))
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .innerJoin('team_counters as n', 'n.team_id', 'c.team_id')
        .select(shown.map((name) => `c.${name}` as const))
        .select(['u.id as user_id', 'u.email', 'u.name', 'u.locked_at', 'n.events', 'n.changed_at', 'n.locked_at as team_locked_at'])
        .where('c.team_id', '=', teamId)
        .where('c.secret_hash', '=', hash),
    ),

  used: (tx: Tx, teamId: string, id: string, at: string) =>
    tx.run(sqlFor.updateTable('calendars').set({ last_used_at: at }).where('team_id', '=', teamId).where('id', '=', id)),

  /** Open and due, soonest first. */
  due: (tx: Tx, teamId: string, limit: number): Promise<Task[]> =>
    tx.all(
      sqlFor
        .selectFrom('tasks')
        .select(columns.tasks)
        .where('team_id', '=', teamId)
        .where(sql<boolean>`due IS NOT NULL AND status <> 'done'`)
        .orderBy('due')
        .orderBy('id')
        .limit(limit),
    ),

  /** Reminders of open tasks, newest first. */
  reminders: (tx: Tx, teamId: string, limit: number): Promise<Reminder[]> =>
    tx.all(
      sqlFor
        .selectFrom('schedules as s')
        .innerJoin('tasks as t', (join) => join.onRef('t.team_id', '=', 's.team_id').onRef('t.id', '=', 's.task_id').on('t.status', '<>', 'done'))
        .select(columns.schedules.map((name) => `s.${name}` as `s.${keyof Schedule & 'id'}`))
        .where('s.team_id', '=', teamId)
        .where('s.enabled', '=', true)
        .orderBy('s.id', 'desc')
        .limit(limit),
    ) as unknown as Promise<Reminder[]>,

  tasks: (tx: Tx, teamId: string, ids: readonly number[]): Promise<Task[]> =>
    tx.all(
      sqlFor
        .selectFrom('tasks')
        .select(columns.tasks)
        .where('team_id', '=', teamId)
        .where(sql<boolean>`id = any(${[...ids]}::bigint[])`),
    ),
}
