// What we ask of whoever keeps mailboxes.
import type { consentProviders, MailMessage, MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import type { MailHead } from '../../shared/schema/mail/mail-head.ts'

export interface Grant {
  access: string
  accessExpiresAt: Date
  /** Undefined: the one from before stays. */
  refresh: string | undefined
  scopes: string[]
}

export interface Watch {
  id: string | null
  expiresAt: Date
  /** Where the mailbox's history stands now, where the provider has such a thing. */
  historyId: string | undefined
}

/** Something happened in a mailbox, which is named by its address or by our watch. */
export interface Push {
  address?: string
  watchId?: string
  /** Undefined: some messages were lost on the way. */
  historyId: string | undefined
  /** The watch needs to be renewed at once. */
  renew?: boolean
}

interface Call {
  authorization: string | undefined
  /** Our own secret, for providers that sign nothing. */
  key: string | undefined
}

/** A mail as a provider has it. */
export interface ProviderMail extends MailMessage {
  head: MailHead
  /** How a delivery report begins, as it came. */
  report?: string
}

/** A file of a mail of a step, as listMessages told of it. Without `until`: of the latest mails. */
export interface WantedFile {
  since: string
  until: string | undefined
  ref: string
  part: string
}

/** Takes the bytes of a file as they come. */
export type TakeBytes<T> = (content: AsyncIterable<Uint8Array>) => Promise<T>

/** Reads mailboxes, with what `access` says. */
export interface MailReader {
  name: MailProviderName
  refresh(token: string): Promise<Grant>
  /** Mails that arrived after `since`, up to `until`. Throws HistoryGone when that is too long ago. */
  listMessages(access: string, since: string, until: string | undefined): Promise<ProviderMail[]>
  /** The latest mails, when nobody can say any more which are new. */
  listRecent(access: string): Promise<ProviderMail[]>
  /** Undefined: there is no such mail in the step, or no such file in the mail. */
  readFile<T>(access: string, wanted: WantedFile, take: TakeBytes<T>): Promise<T | undefined>
}

export type ConsentProviderName = (typeof consentProviders)[number]

/** Asks for consent, and tells us of mails by itself. */
export interface MailProvider extends MailReader {
  name: ConsentProviderName
  /** `sends`: asks for what sending needs, too. */
  authorizeUrl(to: { state: string; challenge: string; redirectUri: string; sends: boolean }): Promise<string>
  exchange(with_: { code: string; verifier: string; redirectUri: string }): Promise<Grant>
  revoke(tokens: { refresh: string | undefined; access: string }): Promise<void>
  /** Whose mailbox is it, and where does its history stand? */
  profile(access: string): Promise<{ address: string; historyId: string }>
  watch(access: string): Promise<Watch>
  renew(access: string, watchId: string | null): Promise<Watch>
  unwatch(access: string, watchId: string | null): Promise<void>
  /** Throws unauthenticated unless it is the provider who calls. */
  verifyPush(call: Call): Promise<void>
  readPush(body: unknown): Push[]
  /** Of the consent for sending. */
  sendScope: string
  /** Sends a mail as it is; answers the Message-ID that it went out with, where the provider gave it another one. */
  send(access: string, raw: Buffer, threadId: string): Promise<string | undefined>
  /** Has the mailbox sent it? */
  knows(access: string, messageId: string): Promise<boolean>
  /** Is there anything new between what we know and what we were told? */
  isNews(known: string, told: string): boolean
}

export class HistoryGone extends Error {}

/** The provider's own refusal. */
export class ProviderError extends Error {
  readonly status: number
  /** Such as invalid_grant. */
  readonly reason: string
  /** Seconds. */
  readonly retryAfter: number | undefined
  /** The provider was not reached at all. */
  readonly isUnsent: boolean
  constructor(status: number, reason: string, retryAfter?: number, isUnsent = false) {
    super(`the mail provider answered ${status} ${reason}`)
    this.status = status
    this.reason = reason
    this.retryAfter = retryAfter
    this.isUnsent = isUnsent
  }
}
