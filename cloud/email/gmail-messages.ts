// Reading mails over Gmail's API: what arrived after a history id, or the latest.
import { headOf } from '../../shared/domain/mail/answers/mail-head.ts'
import { addressesOf, bodyOf, type MimePart } from './mail-text.ts'
import { HistoryGone, type MailProvider, ProviderError, type ProviderMail } from './provider.ts'
import { bearer, fetchJson } from './provider-fetch.ts'

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
    from: header('from'),
    to: addressesOf(header('to')),
    sent_at: new Date(Number(message.internalDate)).toISOString(),
    body: bodyOf(message.payload ?? {}),
    head: headOf((name) => header(name) || undefined),
  }
}

/** `me`: the address of the mailbox's own API. */
export function createGmailReader(me: string): Pick<MailProvider, 'listMessages' | 'listRecent'> {
  /** Undefined: it was deleted meanwhile, or is none that arrived. */
  async function read(access: string, id: string): Promise<ProviderMail | undefined> {
    try {
      const message = await fetchJson<GmailMessage>(`${me}/messages/${encodeURIComponent(id)}?format=full`, { headers: bearer(access) })
      const isMail = message.labelIds?.includes('INBOX') && !message.labelIds.some((label) => ['DRAFT', 'SENT', 'SPAM', 'TRASH'].includes(label))
      if (!isMail) return undefined
      const mail = asMessage(message)
      if (mail.head.machine !== 'bounce') return mail
      const { raw } = await fetchJson<{ raw: string }>(`${me}/messages/${encodeURIComponent(id)}?format=raw`, { headers: bearer(access) })
      return { ...mail, report: Buffer.from(raw.slice(0, longestReport), 'base64url').toString('utf8') }
    } catch (error) {
      if (error instanceof ProviderError && error.status === 404) return undefined
      throw error
    }
  }

  async function readAll(access: string, ids: Iterable<string>): Promise<ProviderMail[]> {
    const found = (await inGroups([...ids].slice(0, maxMessages), (id) => read(access, id))).filter((message) => message !== undefined)
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

  return {
    async listMessages(access, since, until) {
      const ids = new Set<string>()
      let pageToken: string | undefined
      do {
        const page = await readHistory(access, since, pageToken)
        for (const record of page.history ?? [])
          if (until === undefined || !isAfter(record.id, until)) for (const { message } of record.messagesAdded ?? []) ids.add(message.id)
        pageToken = page.nextPageToken
      } while (pageToken && ids.size < maxMessages)
      return readAll(access, ids)
    },

    async listRecent(access) {
      const query = new URLSearchParams({ labelIds: 'INBOX', q: 'newer_than:7d', maxResults: '100' })
      const { messages = [] } = await fetchJson<{ messages?: { id: string }[] }>(`${me}/messages?${query}`, { headers: bearer(access) })
      return readAll(
        access,
        messages.map(({ id }) => id),
      )
    },
  }
}
