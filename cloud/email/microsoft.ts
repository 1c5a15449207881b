// Microsoft 365 over Graph: a subscription that names each new message, and no signature: our secret is in the address that we gave.
import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import { createGraphReader } from './graph-messages.ts'
import { createOAuthClient, type OAuthConfig } from './oauth-client.ts'
import { type MailProvider, ProviderError, type Push, type Watch } from './provider.ts'
import { bearer, fetchJson, json } from './provider-fetch.ts'
import { createGraphSender } from './replies/graph-sender.ts'

export interface MicrosoftConfig extends OAuthConfig {
  apiUrl: string
}

const sendScope = 'https://graph.microsoft.com/Mail.Send'
const scopes = ['offline_access', 'https://graph.microsoft.com/Mail.Read', 'https://graph.microsoft.com/User.Read']
/** Graph allows a little less than seven days. */
const watchLasts = 6 * 24 * 3_600_000
function same(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

const asWatch = (reply: { id: string; expirationDateTime: string }): Watch => ({
  id: reply.id,
  expiresAt: new Date(reply.expirationDateTime),
  historyId: undefined,
})

async function renewAt(
  graph: string,
  access: string,
  watchId: string | null,
  expirationDateTime: string,
  watch: (access: string) => Promise<Watch>,
): Promise<Watch> {
  if (watchId === null) return watch(access)
  try {
    return asWatch(await fetchJson(`${graph}/subscriptions/${encodeURIComponent(watchId)}`, json({ expirationDateTime }, access, 'PATCH')))
  } catch (error) {
    // It ran out.
    if (error instanceof ProviderError && error.status === 404) return watch(access)
    throw error
  }
}

/** `secrets`: known to us and, by the addresses that it got, to Microsoft. The first is for new subscriptions; there are several while the server's key is being changed. */
export function createMicrosoft(config: MicrosoftConfig, webhookUrl: () => string, secrets: readonly string[], now: () => Date): MailProvider {
  const isOurs = (said: string) => secrets.some((secret) => same(said, secret))
  const oauth = createOAuthClient(config, scopes, now)
  const graph = `${config.apiUrl}/v1.0`
  const expiry = () => new Date(now().getTime() + watchLasts).toISOString()

  async function watch(access: string): Promise<Watch> {
    const url = `${webhookUrl()}?provider=microsoft&key=${encodeURIComponent(secrets[0] ?? '')}`
    const body = {
      changeType: 'created',
      resource: "/me/mailFolders('inbox')/messages",
      notificationUrl: url,
      lifecycleNotificationUrl: url,
      expirationDateTime: expiry(),
      clientState: secrets[0],
    }
    return asWatch(await fetchJson(`${graph}/subscriptions`, json(body, access)))
  }

  return {
    name: 'microsoft',
    authorizeUrl: (to) => oauth.authorizeUrl(to, { prompt: 'select_account' }, to.sends ? [sendScope] : []),
    sendScope,
    ...createGraphSender(graph),
    exchange: oauth.exchange,
    refresh: oauth.refresh,
    revoke: ({ refresh, access }) => oauth.revoke(refresh ?? access),
    async profile(access) {
      const me = await fetchJson<{ mail?: string | null; userPrincipalName: string }>(`${graph}/me?$select=mail,userPrincipalName`, { headers: bearer(access) })
      return { address: me.mail ?? me.userPrincipalName, historyId: 'begin' }
    },
    watch,
    renew: (access, watchId) => renewAt(graph, access, watchId, expiry(), watch),
    async unwatch(access, watchId) {
      if (watchId !== null) await fetchJson(`${graph}/subscriptions/${encodeURIComponent(watchId)}`, { method: 'DELETE', headers: bearer(access) })
    },

    verifyPush: async ({ key }) => {
      if (key === undefined || !isOurs(key))
        throw new AppError('unauthenticated', 'The webhook address lacks the key that this installation gave to Microsoft.')
    },

    readPush(body): Push[] {
      const { value } = (body ?? {}) as { value?: { subscriptionId?: string; clientState?: string; lifecycleEvent?: string; resourceData?: { id?: string } }[] }
      if (!Array.isArray(value)) return []
      return value.flatMap((one): Push[] => {
        if (typeof one?.subscriptionId !== 'string' || typeof one.clientState !== 'string' || !isOurs(one.clientState)) return []
        const watchId = one.subscriptionId
        if (one.lifecycleEvent === 'missed') return [{ watchId, historyId: undefined }]
        if (one.lifecycleEvent) return [{ watchId, historyId: undefined, renew: true }]
        const id = one.resourceData?.id
        return typeof id === 'string' && id.length <= 1000 ? [{ watchId, historyId: id }] : []
      })
    },

    // Each names a message of its own, in any order.
    isNews: () => true,

    ...createGraphReader(graph),
  }
}
