// Hands a mail to the SMTP server. Without one each mail becomes a file in the folder `mail`, and the log says so: enough to try everything.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { span } from '../../shared/node/tracing/spans.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** Where it is to be known again; else the server's choice. */
  messageId?: string
}

export interface TransportOptions {
  /** smtp://user:password@host:port or smtps://… */
  smtpUrl: string | undefined
  from: string
  folder: string
  log: { info(details: object, message: string): void }
}

export type Transport = ReturnType<typeof createTransport>

/**
 * Was this mail refused for good? Then sending it again is no use. A refusal of ourselves (a wrong password, a sender that may not send, a server
 * that takes nothing today) is for the operator to mend, and says nothing about the mail.
 */
export function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
}

export function createTransport({ smtpUrl, from, folder, log }: TransportOptions) {
  const smtp = smtpUrl
    ? import('nodemailer').then((nodemailer) =>
        nodemailer.createTransport({ url: smtpUrl, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 } as Parameters<
          typeof nodemailer.createTransport
        >[0]),
      )
    : undefined

  return {
    async send(mail: Mail): Promise<void> {
      if (smtp) return span('mail.send', { kind: 'client' }, async () => void (await (await smtp).sendMail({ from, ...mail })))
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${uuidv7()}.eml`)
      writeFileSync(file, `From: ${from}\nTo: ${mail.to}\nSubject: ${mail.subject}\nContent-Type: text/plain; charset=utf-8\n\n${mail.text}`, { mode: 0o600 })
      log.info({ to: mail.to, subject: mail.subject, file }, 'no SMTP server is configured: the email was written to a file')
    },
    async close(): Promise<void> {
      if (smtp) (await smtp).close()
    },
  }
}
