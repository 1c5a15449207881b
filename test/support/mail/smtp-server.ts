// A real SMTP server with the test's certificate, which takes mails of one account and hands them on.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import type { MailServer } from '../../../shared/schema/mail/mail-account.ts'

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../certificate/${name}`, import.meta.url)))

export interface TestSmtp {
  /** TLS from the first byte, or STARTTLS. */
  server: MailServer
  /** As they came, oldest first. */
  received: string[]
  /** Answers to RCPT TO, until it is undefined again. */
  refusal: { code: number; text: string } | undefined
  /** What it waits for before it answers to RCPT TO, or to the whole mail. */
  hold: { at: 'recipient' | 'mail'; until: Promise<void> } | undefined
  /** How many wait so. */
  held: number
  /** Hangs up instead of answering to the whole mail. */
  hangUp: boolean
  close(): Promise<void>
}

export interface TestSmtpOptions {
  user: string
  password: () => string
  /** Where mails go that it took. */
  taken?: (raw: string) => void
  security?: 'tls' | 'starttls'
  /** Access tokens that XOAUTH2 may bring. */
  accessToken?: () => string
}

export async function openTestSmtp({ user, password, taken, security = 'tls', accessToken }: TestSmtpOptions): Promise<TestSmtp> {
  const smtp = { received: [] as string[], refusal: undefined as TestSmtp['refusal'], hold: undefined as TestSmtp['hold'], held: 0, hangUp: false }
  const held = async (at: 'recipient' | 'mail') => {
    if (smtp.hold?.at !== at) return
    smtp.held++
    await smtp.hold.until
  }
  const server = new SMTPServer({
    secure: security === 'tls',
    key: read('localhost.key'),
    cert: read('localhost.crt'),
    authMethods: accessToken ? ['XOAUTH2'] : ['PLAIN', 'LOGIN'],
    onAuth(auth, _session, callback) {
      const isRight = accessToken ? auth.accessToken === accessToken() : auth.password === password()
      if (auth.username === user && isRight) return callback(null, { user })
      callback(Object.assign(new Error('Authentication credentials invalid'), { responseCode: 535 }))
    },
    onRcptTo(_address, _session, callback) {
      const answer = async () => {
        await held('recipient')
        const { refusal } = smtp
        callback(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null)
      }
      void answer()
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      const answer = async () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        smtp.received.push(raw)
        taken?.(raw)
        await held('mail')
        if (smtp.hangUp) for (const { _socket } of server.connections as Set<{ _socket: { destroy(): void } }>) _socket.destroy()
        callback()
      }
      stream.on('end', () => void answer())
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => listening.once('listening', resolve))
  return Object.assign(smtp, {
    server: { host: 'localhost', port: (listening.address() as AddressInfo).port, security },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  })
}
