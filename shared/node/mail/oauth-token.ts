// Access tokens for servers that take XOAUTH2: a refresh token at the issuer that whoever connected the mailbox named.
import type { MailOAuth } from '../../schema/mail/mail-account.ts'
import { agentFor } from './discovery/fetch-text.ts'
import { MailFault } from './mail-fault.ts'
import type { MailNet } from './mail-net.ts'

export interface MailToken {
  accessToken: string
  expiresAt: Date
  /** Undefined: the one from before stays. */
  refreshToken: string | undefined
}

const timeout = 10_000
const maxBytes = 65_536

export async function refreshMailToken(oauth: MailOAuth, net: MailNet, now: Date): Promise<MailToken> {
  const url = new URL(oauth.token_url)
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: oauth.refresh_token,
    client_id: oauth.client_id,
    ...(oauth.client_secret === undefined ? {} : { client_secret: oauth.client_secret }),
  })
  let status: number
  let text = ''
  const agent = await agentFor(url, net, timeout).catch(() => undefined)
  try {
    const reply = await agent?.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: form.toString(),
      signal: AbortSignal.timeout(2 * timeout),
    })
    if (!reply) throw new Error('no address')
    status = reply.statusCode
    for await (const chunk of reply.body as AsyncIterable<Buffer>) if ((text += chunk.toString('utf8')).length > maxBytes) throw new Error('too long')
  } catch {
    throw new MailFault('unreachable', 'the issuer of the access tokens')
  } finally {
    await agent?.destroy().catch(() => undefined)
  }
  // The refresh token ended: like a password that is another now.
  if (status >= 400 && status < 500 && status !== 429) throw new MailFault('password', 'the issuer gives no access token')
  if (status !== 200) throw new MailFault('busy', 'the issuer of the access tokens')
  try {
    const { access_token, expires_in, refresh_token } = JSON.parse(text) as { access_token?: unknown; expires_in?: unknown; refresh_token?: unknown }
    if (typeof access_token !== 'string' || access_token === '') throw new Error('no token')
    const seconds = Number(expires_in)
    return {
      accessToken: access_token,
      expiresAt: new Date(now.getTime() + (seconds > 0 && seconds < 1e8 ? seconds : 3600) * 1000),
      refreshToken: typeof refresh_token === 'string' ? refresh_token : undefined,
    }
  } catch {
    throw new MailFault('protocol', 'the issuer of the access tokens')
  }
}
