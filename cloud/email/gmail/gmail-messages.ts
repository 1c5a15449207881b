// Reading mails over Gmail's API: what arrived after a history id, or the latest.
import { Readable } from 'node:stream'
import { headOf } from '../../../shared/domain/mail/answers/mail-head.ts'
import { sentOver } from '../../../shared/domain/mail/mailing-list.ts'
import { fileToTake } from '../file-to-take.ts'
import { dataOf, type GmailFile, gmailFilesOf, told } from './gmail-files.ts'
import { addressesOf, bodyOf, type MimePart } from './mail-text.ts'
import { HistoryGone, type MailProvider, type ProviderMail, ProviderError, type TakeBytes, type WantedFile } from '../provider.ts'
import { bearer, fetchBytes, fetchJson, unlessGone } from '../provider-fetch.ts'

interface GmailMessage {
  id: string
  threadId: string
  labelIds?: string[]
  internalDate: string
  payload?: MimePart
}

interface HistoryPage {
  history?: { id: string; messagesAdded?: { message: { id: string } }[] }[]
  nextPageToken?: string
}

const maxMessages = 200
const atOnce = 8
/** Characters of base64. */
const longestReport = 90_000

/** History ids are numbers beyond 2^53. */
export const isAfter = (a: string, b: string) => BigInt(a) > BigInt(b)

/** In groups: a burst of mails must not become a burst of calls. */
async function inGroups<T, R>(all: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let first = 0; first < all.length; first += atOnce) results.push(...(await Promise.all(all.slice(first, first + atOnce).map(work))))
  return results
}

function asMessage(message: GmailMessage): ProviderMail {
  const header = (name: string) => message.payload?.headers?.find((one) => one.name.toLowerCase() === name)?.value.replaceAll('\0', '') ?? ''
  return {
    external_id: header('message-id') || `gmail:${message.id}`,
    thread_id: message.threadId,
    subject: header('subject'),
    ...sentOver(header('from'), addressesOf(header('cc')), (name) => header(name) || undefined),
    to: addressesOf(header('to')),
    sent_at: new Date(Number(message.internalDate)).toISOString(),
    body: bodyOf(message.payload ?? {}),
    head: headOf((name) => header(name) || undefined),
    ref: message.id,
    files: gmailFilesOf(message.payload ?? {}).map(told),
  }
}

/** `me`: the address of the mailbox's own API. */
export function createGmailReader(me: string): Pick<MailProvider, 'listMessages' | 'listRecent' | 'readFile'> {
  /** Undefined: it was deleted meanwhile, or is none that arrived. */
  async function read(access: string, id: string): Promise<GmailMessage | undefined> {
    try {
      const message = await fetchJson<GmailMessage>(`${me}/messages/${encodeURIComponent(id)}?format=full`, { headers: bearer(access) })
      const isMail = message.labelIds?.includes('INBOX') && !message.labelIds.some((label) => ['DRAFT', 'SENT', 'SPAM', 'TRASH'].includes(label))
      return isMail ? message : undefined
    } catch (error) {
      return unlessGone(error)
    }
  }

  /** Of a delivery report also how it begins, as it came. */
  async function whole(access: string, message: GmailMessage): Promise<ProviderMail> {
    const mail = asMessage(message)
    if (mail.head.machine !== 'bounce') return mail
    const found = await fetchJson<{ raw: string }>(`${me}/messages/${encodeURIComponent(message.id)}?format=raw`, { headers: bearer(access) }).catch(unlessGone)
    return { ...mail, report: Buffer.from((found?.raw ?? '').slice(0, longestReport), 'base64url').toString('utf8') }
  }

  async function readAll(access: string, ids: Iterable<string>): Promise<ProviderMail[]> {
    const readOne = async (id: string) => {
      const message = await read(access, id)
      return message && whole(access, message)
    }
    const found = (await inGroups([...ids].slice(0, maxMessages), readOne)).filter((mail) => mail !== undefined)
    return found.toSorted((a, b) => a.sent_at.localeCompare(b.sent_at))
  }

  async function readHistory(access: string, since: string, pageToken: string | undefined): Promise<HistoryPage> {
    const query = new URLSearchParams({ startHistoryId: since, historyTypes: 'messageAdded', labelId: 'INBOX', maxResults: '500' })
    if (pageToken) query.set('pageToken', pageToken)
    try {
      return await fetchJson<HistoryPage>(`${me}/history?${query}`, { headers: bearer(access) })
    } catch (error) {
      throw error instanceof ProviderError && error.status === 404 ? new HistoryGone() : error
    }
  }

  async function idsSince(access: string, since: string, until: string | undefined): Promise<Set<string>> {
    const ids = new Set<string>()
    let pageToken: string | undefined
    do {
      const page = await readHistory(access, since, pageToken)
      for (const record of page.history ?? [])
        if (until === undefined || !isAfter(record.id, until)) for (const { message } of record.messagesAdded ?? []) ids.add(message.id)
      pageToken = page.nextPageToken
    } while (pageToken && ids.size < maxMessages)
    return ids
  }

  async function recentIds(access: string): Promise<Set<string>> {
    const query = new URLSearchParams({ labelIds: 'INBOX', q: 'newer_than:7d', maxResults: '100' })
    const { messages = [] } = await fetchJson<{ messages?: { id: string }[] }>(`${me}/messages?${query}`, { headers: bearer(access) })
    return new Set(messages.map(({ id }) => id))
  }

  /** What is small stands in the mail itself. */
  async function bytesOf(access: string, id: string, { source: { body = {} } }: GmailFile): Promise<AsyncIterable<Uint8Array>> {
    if (body.attachmentId === undefined) return Readable.from([Buffer.from(body.data ?? '', 'base64url')])
    return dataOf(await fetchBytes(`${me}/messages/${encodeURIComponent(id)}/attachments/${encodeURIComponent(body.attachmentId)}`, bearer(access)))
  }

  return {
    listMessages: async (access, since, until) => readAll(access, await idsSince(access, since, until)),

    listRecent: async (access) => readAll(access, await recentIds(access)),

    async readFile<T>(access: string, { since, until, ref, part }: WantedFile, take: TakeBytes<T>) {
      const orLatest = (error: unknown) => {
        // GET /email/messages gave the latest, too.
        if (error instanceof HistoryGone) return recentIds(access)
        throw error
      }
      const ids = await (until === undefined ? recentIds(access) : idsSince(access, since, until).catch(orLatest))
      // Their ids of files are other ones each time.
      const message = ids.has(ref) ? await read(access, ref) : undefined
      const file = message && fileToTake(gmailFilesOf(message.payload ?? {}), part)
      const bytes = file && (await bytesOf(access, ref, file).catch(unlessGone))
      return bytes && take(bytes)
    },
  }
}
