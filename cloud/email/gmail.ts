// Gmail: history ids that grow, a watch that publishes to Pub/Sub for a week, and pushes signed with OpenID tokens.
import { jwtVerify } from 'jose'
import { AppError } from '../../shared/domain/app-error.ts'
import type { MailMessage } from '../../shared/schema/cloud/mailbox.ts'
import { addressesOf, bodyOf, type MimePart } from './mail-text.ts'
import { createOAuthClient, type OAuthConfig } from './oauth-client.ts'
import { HistoryGone, type MailProvider, ProviderError, type Push } from './provider.ts'
import { bearer, fetchJson, json } from './provider-fetch.ts'

export interface GmailConfig extends OAuthConfig {
  /** projects/P/topics/T, to which Gmail may publish. */
  topic: string
  /** The service account as which Pub/Sub calls us. */
  pushAccount: string
  apiUrl: string
}

interface GmailMessage {
  id: string
  threadId: string
  labelIds?: string[]
  internalDate: string
  payload?: MimePart
}

const scopes = ['https://www.googleapis.com/auth/gmail.readonly']
const maxMessages = 200
const atOnce = 8

/** In groups: a burst of mails must not become a burst of calls. */
async function inGroups<T, R>(all: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let first = 0; first < all.length; first += atOnce) results.push(...(await Promise.all(all.slice(first, first + atOnce).map(work))))
  return results
}

/** History ids are numbers beyond 2^53. */
const isAfter = (a: string, b: string) => BigInt(a) > BigInt(b)

export function createGmail(config: GmailConfig, audience: () => string, now: () => Date): MailProvider {
  const oauth = createOAuthClient(config, scopes, now)
  const me = `${config.apiUrl}/gmail/v1/users/me`

  function asMessage(message: GmailMessage): MailMessage {
    const header = (name: string) => message.payload?.headers?.find((one) => one.name.toLowerCase() === name)?.value.replaceAll('\0', '') ?? ''
    return {
      external_id: header('message-id') || `gmail:${message.id}`,
      thread_id: message.threadId,
      subject: header('subject'),
      from: header('from'),
      to: addressesOf(header('to')),
      sent_at: new Date(Number(message.internalDate)).toISOString(),
      body: bodyOf(message.payload ?? {}),
    }
  }

  /** Undefined: it was deleted meanwhile, or is none that arrived. */
  async function read(access: string, id: string): Promise<MailMessage | undefined> {
    try {
      const message = await fetchJson<GmailMessage>(`${me}/messages/${encodeURIComponent(id)}?format=full`, { headers: bearer(access) })
      const isMail = message.labelIds?.includes('INBOX') && !message.labelIds.some((label) => ['DRAFT', 'SENT', 'SPAM', 'TRASH'].includes(label))
      return isMail ? asMessage(message) : undefined
    } catch (error) {
      if (error instanceof ProviderError && error.status === 404) return undefined
      throw error
    }
  }

  async function readAll(access: string, ids: Iterable<string>): Promise<MailMessage[]> {
    const found = (await inGroups([...ids].slice(0, maxMessages), (id) => read(access, id))).filter((message) => message !== undefined)
    return found.toSorted((a, b) => a.sent_at.localeCompare(b.sent_at))
  }

  async function watch(access: string) {
    const reply = await fetchJson<{ historyId: string; expiration: string }>(
      `${me}/watch`,
      json({ topicName: config.topic, labelIds: ['INBOX'], labelFilterBehavior: 'INCLUDE' }, access),
    )
    return { id: null, expiresAt: new Date(Number(reply.expiration)), historyId: reply.historyId }
  }

  return {
    name: 'gmail',
    // Without consent being asked for anew, Google gives a refresh token at the first time only.
    authorizeUrl: (to) => oauth.authorizeUrl(to, { access_type: 'offline', prompt: 'consent' }),
    exchange: oauth.exchange,
    refresh: oauth.refresh,
    revoke: ({ refresh, access }) => oauth.revoke(refresh ?? access),
    async profile(access) {
      const reply = await fetchJson<{ emailAddress: string; historyId: string }>(`${me}/profile`, { headers: bearer(access) })
      return { address: reply.emailAddress, historyId: reply.historyId }
    },
    watch,
    renew: watch,
    unwatch: async (access) => void (await fetchJson(`${me}/stop`, json({}, access))),

    async verifyPush({ authorization }) {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
      const refuse = (cause?: unknown) => new AppError('unauthenticated', 'The message is not signed by the push account of this installation.', { cause })
      if (!token) throw refuse()
      const { document, keys } = await oauth.discover()
      const { payload } = await jwtVerify(token, keys, {
        issuer: document.issuer,
        audience: audience(),
        algorithms: ['RS256'],
        currentDate: now(),
        requiredClaims: ['exp'],
      }).catch((error: { code?: string }) => {
        // That we cannot get the keys is not the caller's fault.
        if (error.code === 'ERR_JWKS_TIMEOUT' || error.code === 'ERR_JOSE_GENERIC' || !error.code?.startsWith('ERR_J'))
          throw new ProviderError(0, 'cannot be reached')
        throw refuse(error)
      })
      if (payload.email !== config.pushAccount || payload.email_verified !== true) throw refuse()
    },

    readPush(body): Push[] {
      try {
        const { data } = (body as { message: { data: string } }).message
        const { emailAddress, historyId } = JSON.parse(Buffer.from(data, 'base64').toString()) as { emailAddress: unknown; historyId: unknown }
        // What we cannot read we shall not be able to read the next time either.
        if (typeof emailAddress !== 'string' || !/^\d{1,20}$/.test(String(historyId))) return []
        return [{ address: emailAddress, historyId: String(historyId) }]
      } catch {
        return []
      }
    },

    isNews: (known, told) => isAfter(told, known),

    async listMessages(access, since, until) {
      const ids = new Set<string>()
      let pageToken: string | undefined
      do {
        const query = new URLSearchParams({ startHistoryId: since, historyTypes: 'messageAdded', labelId: 'INBOX', maxResults: '500' })
        if (pageToken) query.set('pageToken', pageToken)
        const page = await fetchJson<{ history?: { id: string; messagesAdded?: { message: { id: string } }[] }[]; nextPageToken?: string }>(
          `${me}/history?${query}`,
          {
            headers: bearer(access),
          },
        ).catch((error: unknown) => {
          throw error instanceof ProviderError && error.status === 404 ? new HistoryGone() : error
        })
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
