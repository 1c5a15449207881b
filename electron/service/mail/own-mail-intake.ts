// Takes mails of this service's own mailboxes in as `POST /conversations` does it. Where the folder stands is kept in the same transaction as its last mail: after a
// crash some are read again, and known by their Message-ID.
import type { ImapFlow } from 'imapflow'
import { AppError } from '../../../shared/domain/app-error.ts'
import { asStream } from '../../../shared/node/mail/file-stream.ts'
import type { FolderPosition } from '../../../shared/node/mail/folder-position.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { onLiveConnection, type ReadMail, readFilePart, readFileParts, readMails, uidsSince } from '../../../shared/node/mail/read-mails.ts'
import type { MailboxWatcher } from '../../../shared/node/mail/watch-mailbox.ts'
import type { MailTest } from '../../../shared/schema/mail/mail-account.ts'
import type { MailFile } from '../../../shared/schema/files/mail-file.ts'
import type { Attachments } from '../attachments/attachments.ts'
import type { TakeIn } from '../conversations/take-in.ts'
import type { Journal } from '../journal/journal.ts'
import { conversationOf } from '../sync/mailbox/mail-feed.ts'
import type { OwnIncoming } from './replies/own-incoming.ts'
import { type KeepFile, reasonOf, takeFiles } from './take-files.ts'
import { type OwnMailboxRow, type OwnMailboxStore, positionOf } from './own-mailbox-store.ts'

export interface OwnMailIntakeDeps {
  store: OwnMailboxStore
  takeIn: TakeIn
  attachments: Pick<Attachments, 'upload'>
  journal: Journal
  incoming: OwnIncoming
  /** Inside a write: a task was made of a mail. */
  acknowledge: (taskId: number) => void
  net: MailNet
  now: () => Date
  report: (error: unknown) => void
  /** All folders of a mailbox were looked at. */
  looked: (id: string) => void
}

const actor = { kind: 'email', name: 'email' } as const
/** Of a folder whose numbers mean other mails now. */
const maxAgain = 200

/** Clocks differ, and servers tell seconds only; but what was there before anybody watched is nobody's task. */
function cutOf({ last_mail_at, created_at }: { last_mail_at: string | null; created_at: string }): Date {
  const begun = Math.floor(Date.parse(created_at) / 1000) * 1000 - 1
  return new Date(last_mail_at === null ? begun : Math.max(begun, Date.parse(last_mail_at) - 60_000))
}

export function createOwnMailIntake({ store, takeIn, attachments, journal, incoming, acknowledge, net, now, report, looked }: OwnMailIntakeDeps) {
  /** In a write of its own, if the mailbox is still there. */
  const change = (id: string, fields: Partial<OwnMailboxRow>) =>
    journal.write(actor, () => {
      const row = store.byId(id)
      if (row) store.put({ ...row, ...fields })
    })

  /** A test of ours makes no task. */
  function isOurTest(id: string, mail: ReadMail): boolean {
    const row = store.byId(id)
    if (!row?.test || row.test_id !== mail.external_id) return false
    const at = now().toISOString()
    const test = JSON.parse(row.test) as MailTest
    change(id, { test: JSON.stringify({ ...test, arrived_at: test.arrived_at ?? at, read_at: test.read_at ?? at }) })
    return true
  }

  async function keep(client: ImapFlow, uid: number, { name, part }: MailFile): ReturnType<KeepFile> {
    const known = (await readFileParts(client, net, uid))?.find((one) => one.part === part)
    if (!known) return 'gone'
    try {
      return await asStream<Awaited<ReturnType<KeepFile>>>(
        readFilePart(client, net, uid, known),
        async (stream) => {
          const { attachment } = await attachments.upload({ name, length: undefined }, stream)
          return { hash: attachment.hash, bytes: attachment.bytes }
        },
        () => 'gone',
      )
    } catch (error) {
      return reasonOf(error)
    }
  }

  /** A part of a mail of the folder that is open. A mail beside it may have ended the connection. */
  const keeping =
    (client: ImapFlow, uid: number): KeepFile =>
    (file) =>
      onLiveConnection(client, net, (live) => keep(live, uid, file))

  async function take(id: string, client: ImapFlow, mails: readonly ReadMail[], path: string, position: FolderPosition): Promise<void> {
    for (const mail of mails) {
      const row = store.byId(id)
      if (!row) return
      if (isOurTest(id, mail)) continue
      const from = { provider: 'imap', mailbox: row.address } as const
      const usual = conversationOf(from, mail)
      const external_id = journal.write(actor, () => incoming.conversationOf(mail, usual.external_id ?? ''))
      if (external_id === undefined) continue
      try {
        const files = takeIn.knows({ ...usual, external_id }) ? [] : await takeFiles(mail, keeping(client, mail.uid))
        const body = { ...conversationOf(from, mail, files), external_id }
        const ready = await takeIn.prepare(body)
        journal.write(actor, () => {
          incoming.keep(id, mail, external_id)
          const { outcomes } = takeIn.handle(body, { actor }, ready)
          // Of several tasks the first one says that the mail is here.
          const made = outcomes.find(({ outcome, task_id }) => outcome === 'created' && task_id !== null)?.task_id
          if (made !== undefined && made !== null) acknowledge(made)
          const present = store.byId(id)
          // Disconnected meanwhile, it stays so.
          if (present) store.put({ ...present, last_mail_at: mail.sent_at })
        })
      } catch (error) {
        // One that cannot be stored must not stand in the way of the others for ever.
        if (!(error instanceof AppError) || error.code !== 'invalid') throw error
        report(error)
      }
    }
    journal.write(actor, () => store.move(id, path, position, mails.at(-1)?.sent_at ?? null))
  }

  function watcherOf(id: string): MailboxWatcher {
    return {
      folders: async () => store.folders(id).map((row) => ({ path: row.path, position: positionOf(row) })),
      keep: async (path, position) => journal.write(actor, () => store.move(id, path, position, null)),
      arrived: async ({ path, uids, position }, client) => take(id, client, await readMails(client, net, uids), path, position),
      async lost(path, _before, position, client) {
        const folder = store.folders(id).find((row) => row.path === path)
        if (folder) await take(id, client, await readMails(client, net, await uidsSince(client, net, cutOf(folder), maxAgain)), path, position)
      },
      async looked() {
        looked(id)
        if (store.byId(id)?.fault) change(id, { fault: null, fault_said: null, fault_since: null })
      },
    }
  }

  return { change, watcherOf }
}
