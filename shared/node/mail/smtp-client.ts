// Sends over the mailbox's own server, as its owner would. TLS as the account says; nothing of the mail is fetched from files or addresses.
import type { MailServer } from '../../schema/mail/mail-account.ts'
import { type MailSecret, secretsOf } from './imap-client.ts'
import { faultOf, MailFault } from './mail-fault.ts'
import { type MailNet, reachableAddress, usualTimes } from './mail-net.ts'

export interface SmtpAccount {
  server: MailServer
  user: string
  secret: MailSecret
}

export interface OutgoingMail {
  from: string
  to: string
  subject: string
  text: string
  messageId: string
  headers?: Record<string, string>
}

async function transportOf({ server, user, secret }: SmtpAccount, net: MailNet) {
  const { connect, answer } = { ...usualTimes, ...net.times }
  const address = await reachableAddress(net, server)
  if (address === undefined) throw new MailFault('unreachable')
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host: address,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    auth: 'password' in secret ? { user, pass: secret.password } : { type: 'OAuth2', user, accessToken: secret.accessToken },
    tls: { servername: server.host, minVersion: 'TLSv1.2', ...(net.ca ? { ca: [...net.ca] } : {}) },
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function withTransport<T>(account: SmtpAccount, net: MailNet, work: (transport: Awaited<ReturnType<typeof transportOf>>) => Promise<T>): Promise<T> {
  try {
    const transport = await transportOf(account, net)
    try {
      return await work(transport)
    } finally {
      transport.close()
    }
  } catch (error) {
    throw faultOf(error, secretsOf(account.secret))
  }
}

/** Signs in, and sends nothing. */
export const checkSmtp = (account: SmtpAccount, net: MailNet): Promise<void> =>
  withTransport(account, net, async (transport) => void (await transport.verify()))

/** Resolves once the server took it. */
export const sendMail = (account: SmtpAccount, net: MailNet, mail: OutgoingMail): Promise<void> =>
  withTransport(account, net, async (transport) => void (await transport.sendMail({ ...mail, envelope: { from: mail.from, to: [mail.to] } })))
