// Mails wait as rows until they are sent. They are queued in the transaction that causes them, so what was answered is mailed, also after a crash;
// what an instance had taken when it died is sent by another. A mail may come twice, but not never.
import { uuidv7 } from 'uuidv7'
import { type Keys, seal, unseal } from '../auth/secrets.ts'
import type { Database, Tx } from '../db/database.ts'
import { createLeaseLoop } from '../lease-loop.ts'
import { outboxStore, type TakenMail } from './outbox-store.ts'
import { isRefusal, type Mail, type Transport } from './transport.ts'

/** A mail about an account that may not exist: it is composed after the answer, so that the answer does not tell. */
export interface MailRequest {
  about: 'sign-up' | 'verify' | 'reset' | 'address'
  email: string
  emailKey: string
  /** Of a change of address: whose, and in which session. */
  by?: { userId: string; sessionId: string }
}

export interface MailerOptions {
  db: Database
  /** Seals what waits. */
  key: Keys
  transport: Transport
  /** Finds the words for a request; undefined when there is nothing to send. */
  compose: (tx: Tx, request: MailRequest) => Promise<Mail | undefined>
  log: { error(details: object, message: string): void }
  onError: (error: unknown) => void
  /** Milliseconds between two looks for what is due. */
  lookEvery?: number
  /** Seconds for which a mail that is being sent is nobody else's: longer than an SMTP server takes to answer. */
  leaseSeconds?: number
}

export type Mailer = ReturnType<typeof createMailer>

const hourInSeconds = 3600
/** Links for a new password end after an hour; others hold longer than that. */
const keepForSeconds = (content: Mail | MailRequest) => ('about' in content && content.about === 'reset' ? hourInSeconds : 24 * hourInSeconds)
/** Seconds until the next attempt. */
const waits = [1, 10, 60, 300, 900]
const longestWait = 1800
const maxUnderWay = 5

export const mailLabel = (id: string): string => `mail ${id}`

const sealedMail = (key: Keys, id: string, content: Mail | MailRequest) => seal(key, Buffer.from(JSON.stringify(content)), mailLabel(id))

/** What puts mails among those that wait, as a part of a transaction; instances find them within a second. */
export const createMailQueue =
  (key: Keys) =>
  async (tx: Tx, content: Mail | MailRequest): Promise<void> => {
    const id = uuidv7()
    await outboxStore.insert(tx, id, sealedMail(key, id, content), keepForSeconds(content))
  }

export function createMailer({ db, key, transport, compose, log, onError, lookEvery = 1000, leaseSeconds = 180 }: MailerOptions) {
  const opened = ({ id, sealed: bytes }: TakenMail) => JSON.parse(unseal(key, bytes, mailLabel(id)).toString()) as Mail | MailRequest
  const remove = (id: string) => db.asCourier((tx) => outboxStore.remove(tx, id))

  /** The composed mail replaces the request together with its link: sent a second time, it is the same mail. */
  const composed = (id: string, request: MailRequest) =>
    db.asIdentity({}, async (tx) => {
      const mail = await compose(tx, request)
      if (mail) await outboxStore.replace(tx, id, sealedMail(key, id, mail))
      return mail
    })

  async function deliver(taken: TakenMail): Promise<void> {
    const { id, attempts } = taken
    let content: Mail | MailRequest
    try {
      content = opened(taken)
    } catch (error) {
      log.error({ err: error, mail: id }, 'an email was encrypted with another key and cannot be sent')
      return void (await remove(id))
    }
    const about = 'subject' in content ? { mail: id, subject: content.subject } : { mail: id, about: content.about }
    if (taken.is_expired) {
      log.error({ ...about, attempts }, 'an email could not be sent for too long and was dropped')
      return void (await remove(id))
    }
    try {
      const mail = 'about' in content ? await composed(id, content) : content
      if (mail) await transport.send(mail)
    } catch (error) {
      const isLost = isRefusal(error)
      log.error({ ...about, err: error, attempts }, isLost ? 'an email was permanently rejected' : 'an email could not be sent; will retry')
      if (!isLost) return void (await db.asCourier((tx) => outboxStore.postpone(tx, id, waits[attempts - 1] ?? longestWait)))
    }
    await remove(id)
  }

  const { wake, close } = createLeaseLoop({
    lease: (max) => db.asCourier((tx) => outboxStore.take(tx, leaseSeconds, max)),
    work: deliver,
    maxUnderWay,
    lookEvery,
    onError,
  })

  return {
    /** Part of the transaction: the mail is sent if it commits. Call `wake` then. */
    queue: createMailQueue(key),
    /** Returns at once: whether an address has an account must not show in how long an answer takes. */
    wake,
    /** At once, and once: for a mail that is worth nothing later. Throws what the server says. */
    sendNow: (mail: Mail): Promise<void> => transport.send(mail),
    /** Waits for what is being sent; the rest is sent after the next start, or by another instance. */
    async close(): Promise<void> {
      await close()
      await transport.close()
    },
  }
}
