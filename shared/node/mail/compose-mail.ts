// A mail as it goes to a server: put together once, by nodemailer, so that it is the same however often it is handed over.
import { fullText } from '../../domain/mail/answers/answer.ts'

export interface Answer {
  from: { name: string; address: string }
  to: readonly string[]
  subject: string
  body: string
  below: string
  messageId: string
  inReplyTo: string | null
  references: readonly string[]
  at: Date
  /** Nobody has read it before it goes. */
  isAutomatic: boolean
}

/** No text of it can begin another header: what could end a line is gone before it gets here, and nodemailer folds and encodes the rest. */
const flat = (text: string) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()

export async function composeMail({ from, to, subject, body, below, messageId, inReplyTo, references, at, isAutomatic }: Answer): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const mail = new MailComposer({
    from: { name: flat(from.name), address: from.address },
    to: to.map((address) => ({ name: '', address })),
    subject: flat(subject),
    text: fullText(body, below),
    messageId,
    date: at,
    ...(inReplyTo === null ? {} : { inReplyTo }),
    ...(references.length === 0 ? {} : { references: [...references] }),
    // RFC 3834 and Exchange: whoever answers by itself does not answer this.
    headers: isAutomatic ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' } : {},
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return mail.compile().build()
}
