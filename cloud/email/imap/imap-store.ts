// SQL for mailboxes over IMAP: their folders, and who watches them. The database's clock says until when: all instances share it.
import { sql } from 'kysely'
import type { FolderPosition } from '../../../shared/node/mail/folder-position.ts'
import { sqlFor, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Place } from '../mailbox-store.ts'

export type FolderRow = Tables['mail_folders']

/** A mailbox of a team that an operator has locked is watched by nobody. */
const isOpen = sql<boolean>`NOT EXISTS (SELECT 1 FROM team_counters c WHERE c.team_id = mailboxes.team_id AND c.locked_at IS NOT NULL)`
const inSeconds = (seconds: number) => sql<string>`now() + ${seconds} * interval '1 second'`

export const positionOf = ({ uid_validity, uid, modseq }: FolderRow): FolderPosition | null =>
  uid_validity === null || uid === null ? null : { uidValidity: uid_validity, uid, modseq }

export const imapStore = {
  folders: (tx: Tx, { team_id, id }: Place): Promise<FolderRow[]> =>
    tx.all(sqlFor.selectFrom('mail_folders').selectAll().where('team_id', '=', team_id).where('mailbox_id', '=', id).orderBy('place').orderBy('path')),

  folderForUpdate: (tx: Tx, { team_id, id }: Place, path: string): Promise<FolderRow | undefined> =>
    tx.first(sqlFor.selectFrom('mail_folders').selectAll().where('team_id', '=', team_id).where('mailbox_id', '=', id).where('path', '=', path).forUpdate()),

  moveFolder: (tx: Tx, { team_id, mailbox_id, path }: FolderRow, { uidValidity, uid, modseq }: FolderPosition, last_mail_at: string | null) =>
    tx.run(
      sqlFor
        .updateTable('mail_folders')
        .set({ uid_validity: uidValidity, uid, modseq, ...(last_mail_at === null ? {} : { last_mail_at }) })
        .where('team_id', '=', team_id)
        .where('mailbox_id', '=', mailbox_id)
        .where('path', '=', path),
    ),

  /** The folders are these, in this order; those that stay keep where they stand. */
  async setFolders(tx: Tx, { team_id, id }: Place, paths: readonly string[], at: string): Promise<void> {
    await tx.run(
      sqlFor
        .deleteFrom('mail_folders')
        .where('team_id', '=', team_id)
        .where('mailbox_id', '=', id)
        .where('path', 'not in', [...paths]),
    )
    for (const [place, path] of paths.entries())
      await tx.run(
        sqlFor
          .insertInto('mail_folders')
          .values({ team_id, mailbox_id: id, path, place, uid_validity: null, uid: null, modseq: null, last_mail_at: null, created_at: at })
          .onConflict((conflict) => conflict.columns(['team_id', 'mailbox_id', 'path']).doUpdateSet({ place })),
      )
  },

  // As the courier, across teams.
  /** Takes mailboxes that nobody watches: they are this instance's for so long. */
  take: (tx: Tx, by: string, seconds: number, max: number): Promise<Place[]> =>
    tx.all(
      sqlFor
        .with('due', (qb) =>
          qb
            .selectFrom('mailboxes')
            .select(['team_id', 'id'])
            .where('provider', '=', 'imap')
            .where('status', '=', 'active')
            .where('renew_at', '<=', sql<string>`now()`)
            .where(isOpen)
            .orderBy('renew_at')
            .limit(max)
            .forUpdate()
            .skipLocked(),
        )
        .updateTable('mailboxes as m')
        .from('due')
        .set({ renew_at: inSeconds(seconds), watched_by: by })
        .whereRef('m.team_id', '=', 'due.team_id')
        .whereRef('m.id', '=', 'due.id')
        .returning(['m.team_id', 'm.id']),
    ),

  /** False: it is somebody else's by now, was connected again, is gone, or its team is locked. */
  keep: async (tx: Tx, { team_id, id }: Place, by: string, seconds: number): Promise<boolean> =>
    (await tx.run(
      sqlFor
        .updateTable('mailboxes')
        .set({ renew_at: inSeconds(seconds) })
        .where('team_id', '=', team_id)
        .where('id', '=', id)
        .where('watched_by', '=', by)
        .where('status', '=', 'active')
        .where(isOpen),
    )) > 0,

  /** In so many seconds anybody may take it. */
  release: (tx: Tx, { team_id, id }: Place, by: string, seconds: number) =>
    tx.run(
      sqlFor
        .updateTable('mailboxes')
        .set({ renew_at: inSeconds(seconds), watched_by: null })
        .where('team_id', '=', team_id)
        .where('id', '=', id)
        .where('watched_by', '=', by),
    ),

  /** Whoever watches it lets go, and it is taken afresh. As the team. */
  startAfresh: (tx: Tx, { team_id, id }: Place) =>
    tx.run(sqlFor.updateTable('mailboxes').set({ renew_at: sql<string>`now()`, watched_by: null }).where('team_id', '=', team_id).where('id', '=', id)),
}
