// SQL for mails that test the way to a mailbox and back, and nothing else.
import type { Tables } from '../../db/tables.ts'
import { sqlFor, type Tx } from '../../db/database.ts'
import type { Place } from '../mailbox-store.ts'

export type TestRow = Tables['mail_tests']

export const testStore = {
  insert: (tx: Tx, row: TestRow) => tx.run(sqlFor.insertInto('mail_tests').values(row)),

  update: (tx: Tx, { team_id, mailbox_id, message_id }: Pick<TestRow, 'team_id' | 'mailbox_id' | 'message_id'>, fields: Partial<TestRow>) =>
    tx.run(
      sqlFor.updateTable('mail_tests').set(fields).where('team_id', '=', team_id).where('mailbox_id', '=', mailbox_id).where('message_id', '=', message_id),
    ),

  /** The latest of each mailbox. */
  latest: (tx: Tx, team: string): Promise<TestRow[]> =>
    tx.all(sqlFor.selectFrom('mail_tests').selectAll().distinctOn('mailbox_id').where('team_id', '=', team).orderBy('mailbox_id').orderBy('sent_at', 'desc')),

  async arrived(tx: Tx, { team_id, id }: Place, ids: readonly string[], at: string): Promise<void> {
    if (ids.length === 0) return
    await tx.run(
      sqlFor
        .updateTable('mail_tests')
        .set({ arrived_at: at })
        .where('team_id', '=', team_id)
        .where('mailbox_id', '=', id)
        .where('message_id', 'in', [...ids])
        .where('arrived_at', 'is', null),
    )
  },

  /** Which of these mails are tests of ours; they have been read now. */
  read: async (tx: Tx, { team_id, id }: Place, ids: readonly string[], at: string): Promise<string[]> => {
    if (ids.length === 0) return []
    const ours = await tx.all(
      sqlFor
        .selectFrom('mail_tests')
        .select(['message_id', 'arrived_at', 'read_at'])
        .where('team_id', '=', team_id)
        .where('mailbox_id', '=', id)
        .where('message_id', 'in', [...ids]),
    )
    for (const { message_id, arrived_at, read_at } of ours)
      await testStore.update(tx, { team_id, mailbox_id: id, message_id }, { arrived_at: arrived_at ?? at, read_at: read_at ?? at })
    return ours.map(({ message_id }) => message_id)
  },
}
