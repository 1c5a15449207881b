// What the three platforms have in common.
import type { Platform } from '../../shared/schema/cloud/device.ts'
import type { NotificationEvent } from '../../shared/schema/cloud/notification.ts'

/** A proposal, for buttons that decide about it. */
export interface Waiting {
  id: number
  agent: string
}

/** A question, with answers for buttons. */
export interface Asked {
  id: number
  agent: string
  options: string[]
  /** There are further ones. */
  more: boolean
}

export interface PushMessage {
  notificationId: string
  teamId: string
  event: NotificationEvent
  /** null: it is about something that is no task yet. */
  taskId: number | null
  /** What waits for a person's word, where it is one. */
  proposal?: Waiting | undefined
  question?: Asked | undefined
  /** Who did what it tells of, where the device says it in its own language. */
  by?: string | undefined
  title: string
  body: string | null
  url: string | null
  /** Of two messages with the same one a device shows the later only. Letters, digits, - and _; 32 of them. */
  collapseKey: string
  expiresAt: Date
}

/** What became of one attempt. `reason`: the platform's own code, or ours. */
export type Outcome =
  | { kind: 'sent' }
  /** It may work later. `after`: milliseconds that the platform asked for. */
  | { kind: 'retry'; reason: string; after?: number | undefined }
  /** There is no such device any more. */
  | { kind: 'gone'; reason: string }
  /** It never will. */
  | { kind: 'failed'; reason: string }

export interface Sender {
  platform: Platform
  send(token: string, message: PushMessage): Promise<Outcome>
  close(): Promise<void>
}

/** What the app on the device gets beside the text. */
export function dataOf({ notificationId, teamId, event, taskId, proposal, question, by, url }: PushMessage): Record<string, string> {
  return {
    notification_id: notificationId,
    team_id: teamId,
    event,
    ...(taskId === null ? {} : { task_id: String(taskId) }),
    ...(proposal ? { proposal: String(proposal.id), agent: proposal.agent } : {}),
    ...(question ? { question: String(question.id), agent: question.agent, options: JSON.stringify(question.options), more: String(question.more) } : {}),
    ...(by === undefined ? {} : { by }),
    ...(url === null ? {} : { url }),
  }
}

/** At most so many bytes of UTF-8, cut between characters. */
export function cut(text: string, bytes: number): string {
  const all = Buffer.from(text)
  if (all.length <= bytes) return text
  // A character that was cut in two decodes to U+FFFD.
  return `${new TextDecoder().decode(all.subarray(0, Math.max(0, bytes - 3))).replace(/\uFFFD+$/, '')}…`
}

const maxTitle = 500
const maxText = 2500
/** What the longest escape, of a control character, makes of one byte. */
const longestEscape = 6

/**
 * What `write` makes of the message, in at most `most` bytes: all in all, for an address or quotation marks need their room, too. What is too much
 * goes from the body first, then from the title, and the address at last: a part of it leads nowhere.
 */
export function fitted(message: PushMessage, max: number, write: (message: PushMessage) => string): string {
  const room = { title: maxTitle, body: maxText }
  let url = message.url
  for (;;) {
    const text = write({ ...message, url, title: cut(message.title, room.title), body: message.body && cut(message.body, room.body) })
    const excess = Math.ceil((Buffer.byteLength(text) - max) / longestEscape)
    if (excess <= 0) return text
    if (message.body && room.body > 0) room.body = Math.min(room.body, Buffer.byteLength(message.body)) - excess
    else if (room.title > 0) room.title = Math.min(room.title, Buffer.byteLength(message.title)) - excess
    else if (url === null) return text
    else [url, room.title, room.body] = [null, maxTitle, maxText]
  }
}

/** Retry-After: seconds, or a date. */
export function retryAfter(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = [header].flat()[0]
  if (text === undefined) return undefined
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}

const maxReason = 200

/** For the log: short, and without line breaks. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: string }
  // That of what was aborted is a number, which says nothing.
  return (typeof code === 'string' ? code : (message ?? 'unknown')).replaceAll(/\s+/g, ' ').slice(0, maxReason)
}
