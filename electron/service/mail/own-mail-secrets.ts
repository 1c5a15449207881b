// How a mailbox is signed in to: kept where secrets are, together with the servers that it is for, so that whoever changes a server's name does not get the
// password sent there.
import type { ImapAccount, MailSecret } from '../../../shared/node/mail/imap-client.ts'
import { MailFault } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { refreshMailToken } from '../../../shared/node/mail/oauth-token.ts'
import type { SmtpAccount } from '../../../shared/node/mail/smtp-client.ts'
import type { MailOAuth, MailServers } from '../../../shared/schema/mail/mail-account.ts'
import type { SecretStore } from '../secrets/secret-place.ts'

export type OwnMailAccess = { servers: MailServers } & ({ password: string } | { oauth: MailOAuth })

export interface OwnMailSecretDeps {
  secrets: () => Promise<SecretStore>
  net: MailNet
  now: () => Date
}

export type OwnMailSecrets = ReturnType<typeof createOwnMailSecrets>

const nameOf = (id: string) => `mail.${id}`
/** A token that ends while it is used helps nobody. */
const early = 60_000

export const imapOf = (servers: MailServers, secret: MailSecret): ImapAccount => ({ server: servers.imap, user: servers.user, secret })
export const smtpOf = (servers: MailServers, secret: MailSecret): SmtpAccount | undefined =>
  servers.smtp ? { server: servers.smtp, user: servers.user, secret } : undefined

export function createOwnMailSecrets({ secrets, net, now }: OwnMailSecretDeps) {
  const tokens = new Map<string, { accessToken: string; expiresAt: Date }>()

  async function read(id: string): Promise<OwnMailAccess> {
    const kept = await (await secrets()).get(nameOf(id))
    // The keychain is another one, or somebody removed it there.
    if (kept === undefined) throw new MailFault('password', 'its password is not stored here any more')
    return JSON.parse(kept) as OwnMailAccess
  }

  async function write(id: string, access: OwnMailAccess | undefined): Promise<void> {
    tokens.delete(id)
    await (await secrets()).set(nameOf(id), access && JSON.stringify(access))
  }

  return {
    write,

    /** Signs in with what is given, before it is kept. */
    async secretOf(access: OwnMailAccess): Promise<{ secret: MailSecret; access: OwnMailAccess }> {
      if ('password' in access) return { secret: { password: access.password }, access }
      const { accessToken, refreshToken } = await refreshMailToken(access.oauth, net, now())
      return { secret: { accessToken }, access: { ...access, oauth: { ...access.oauth, refresh_token: refreshToken ?? access.oauth.refresh_token } } }
    },

    async open(id: string): Promise<{ servers: MailServers; secret: MailSecret }> {
      const access = await read(id)
      const { servers } = access
      if ('password' in access) return { servers, secret: { password: access.password } }
      const known = tokens.get(id)
      if (known && known.expiresAt.getTime() - early > now().getTime()) return { servers, secret: { accessToken: known.accessToken } }
      const token = await refreshMailToken(access.oauth, net, now())
      // Issuers may give a new refresh token with each use: the one before is void then.
      if (token.refreshToken !== undefined && token.refreshToken !== access.oauth.refresh_token)
        await write(id, { servers, oauth: { ...access.oauth, refresh_token: token.refreshToken } })
      tokens.set(id, token)
      return { servers, secret: { accessToken: token.accessToken } }
    },
  }
}
