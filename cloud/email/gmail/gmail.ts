// Gmail: history ids that grow, a watch that publishes to Pub/Sub for a week, and pushes signed with OpenID tokens.
import { createGmailReader, isAfter } from './gmail-messages.ts'
import { createGmailSender } from '../replies/gmail-sender.ts'
import { createGmailPushCheck, readGmailPush } from './gmail-push.ts'
import { createOAuthClient, type OAuthConfig } from '../oauth-client.ts'
import type { MailProvider } from '../provider.ts'
import { bearer, fetchJson, json } from '../provider-fetch.ts'

export interface GmailConfig extends OAuthConfig {
  /** projects/P/topics/T, to which Gmail may publish. */
  topic: string
  /** The service account as which Pub/Sub calls us. */
  pushAccount: string
  apiUrl: string
}

const sendScope = 'https://www.googleapis.com/auth/gmail.send'
const scopes = ['https://www.googleapis.com/auth/gmail.readonly']

export function createGmail(config: GmailConfig, audience: () => string, now: () => Date): MailProvider {
  const oauth = createOAuthClient(config, scopes, now)
  const me = `${config.apiUrl}/gmail/v1/users/me`

  async function watch(access: string) {
    const reply = await fetchJson<{ historyId: string; expiration: string }>(
      `${me}/watch`,
      json({ topicName: config.topic, labelIds: ['INBOX'], labelFilterBehavior: 'INCLUDE' }, access),
    )
    return { id: null, expiresAt: new Date(Number(reply.expiration)), historyId: reply.historyId }
  }

  return {
    name: 'gmail',
    // Without consent being asked for again, Google gives a refresh token at the first time only.
    authorizeUrl: (to) => oauth.authorizeUrl(to, { access_type: 'offline', prompt: 'consent' }, to.sends ? [sendScope] : []),
    sendScope,
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
    verifyPush: createGmailPushCheck({ discover: oauth.discover, account: config.pushAccount, audience, now }),
    readPush: readGmailPush,
    isNews: (known, told) => isAfter(told, known),
    ...createGmailReader(me),
    ...createGmailSender(me),
  }
}
