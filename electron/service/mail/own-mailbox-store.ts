// SQL of the mailboxes that this service watches by itself, and nothing else.
import type { FolderPosition } from '../../../shared/node/mail/folder-position.ts'
import type { MailFaultCode } from '../../../shared/schema/mail/mail-account.ts'
import type { Db } from '../db/open.ts'

export interface OwnMailboxRow {
  id: string
  address: string
  address_key: string
  /** JSON, to be shown: what is used lies with the password. */
  servers: string
  status: 'active' | 'auth_expired'
  fault: MailFaultCode | null
  fault_said: string | null
  fault_since: string | null
  last_mail_at: string | null
  /** The latest test: its Message-ID, and how far it got as JSON. */
  test_id: string | null
  test: string | null
  /** JSON: how it answers, and since when. */
  answers: string
  created_at: string
  updated_at: string
}

export interface OwnFolderRow {
  path: string
  uid_validity: string | null
  uid: number | null
  modseq: string | null
  last_mail_at: string | null
  created_at: string
}

export const positionOf = ({ uid_validity, uid, modseq }: OwnFolderRow): FolderPosition | null =>
  uid_validity === null || uid === null ? null : { uidValidity: uid_validity, uid, modseq }

export type OwnMailboxStore = ReturnType<typeof createOwnMailboxStore>

export function createOwnMailboxStore(db: Db) {
  const list = db.prepare('SELECT * FROM own_mailboxes ORDER BY created_at, id')
  const byId = db.prepare('SELECT * FROM own_mailboxes WHERE id = ?')
  const byKey = db.prepare('SELECT * FROM own_mailboxes WHERE address_key = ?')
  const put = db.prepare(
    `INSERT INTO own_mailboxes (id, address, address_key, servers, status, fault, fault_said, fault_since, last_mail_at, test_id, test, answers, created_at, updated_at)
     VALUES (@id, @address, @address_key, @servers, @status, @fault, @fault_said, @fault_since, @last_mail_at, @test_id, @test, @answers, @created_at, @updated_at)
     ON CONFLICT (id) DO UPDATE SET address = @address, servers = @servers, status = @status, fault = @fault, fault_said = @fault_said, fault_since = @fault_since,
       last_mail_at = @last_mail_at, test_id = @test_id, test = @test, answers = @answers, updated_at = @updated_at`,
  )
  const remove = db.prepare('DELETE FROM own_mailboxes WHERE id = ?')
  const folders = db.prepare('SELECT path, uid_validity, uid, modseq, last_mail_at, created_at FROM own_mail_folders WHERE mailbox_id = ? ORDER BY place, path')
  const keepFolders = db.prepare('DELETE FROM own_mail_folders WHERE mailbox_id = ? AND path NOT IN (SELECT value FROM json_each(?))')
  const addFolder = db.prepare(
    'INSERT INTO own_mail_folders (mailbox_id, path, place, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (mailbox_id, path) DO UPDATE SET place = excluded.place',
  )
  const move = db.prepare(
    'UPDATE own_mail_folders SET uid_validity = ?, uid = ?, modseq = ?, last_mail_at = coalesce(?, last_mail_at) WHERE mailbox_id = ? AND path = ?',
  )
  return {
    list: (): OwnMailboxRow[] => list.all() as OwnMailboxRow[],
    byId: (id: string): OwnMailboxRow | undefined => byId.get(id) as OwnMailboxRow | undefined,
    byKey: (key: string): OwnMailboxRow | undefined => byKey.get(key) as OwnMailboxRow | undefined,
    put: (row: OwnMailboxRow): void => void put.run(row),
    /** With its folders. */
    remove: (id: string): void => void remove.run(id),
    folders: (id: string): OwnFolderRow[] => folders.all(id) as OwnFolderRow[],
    /** The folders are these, in this order; those that stay keep where they stand. */
    setFolders(id: string, paths: readonly string[], at: string): void {
      keepFolders.run(id, JSON.stringify(paths))
      for (const [place, path] of paths.entries()) addFolder.run(id, path, place, at)
    },
    move: (id: string, path: string, { uidValidity, uid, modseq }: FolderPosition, lastMailAt: string | null): void =>
      void move.run(uidValidity, uid, modseq, lastMailAt, id, path),
  }
}
