// Files that come with mails: which of them are kept, and how a text names them. Whoever reads a mailbox (Gmail, Microsoft, IMAP) tells of them as
// MailFile, keeps those that `chooseMailFiles` lets through, and hands them over as MessageFile with the message.
import type { LeftOut, MailFile, MessageFile } from '../../schema/files/mail-file.ts'
import { attachmentMarkdown, maxAttachmentBytes } from '../attachments/attachment-link.ts'
import { fileName } from '../file-name.ts'
import { picturePlace } from './html-text.ts'
import { readSubject } from './mail-subject.ts'
import { ownText } from './mail-text.ts'

/** Of all files of one mail. */
export const maxMailBytes = 100 * 1_048_576

/** A mail with more is no mail that a person wrote. */
export const maxMailFiles = 50

/** So many of one mail are told of; the others are no files that anybody looks at one by one. */
export const maxToldFiles = maxMailFiles * 2

/** In their order; what the mail says of sizes may be a lie, so whoever reads the bytes counts them again. */
export function chooseMailFiles<F extends Pick<MailFile, 'bytes' | 'left_out'>>(files: readonly F[]): { file: F; leftOut: LeftOut | undefined }[] {
  let count = 0
  let bytes = 0
  return files.slice(0, maxToldFiles).map((file) => {
    const size = file.bytes ?? 0
    const leftOut: LeftOut | undefined =
      file.left_out ??
      (file.bytes === 0
        ? 'empty'
        : size > maxAttachmentBytes
          ? 'too_large'
          : bytes + size > maxMailBytes
            ? 'mail_too_large'
            : count >= maxMailFiles
              ? 'too_many'
              : undefined)
    if (!leftOut) {
      count++
      bytes += size
    }
    return { file, leftOut }
  })
}

const megabytes = (bytes: number) => `${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)} MB`

const why: Readonly<Record<LeftOut, string>> = {
  too_large: `left out: larger than ${megabytes(maxAttachmentBytes)}`,
  mail_too_large: `left out: the mail has more than ${megabytes(maxMailBytes)}`,
  too_many: `left out: the mail has more than ${maxMailFiles} files`,
  no_room: 'left out: the team’s files have no more room',
  elsewhere: 'a link to a file that its sender keeps',
  empty: 'empty',
  gone: 'left out: it could not be read',
}

/** As it stands in a text: a link, and never an image, which a stranger could make anybody look at. */
function standsFor({ hash, name, bytes, left_out }: MessageFile): string {
  if (hash !== null) return attachmentMarkdown({ hash, name }, false)
  const words = fileName(name).replaceAll(/[[\]`\\*_<>]/g, '\\$&')
  const facts = [...(typeof bytes === 'number' && bytes > 0 ? [megabytes(bytes)] : []), ...(left_out ? [why[left_out]] : [])]
  return facts.length > 0 ? `${words} (${facts.join('; ')})` : words
}

/** Where the text shows one: `[cid:ID]` (Outlook, and what we make of HTML) or `[image: NAME]` (Gmail). */
const placesOf = ({ content_id, name }: MessageFile) => [...(content_id ? [picturePlace(content_id)] : []), `[image: ${name}]`].filter((place) => place !== '')

/**
 * Those of a mail's files that are its sender's own in this mail: not the pictures of the mails that it quotes, nor the logo below the signature, which come
 * along with every answer.
 */
export function ownFiles({ subject, body, files = [] }: { subject: string; body: string; files?: readonly MailFile[] | undefined }): MailFile[] {
  if (!files.some(({ content_id }) => content_id !== null)) return [...files]
  const own = ownText(body, readSubject(subject).isForward)
  return files.filter((file) => {
    const places = file.content_id === null ? [] : placesOf({ ...file, hash: null }).filter((place) => body.includes(place))
    return places.length === 0 || places.some((place) => own.includes(place))
  })
}

/** For programs, not for people: how a mail is signed, and what became of another one. */
export const isUnseenPart = (type: string): boolean => unseen.has(type)

const unseen = new Set([
  'application/pgp-signature',
  'application/pgp-encrypted',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'message/delivery-status',
  'message/disposition-notification',
  'text/rfc822-headers',
])

/** For a part without a name, by what it says that it is. `words`: what it is about. */
export function nameOfPart(type: string, words = ''): string {
  const [kind, end] = usualNames[type] ?? [type.startsWith('image/') ? 'image' : 'file', undefined]
  const base = words.trim() || kind
  return end === undefined ? base : `${base}.${end}`
}

const usualNames: Readonly<Record<string, readonly [string, string]>> = {
  'application/pdf': ['file', 'pdf'],
  'application/zip': ['file', 'zip'],
  'image/gif': ['image', 'gif'],
  'image/jpeg': ['image', 'jpg'],
  'image/png': ['image', 'png'],
  'image/webp': ['image', 'webp'],
  'message/rfc822': ['mail', 'eml'],
  'text/calendar': ['invitation', 'ics'],
  'text/csv': ['file', 'csv'],
  'text/html': ['file', 'html'],
  'text/plain': ['file', 'txt'],
  'text/vcard': ['contact', 'vcf'],
}

/** The text with its files: each where the text shows it, the others below. Places of pictures that did not come are nothing to read. */
export function textWithFiles(text: string, files: readonly MessageFile[]): string {
  const below: string[] = []
  let whole = text
  for (const file of files) {
    const place = file.hash === null ? undefined : placesOf(file).find((one) => whole.includes(one))
    if (place === undefined) below.push(standsFor(file))
    else whole = whole.replace(place, () => standsFor(file))
  }
  whole = whole.replaceAll(/[ \t]?\[cid:[^[\]\s]{1,900}\]/g, '').replaceAll(/\n{3,}/g, '\n\n')
  return [whole.trimEnd(), below.join('  \n')].filter((part) => part !== '').join('\n\n')
}

/** The links to files that stand in such a text. */
export const fileLinksIn = (text: string): { hash: string; link: string }[] =>
  Array.from(text.matchAll(/\[(?:\\.|[^\]\\\n]){0,400}\]\(\/attachments\/([0-9a-f]{64})\/[^)\s]{0,1000}\)/g), ([link, hash]) => ({
    link,
    hash: hash as string,
  }))
