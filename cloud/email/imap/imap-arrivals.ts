// What is new in a folder becomes events of the team: each stretch once, in one transaction with where the folder stands now. So nothing is lost when an
// instance dies, and two that watch one mailbox for a moment make no second event.
import type { FolderPosition } from '../../../shared/node/mail/folder-position.ts'
import { work } from '../../events/work.ts'
import type { Journal } from '../../journal/journal.ts'
import { mailboxStore, type Place } from '../mailbox-store.ts'
import { type FolderRow, imapStore, positionOf } from './imap-store.ts'
import { type StepBegin, writeBegin, writeEnd } from './imap-steps.ts'
import { testStore } from './test-store.ts'

export interface Arrived {
  path: string
  position: FolderPosition
  /** When the server got each mail, and its Message-ID; in order. */
  mails: readonly { at: string; id: string }[]
}

/** Clocks differ, and servers tell seconds only. But what was there before anybody watched is nobody's task. */
function aMomentBefore(row: FolderRow, moment: string | null): number {
  const begun = Math.floor(Date.parse(row.created_at) / 1000) * 1000 - 1
  return moment === null ? begun : Math.max(begun, Date.parse(moment) - 60_000)
}

export type ImapArrivals = ReturnType<typeof createImapArrivals>

export function createImapArrivals(journal: Journal) {
  /** `begin`: from where on it is new, and until when it was known; undefined: somebody was faster. */
  function note(
    place: Place,
    { path, position, mails }: Arrived,
    begin: (row: FolderRow, known: FolderPosition | null) => StepBegin | undefined,
  ): Promise<void> {
    const { team_id, id } = place
    return journal.write({ team: { id: team_id }, actor: { kind: 'email', name: 'imap' }, principal: 'provider:imap' }, async (write) => {
      const { tx, at } = write
      const mailbox = await mailboxStore.byIdForUpdate(tx, team_id, id)
      const row = mailbox && (await imapStore.folderForUpdate(tx, place, path))
      // Disconnected, or not watched any more.
      if (!row) return
      const since = begin(row, positionOf(row))
      if (!since) return
      const last = mails.at(-1)?.at ?? null
      const from = since.kind === 'since' ? since.at : aMomentBefore(row, mails[0]?.at ?? at)
      const history_id = writeEnd({ ...position, at: from, path })
      const isNew = await mailboxStore.addStep(tx, { team_id, mailbox_id: id, history_id, since: writeBegin(since), created_at: at })
      await imapStore.moveFolder(tx, row, position, last)
      await mailboxStore.update(tx, team_id, id, { last_push_at: at, ...(last === null ? {} : { last_mail_at: last }) })
      await testStore.arrived(
        tx,
        place,
        mails.map((mail) => mail.id),
        at,
      )
      if (!isNew) return
      await work.offer(write, {
        entity: 'email',
        entity_id: id,
        action: 'received',
        before: null,
        after: { provider: 'imap', mailbox: mailbox.address, history_id },
      })
    })
  }

  return {
    /** Mails behind what is known. */
    arrived: (place: Place, arrived: Arrived) =>
      note(place, arrived, (_, known) =>
        known && known.uidValidity === arrived.position.uidValidity && known.uid < arrived.position.uid
          ? { kind: 'after', uidValidity: known.uidValidity, uid: known.uid }
          : undefined,
      ),

    /** The numbers mean other mails now. `before`: those that it stood at when that was seen. What came since the last mail that was known is new. */
    lost: (place: Place, path: string, before: FolderPosition | null, position: FolderPosition) =>
      note(place, { path, position, mails: [] }, (row, known) =>
        known?.uidValidity === before?.uidValidity && known?.uid === before?.uid ? { kind: 'since', at: aMomentBefore(row, row.last_mail_at) } : undefined,
      ),

    /** Where a folder stands, without anything to read. */
    keep: (place: Place, path: string, position: FolderPosition): Promise<void> =>
      journal.write({ team: { id: place.team_id }, actor: { kind: 'email', name: 'imap' }, principal: 'provider:imap' }, async ({ tx }) => {
        const row = await imapStore.folderForUpdate(tx, place, path)
        const known = row && positionOf(row)
        if (row && (!known || (known.uidValidity === position.uidValidity && known.uid < position.uid))) await imapStore.moveFolder(tx, row, position, null)
      }),
  }
}
