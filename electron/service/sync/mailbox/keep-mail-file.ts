// A file of a mail that the cloud reads becomes one of the team's: it never comes here before somebody opens it.
import type { MailBatch, MailMessage } from '../../../../shared/schema/cloud/mailbox.ts'
import type { KeptMailFile } from '../../../../shared/schema/cloud/kept-mail-file.ts'
import type { LeftOut } from '../../../../shared/schema/files/mail-file.ts'
import type { KeepFile } from '../../mail/take-files.ts'
import { LinkError } from '../transport/link-error.ts'

/** What will be the same however often it is asked. The number of a mail that changed meanwhile (409) is another with the mail read again. */
const forGood: Readonly<Record<number, LeftOut>> = { 400: 'empty', 403: 'no_room', 404: 'gone', 413: 'too_large' }

export function keepingForTeam(
  { provider, mailbox, history_id }: Pick<MailBatch, 'provider' | 'mailbox' | 'history_id'>,
  { ref }: Pick<MailMessage, 'ref'>,
  ask: (body: object) => Promise<KeptMailFile>,
): KeepFile {
  return async ({ part }) => {
    // A cloud that names files names their mail.
    if (ref === undefined) return 'gone'
    try {
      return await ask({ provider, mailbox, history_id, ref, part })
    } catch (error) {
      const reason = error instanceof LinkError && error.problem === 'failed' ? forGood[error.status ?? 0] : undefined
      if (reason === undefined) throw error
      return reason
    }
  }
}
