// Reads folders and mails over a connection: what a conversation needs of a mail, and no more of it.
import { createHash } from 'node:crypto'
import type { FetchMessageObject, ImapFlow, MessageAddressObject } from 'imapflow'
import { headersIn, headNames, headOf } from '../../domain/mail/answers/mail-head.ts'
import type { MailFile } from '../../schema/files/mail-file.ts'
import { sentOver } from '../../domain/mail/mailing-list.ts'
import { textOfHtml } from '../../domain/mail/html-text.ts'
import type { MailHead } from '../../schema/mail/mail-head.ts'
import { answerOf, closeImap, openAgain } from './imap-client.ts'
import type { FolderState } from './folder-position.ts'
import { MailFault } from './mail-fault.ts'
import type { MailNet } from './mail-net.ts'
import { type FilePart, filePartsOf, toldFile } from './mail-file-parts.ts'
import { decodedText, type TextPart, textPartOf } from './mail-parts.ts'
import { roughHeaderBytes, roughly } from './rough-header.ts'
import { withoutTransferEncoding } from './transfer-decoding.ts'

export interface ReadMail {
  uid: number
  /** The Message-ID, or what stands for it: the same however often the mail is read. */
  external_id: string
  /** Of the first mail of its thread, as far as this one says. */
  thread_id: string
  subject: string
  from: string
  to: string[]
  cc?: string[]
  bulk?: boolean
  /** When the server got it. */
  sent_at: string
  body: string
  /** What came with it; nothing of it is read. */
  files: MailFile[]
  head: MailHead
  /** How a delivery report begins, as it came. */
  report: string | null
}

export interface ListedFolder {
  path: string
  use: string | null
}

const maxText = 100_000
/** As many characters as four bytes each, in base64. */
const maxPart = 550_000
const maxListed = 500
const maxRecipients = 200
const longestId = 900

export async function listFolders(client: ImapFlow, net: MailNet): Promise<ListedFolder[]> {
  const all = await answerOf(client, net, client.list())
  return all
    .filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
    .slice(0, maxListed)
    .map(({ path, specialUse, specialUseSource }) => ({
      path,
      // What only its name says is a guess.
      use: path.toUpperCase() === 'INBOX' ? 'inbox' : specialUse !== undefined && specialUseSource !== 'name' ? specialUse.slice(1).toLowerCase() : null,
    }))
}

const openedAt = new WeakMap<ImapFlow, { path: string; uidValidity: string }>()

/** With the same folder open, on another connection where this one has ended. */
export async function onLiveConnection<T>(client: ImapFlow, net: MailNet, work: (live: ImapFlow) => Promise<T>): Promise<T> {
  if (client.usable) return work(client)
  const opened = openedAt.get(client)
  if (!opened) throw new MailFault('closed')
  const live = await openAgain(client, net)
  try {
    const { uidValidity } = await openFolder(live, net, opened.path)
    if (uidValidity !== opened.uidValidity) throw new MailFault('closed', 'the folder was numbered anew')
    return await work(live)
  } finally {
    await closeImap(live)
  }
}

/** Opens a folder for reading only: nothing that we do marks a mail as seen. */
export async function openFolder(client: ImapFlow, net: MailNet, path: string): Promise<FolderState> {
  const box = await answerOf(client, net, client.mailboxOpen(path, { readOnly: true }))
  openedAt.set(client, { path, uidValidity: String(box.uidValidity) })
  let { uidNext } = box
  if (!Number.isSafeInteger(uidNext) || uidNext < 1) {
    // Servers need not say it.
    const last = box.exists > 0 ? await answerOf(client, net, client.fetchOne('*', { uid: true })) : undefined
    uidNext = (last ? last.uid : 0) + 1
  }
  return { uidValidity: String(box.uidValidity), uidNext, modseq: box.highestModseq === undefined ? null : String(box.highestModseq) }
}

/** UIDs after this one that there are, in order. */
export async function uidsAfter(client: ImapFlow, net: MailNet, after: number): Promise<number[]> {
  const found = await answerOf(client, net, client.search({ uid: `${after + 1}:*` }, { uid: true }))
  // "5:*" means the last mail, too, if there is none from 5 on.
  return (found || []).filter((uid) => uid > after).sort((a, b) => a - b)
}

const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
const person = ({ name = '', address = '' }: MessageAddressObject) => clean(name !== '' && name !== address ? `${name} <${address}>` : address)
const peopleOf = (all: MessageAddressObject[] = []) => all.slice(0, maxRecipients).map(person).filter(Boolean)
const isoOf = (moment: Date | string | undefined): string | undefined => {
  const date = new Date(moment ?? Number.NaN)
  return Number.isNaN(date.getTime()) || date.getTime() < 0 ? undefined : date.toISOString()
}

