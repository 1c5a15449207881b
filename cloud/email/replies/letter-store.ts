// SQL for mails that tasks came from, and nothing else: what is needed to answer them, without their texts.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Place } from '../mailbox-store.ts'

export type Letter = Tables['mail_letters']

const columns = [
  ...([
    'l.team_id',
    'l.mailbox_id',
    'l.message_id',
    'l.thread_id',
    'l.sender',
    'l.reply_to',
    'l.subject',
    'l.refs',
    'l.machine',
    'l.sent_at',
    'l.read_at',
  ] as const),
] as const

export const letterStore = {
  async insert(tx: Tx, letters: readonly Letter[]): Promise<void> {
    if (letters.length === 0) return
    await tx.run(
      sqlFor
        .insertInto('mail_letters')
        .values([...letters])
        .onConflict((conflict) => conflict.doNothing()),
    )
  },

  /** True unless it was known. A mail that nobody has read here is nobody's. */
  async link(tx: Tx, { team_id, id }: Place, message_id: string, task_uid: string): Promise<boolean> {
    const letter = await letterStore.byId(tx, { team_id, id }, message_id)
    if (!letter) return false
    const made = await tx.run(
      sqlFor
        .insertInto('mail_letter_tasks')
        .values({ team_id, mailbox_id: id, message_id, task_uid })
        .onConflict((conflict) => conflict.doNothing()),
    )
    return made > 0
  },

  /** How many tasks came of a mail. */
  tasksOf: async (tx: Tx, { team_id, id }: Place, message_id: string): Promise<number> =>
    (
      await tx.all(
        sqlFor
          .selectFrom('mail_letter_tasks')
          .select('task_uid')
          .where('team_id', '=', team_id)
          .where('mailbox_id', '=', id)
          .where('message_id', '=', message_id)
          .limit(2),
      )
    ).length,

  byId: (tx: Tx, { team_id, id }: Place, message_id: string): Promise<Letter | undefined> =>
    tx.first(
      sqlFor
        .selectFrom('mail_letters as l')
        .select(columns)
        .where('l.team_id', '=', team_id)
        .where('l.mailbox_id', '=', id)
        .where('l.message_id', '=', message_id),
    ),

  /** Of a task, the latest first. */
  ofTask: (tx: Tx, team: string, task_uid: string): Promise<Letter[]> =>
    tx.all(
      sqlFor
        .selectFrom('mail_letter_tasks as t')
        .innerJoin('mail_letters as l', (join) =>
          join.onRef('l.team_id', '=', 't.team_id').onRef('l.mailbox_id', '=', 't.mailbox_id').onRef('l.message_id', '=', 't.message_id'),
        )
        .select(columns)
        .where('t.team_id', '=', team)
        .where('t.task_uid', '=', task_uid)
        .orderBy('l.sent_at', 'desc')
        // Servers tell whole seconds: an answer refers to more than what it answers.
        .orderBy(sql`cardinality(l.refs)`, 'desc')
        .orderBy('l.read_at', 'desc')
        .limit(50),
    ),
}
