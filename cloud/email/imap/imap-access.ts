// What is sealed of a mailbox over IMAP: its servers together with what signs in there, so that a password goes nowhere but where it was given for.
import type { ImapAccount, MailSecret } from '../../../shared/node/mail/imap-client.ts'
import type { SmtpAccount } from '../../../shared/node/mail/smtp-client.ts'
import type { MailOAuth, MailServers } from '../../../shared/schema/mail/mail-account.ts'

export interface ImapAccess {
  servers: MailServers
  secret: MailSecret
}

export interface ImapRefresh {
  servers: MailServers
  oauth: MailOAuth
}

export const writeAccess = (access: ImapAccess): string => JSON.stringify(access)
export const readAccess = (access: string): ImapAccess => JSON.parse(access) as ImapAccess
export const writeRefresh = (refresh: ImapRefresh): string => JSON.stringify(refresh)
export const readRefresh = (refresh: string): ImapRefresh => JSON.parse(refresh) as ImapRefresh

export const imapOf = ({ servers, secret }: ImapAccess): ImapAccount => ({ server: servers.imap, user: servers.user, secret })
export const smtpOf = ({ servers, secret }: ImapAccess): SmtpAccount | undefined =>
  servers.smtp ? { server: servers.smtp, user: servers.user, secret } : undefined
