// Sends mail by SMTP. Without SMTP each mail becomes a file in the folder `mail`, and the log says so: enough to try everything.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Returns at once: whether an address has an account must not show in how long an answer takes. */
  send(mail: Mail): void
  /** Waits for what is under way. */
  close(): Promise<void>
}

export interface MailerOptions {
  /** smtp://user:password@host:port or smtps://… */
  smtpUrl: string | undefined
  from: string
  folder: string
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
}

const waits = [1000, 10_000, 60_000]

export function createMailer({ smtpUrl, from, folder, log }: MailerOptions): Mailer {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const transport = smtpUrl
    ? import('nodemailer').then(({ createTransport }) =>
        createTransport({ url: smtpUrl, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 } as Parameters<typeof createTransport>[0]),
      )
    : undefined

  async function deliver(mail: Mail): Promise<void> {
    if (!transport) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${uuidv7()}.eml`)
      writeFileSync(file, `From: ${from}\nTo: ${mail.to}\nSubject: ${mail.subject}\nContent-Type: text/plain; charset=utf-8\n\n${mail.text}`, { mode: 0o600 })
      log.info({ to: mail.to, subject: mail.subject, file }, 'there is no SMTP server: the mail is in a file')
      return
    }
    for (let attempt = 0; ; attempt++) {
      try {
        await (await transport).sendMail({ from, ...mail })
        return
      } catch (error) {
        // A refusal for good is not tried again.
        const refused = ((error as { responseCode?: number }).responseCode ?? 0) >= 500
        const wait = waits[attempt]
        if (refused || wait === undefined || stopping.signal.aborted) throw error
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    send(mail) {
      const work = deliver(mail)
        .catch((error: unknown) => log.error({ err: error, subject: mail.subject }, 'a mail could not be sent'))
        .finally(() => running.delete(work))
      running.add(work)
    },
    async close() {
      stopping.abort()
      await Promise.all(running)
      if (transport) (await transport).close()
    },
  }
}