/** Where a mail has no Message-ID (or none that can be kept whole): what it is, wherever it lies. */
function idOf(message: FetchMessageObject): string {
  const { envelope = {}, size = 0 } = message
  const id = clean(envelope.messageId ?? '').trim()
  if (id !== '' && id.length <= longestId) return id
  const what = [id, envelope.subject ?? '', envelope.from ?? [], envelope.to ?? [], isoOf(envelope.date) ?? '', size]
  return `imap:${createHash('sha256').update(JSON.stringify(what)).digest('base64url')}`
}

const unreadable = 'This email is made in such a way that its text cannot be read here. Look at it in the mailbox.'

/** What is asked for of each header. */
const headersOf = ({ headers }: FetchMessageObject) => headersIn(clean(headers?.toString('utf8') ?? ''))
const readHead = (message: FetchMessageObject): MailHead => headOf(headersOf(message))

function asMail(message: FetchMessageObject, body: string, report: string | null): ReadMail {
  const { envelope = {} } = message
  const external_id = idOf(message)
  const head = readHead(message)
  return {
    uid: message.uid,
    external_id,
    // Of the mail with which its thread began.
    thread_id: head.references[0] ?? external_id,
    subject: clean(envelope.subject ?? ''),
    ...sentOver(envelope.from?.[0] ? person(envelope.from[0]) : '', peopleOf(envelope.cc), headersOf(message)),
    to: peopleOf(envelope.to),
    sent_at: isoOf(message.internalDate) ?? isoOf(envelope.date) ?? new Date().toISOString(),
    body,
    files: filePartsOf(message.bodyStructure).map(toldFile),
    head,
    report,
  }
}

async function collect(client: ImapFlow, net: MailNet, uids: readonly number[], query: Parameters<ImapFlow['fetchAll']>[1]): Promise<FetchMessageObject[]> {
  if (uids.length === 0) return []
  return answerOf(client, net, client.fetchAll(uids.join(','), query, { uid: true }))
}

const isUnreadable = (error: unknown) => error instanceof MailFault && error.code === 'protocol'

/** What is asked of a mail where the answer about it is more than any answer may be: a few of its fields, or only the beginning of its header. */
const roughQueries: readonly Parameters<ImapFlow['fetchAll']>[1][] = [
  { uid: true, internalDate: true, size: true, headers: [...new Set(['subject', 'from', 'date', 'message-id', ...headNames])] },
  { uid: true, internalDate: true, size: true, bodyParts: [{ key: 'HEADER', start: 0, maxLength: roughHeaderBytes }] },
]

async function collectOne(client: ImapFlow, net: MailNet, uid: number, query: Parameters<ImapFlow['fetchAll']>[1]): Promise<FetchMessageObject[]> {
  for (const asked of [query, ...roughQueries]) {
    try {
      const found = await onLiveConnection(client, net, (live) => collect(live, net, [uid], asked))
      return asked === query ? found : found.map(roughly)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      client.close()
    }
  }
  return []
}

/** As `collect`. A mail of which no answer can be read ends the connection: then each is asked for by itself, so that it stops none of the others. */
async function collectEach(client: ImapFlow, net: MailNet, uids: readonly number[], query: Parameters<ImapFlow['fetchAll']>[1]): Promise<FetchMessageObject[]> {
  try {
    return await onLiveConnection(client, net, (live) => collect(live, net, uids, query))
  } catch (error) {
    if (!isUnreadable(error)) throw error
    // It is at its end, and need not know yet.
    client.close()
  }
  const found: FetchMessageObject[] = []
  for (const uid of uids) found.push(...(await collectOne(client, net, uid, query)))
  return found
}

/** Texts by UID. What has its text in the same part is asked for together. */
async function readTexts(client: ImapFlow, net: MailNet, messages: readonly FetchMessageObject[]): Promise<Map<number, string>> {
  const parts = new Map<number, TextPart>()
  const groups = new Map<string, number[]>()
  for (const { uid, bodyStructure } of messages) {
    const text = textPartOf(bodyStructure)
    if (!text) continue
    parts.set(uid, text)
    groups.set(text.part, [...(groups.get(text.part) ?? []), uid])
  }
  const texts = new Map<number, string>()
  for (const [part, uids] of groups) {
    for (const { uid, bodyParts } of await collect(client, net, uids, { uid: true, bodyParts: [{ key: part, start: 0, maxLength: maxPart }] })) {
      const [bytes] = bodyParts?.values() ?? []
      const text = parts.get(uid)
      if (!bytes || !text) continue
      const decoded = decodedText(bytes, text)
      texts.set(uid, (text.isHtml ? textOfHtml(decoded) : decoded).trim().slice(0, maxText).toWellFormed())
    }
  }
  return texts
}

const longestReport = 64 * 1024

