// Hands a mail to the server that sends it, and says what is known then. Until the server asks for the text nothing was sent; from the last line of the text on,
// only its answer says whether it was. What lies between is noted before the first byte goes.
import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { secretsOf } from './imap-client.ts'
import { faultOf, MailFault } from './mail-fault.ts'
import { type MailNet, reachableAddress, usualTimes } from './mail-net.ts'
import type { SmtpAccount } from './smtp-client.ts'

/** later: it was not sent, and may be tried again; refused: nor will it be; unknown: it may have been sent. */
export type HandedOver = { outcome: 'sent'; knownAs?: string; notTaken?: readonly string[] } | { outcome: 'later' | 'refused' | 'unknown'; fault: MailFault }

export interface Handing {
  from: string
  to: readonly string[]
  raw: Buffer
  /** Before the first byte of it leaves; false: it is not ours to send any more. */
  handing(): Promise<boolean>
}

/** Somebody else sends it, or it was taken back. */
export class NotOurs extends Error {}

interface SmtpAnswer {
  responseCode?: number
}

async function connectionTo(address: string, { server }: SmtpAccount, net: MailNet): Promise<SMTPConnection> {
  const { connect, answer } = { ...usualTimes, ...net.times }
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  return new Connection({
    host: address,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    tls: { servername: server.host, minVersion: 'TLSv1.2', ...(net.ca ? { ca: [...net.ca] } : {}) },
    connectionTimeout: connect,
    greetingTimeout: connect,
    // Whoever looks through a mail before taking it takes long.
    socketTimeout: 4 * answer,
  })
}

/** Calls back like node; what the connection throws by itself fails it, too. */
const step = (connection: SMTPConnection, begin: (done: (error?: unknown) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new MailFault('closed')))
    begin((error) => (error ? reject(error) : resolve()))
  })

export async function handOver(account: SmtpAccount, net: MailNet, { from, to, raw, handing }: Handing): Promise<HandedOver> {
  const { user, secret } = account
  let connection: SMTPConnection | undefined
  let handed = false
  let isLost = false
  try {
    const address = await reachableAddress(net, account.server)
    if (address === undefined) throw new MailFault('unreachable')
    const open = await connectionTo(address, account, net)
    connection = open
    // It has said everything by then.
    open.on('error', () => undefined)
    await step(open, (done) => open.connect(done))
    const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2')
    const auth = 'password' in secret ? { credentials: { user, pass: secret.password } } : { oauth2: new XOAuth2({ user, accessToken: secret.accessToken }) }
    await step(open, (done) => open.login(auth, done))
    // Read once the server has asked for the text.
    const text = Readable.from(
      (async function* () {
        isLost = !(await handing())
        if (isLost) throw new NotOurs()
        handed = true
        yield raw
      })(),
      { objectMode: false },
    )
    let notTaken: readonly string[] = []
    await step(open, (done) => {
      open.send({ from, to: [...to], size: raw.length }, text, (error, info) => {
        notTaken = error ? [] : info.rejected.map(String)
        done(error)
      })
    })
    open.quit()
    return { outcome: 'sent', notTaken }
  } catch (error) {
    if (isLost) throw new NotOurs()
    const fault = faultOf(error, secretsOf(secret))
    const { responseCode } = error as SmtpAnswer
    if (responseCode !== undefined) return { outcome: responseCode >= 500 && fault.code !== 'password' ? 'refused' : 'later', fault }
    return { outcome: handed ? 'unknown' : 'later', fault }
  } finally {
    connection?.close()
  }
}
