// Files that come with mails: which of them are kept, and how a text names them. Whoever reads a mailbox (Gmail, Microsoft, IMAP) tells of them as
// MailFile, keeps those that `chooseMailFiles` lets through, and hands them over as MessageFile with the message.
import type { MailFile, MessageFile } from '../../schema/files/mail-file.ts'
import { attachmentMarkdown, maxAttachmentBytes } from '../attachments/attachment-link.ts'
import { fileName } from '../file-name.ts'

/** Of all files of one mail. */
export const maxMailBytes = 100 * 1_048_576

/** A mail with more is no mail that a person wrote. */
export const maxMailFiles = 50

export type LeftOut = 'too_large' | 'mail_too_large' | 'too_many'

/** In their order; what the mail says of sizes may be a lie, so whoever reads the bytes counts them again. */
export function chooseMailFiles<F extends Pick<MailFile, 'bytes'>>(files: readonly F[]): { file: F; leftOut: LeftOut | undefined }[] {
  let count = 0
  let bytes = 0
  return files.slice(0, maxMailFiles * 2).map((file) => {
    const size = file.bytes ?? 0
    const leftOut: LeftOut | undefined =
      size > maxAttachmentBytes ? 'too_large' : bytes + size > maxMailBytes ? 'mail_too_large' : count >= maxMailFiles ? 'too_many' : undefined
    if (!leftOut) {
      count++
      bytes += size
    }
    return { file, leftOut }
  })
}

const megabytes = (bytes: number) => `${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)} MB`

/** As it stands in a text: a link, and never an image, which a stranger could make anybody look at. */
function standsFor({ hash, name, bytes }: MessageFile): string {
  if (hash !== null) return attachmentMarkdown({ hash, name }, false)
  const words = fileName(name).replaceAll(/[[\]`\\*_<>]/g, '\\$&')
  return typeof bytes === 'number' ? `${words} (${megabytes(bytes)})` : words
}

/** Where the text shows one: `[cid:ID]` (Outlook, and what we make of HTML) or `[image: NAME]` (Gmail). */
const placesOf = ({ content_id, name }: MessageFile) => [...(content_id ? [`[cid:${content_id}]`] : []), `[image: ${name}]`]

/** The text with its files: each where the text shows it, the others below. */
export function textWithFiles(text: string, files: readonly MessageFile[]): string {
  const below: string[] = []
  let whole = text
  for (const file of files) {
    const place = file.hash === null ? undefined : placesOf(file).find((one) => whole.includes(one))
    if (place === undefined) below.push(standsFor(file))
    else whole = whole.replace(place, () => standsFor(file))
  }
  return [whole.trimEnd(), below.join('  \n')].filter((part) => part !== '').join('\n\n')
}

/** The links to files that stand in such a text. */
export const fileLinksIn = (text: string): { hash: string; link: string }[] =>
  Array.from(text.matchAll(/\[(?:\\.|[^\]\\\n]){0,400}\]\(\/attachments\/([0-9a-f]{64})\/[^)\s]{0,1000}\)/g), ([link, hash]) => ({
    link,
    hash: hash as string,
  }))