/** Of delivery reports how they begin: what they say for programs is in parts of its own. */
async function readReports(client: ImapFlow, net: MailNet, messages: readonly FetchMessageObject[]): Promise<Map<number, string>> {
  const uids = messages.filter((message) => readHead(message).machine === 'bounce').map(({ uid }) => uid)
  const found = await collect(client, net, uids, { uid: true, source: { start: 0, maxLength: longestReport } })
  return new Map(found.map(({ uid, source }) => [uid, clean(source?.toString('utf8') ?? '')]))
}

const atOnce = 25

/** The mails with these UIDs of the folder that is open, in their order. What was deleted meanwhile is left out. */
export async function readMails(client: ImapFlow, net: MailNet, uids: readonly number[]): Promise<ReadMail[]> {
  const mails: ReadMail[] = []
  for (let first = 0; first < uids.length; first += atOnce) {
    const messages = await collectEach(client, net, uids.slice(first, first + atOnce), {
      uid: true,
      envelope: true,
      bodyStructure: true,
      internalDate: true,
      size: true,
      headers: [...headNames],
    })
    const texts = await onLiveConnection(client, net, (live) => readTexts(live, net, messages))
    const reports = await onLiveConnection(client, net, (live) => readReports(live, net, messages))
    const textOf = ({ uid, bodyStructure }: FetchMessageObject) => (bodyStructure ? (texts.get(uid) ?? '') : unreadable)
    mails.push(...messages.map((message) => asMail(message, textOf(message), reports.get(message.uid) ?? null)))
  }
  return mails.sort((a, b) => a.uid - b.uid)
}

/** A file's bytes are asked for in so many at a time. */
const pieceOfFile = 1_048_576

async function* piecesOf(client: ImapFlow, net: MailNet, uid: number, part: string): AsyncGenerator<Buffer> {
  for (let start = 0; ; start += pieceOfFile) {
    const [message] = await collect(client, net, [uid], { uid: true, bodyParts: [{ key: part, start, maxLength: pieceOfFile }] })
    const [bytes] = message?.bodyParts?.values() ?? []
    if (bytes && bytes.length > 0) yield bytes
    if (!bytes || bytes.length < pieceOfFile) return
  }
}

/** The files of a mail of the folder that is open. Undefined: it is not there. */
export async function readFileParts(client: ImapFlow, net: MailNet, uid: number): Promise<FilePart[] | undefined> {
  const [message] = await collect(client, net, [uid], { uid: true, bodyStructure: true })
  return message && filePartsOf(message.bodyStructure)
}

/** The bytes of one, as they come; whoever takes them says how many are too many. */
export const readFilePart = (client: ImapFlow, net: MailNet, uid: number, { part, encoding }: FilePart): AsyncIterable<Buffer> =>
  withoutTransferEncoding(piecesOf(client, net, uid, part), encoding)

/** Of mails: when the server got each, and its Message-ID. */
export async function readArrivals(client: ImapFlow, net: MailNet, uids: readonly number[]): Promise<{ uid: number; id: string; at: string }[]> {
  const messages = await collectEach(client, net, uids, { uid: true, envelope: true, internalDate: true, size: true })
  return messages
    .map((message) => ({ uid: message.uid, id: idOf(message), at: isoOf(message.internalDate) ?? new Date().toISOString() }))
    .sort((a, b) => a.uid - b.uid)
}

/**
 * UIDs of mails that came after `cut`, for a folder whose position was lost: at most `max`, the latest ones. A server that moved gives every mail a new date of
 * arrival, so one that says itself that it is much older counts as that old.
 */
export async function uidsSince(client: ImapFlow, net: MailNet, cut: Date, max: number): Promise<number[]> {
  const day = 24 * 3_600_000
  const found = await answerOf(client, net, client.search({ since: new Date(cut.getTime() - day) }, { uid: true }))
  const uids = (found || []).sort((a, b) => a - b).slice(-5 * max)
  const messages = await collectEach(client, net, uids, { uid: true, envelope: true, internalDate: true })
  const isLater = ({ internalDate, envelope }: FetchMessageObject) => {
    const got = Date.parse(isoOf(internalDate) ?? '')
    const says = Date.parse(isoOf(envelope?.date) ?? '')
    return !(got <= cut.getTime()) && !(says < cut.getTime() - day)
  }
  return messages
    .filter(isLater)
    .map(({ uid }) => uid)
    .sort((a, b) => a - b)
    .slice(-max)
}

/** Throws `folder` with its name, where a folder is not there. */
export async function checkFolders(client: ImapFlow, net: MailNet, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      await openFolder(client, net, path)
    } catch (error) {
      throw error instanceof MailFault && error.code === 'folder' ? new MailFault('folder', path) : error
    }
  }
}
