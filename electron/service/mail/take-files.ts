// The files of a mail, before it is taken in: each is kept first, so that what names it names something. What cannot be kept now makes the mail wait, what
// never can be is told in its place.
import { AppError } from '../../../shared/domain/app-error.ts'
import { chooseMailFiles, maxMailBytes, ownFiles } from '../../../shared/domain/mail/mail-file.ts'
import { MailFault } from '../../../shared/node/mail/mail-fault.ts'
import type { MailMessage } from '../../../shared/schema/cloud/mailbox.ts'
import type { LeftOut, MailFile, MessageFile } from '../../../shared/schema/files/mail-file.ts'

/** Throws where it may work later. */
export type KeepFile = (file: MailFile) => Promise<{ hash: string; bytes: number } | LeftOut>

export async function takeFiles(mail: Pick<MailMessage, 'subject' | 'body' | 'files'>, keep: KeepFile): Promise<MessageFile[]> {
  const taken: MessageFile[] = []
  let sum = 0
  for (const { file, leftOut } of chooseMailFiles(ownFiles(mail))) {
    const about = { name: file.name.trim() || 'file', bytes: file.bytes, content_id: file.content_id }
    // What the mail says of their sizes may be a lie.
    const kept = leftOut ?? (sum > maxMailBytes ? 'mail_too_large' : await keep(file))
    if (typeof kept === 'string') taken.push({ ...about, hash: null, left_out: kept })
    else {
      sum += kept.bytes
      taken.push({ ...about, ...kept })
    }
  }
  return taken
}

/** Why a file that came can never be kept. Throws what is not the file's own fault. */
export function reasonOf(error: unknown): LeftOut {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'too_large') return 'too_large'
  // What came to a halt on its way may come the next time.
  throw error.code === 'invalid' ? new MailFault('closed', 'it stopped in the middle of a file') : error
}
