// A reply to those who asked for a task, to be opened in their mail program. Only a draft: nothing here sends anything.
import type { Status } from '../../schema/task.ts'
import { isMailAddress } from './mail-address.ts'
import { readSubject } from './mail-subject.ts'
import { oneLine } from './mail-text.ts'

export interface ReplyInput {
  to: readonly { email: string; name: string }[]
  task: { title: string; status: Status }
  subject: string | null
  /** What they wrote last. */
  quoted: { name: string; sent_at: string; text: string } | undefined
}

export interface ReplyDraft {
  to: string[]
  subject: string
  body: string
  /** Opens the mail program with all of it. */
  mailto: string
}

const said: Record<Status, string> = {
  done: 'is done.',
  in_review: 'is done so far and being checked.',
  in_progress: 'is being worked on.',
  todo: 'is planned.',
  backlog: 'is on our list.',
}

const quotedLines = 12
/** Mail programs are started with a command line, which has an end (2,000 characters on Windows). */
const longestLink = 1900

function linkFor(to: readonly string[], subject: string, body: string): string {
  const link = (text: string) =>
    `mailto:${to.map((one) => encodeURIComponent(one).replaceAll('%40', '@')).join(',')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  let text = body
  while (link(text).length > longestLink && text !== '') text = text.slice(0, Math.floor(text.length * 0.8)).toWellFormed()
  return link(text)
}

export function draftReply({ to, task, subject, quoted }: ReplyInput): ReplyDraft {
  const reached = to.filter((one) => isMailAddress(one.email))
  const names = reached.map((one) => oneLine(one.name, 60)).filter((name) => name !== '')
  const about = oneLine(readSubject(subject).bare || task.title, 200)
  const lines = [
    names.length > 0 && names.length <= 3 ? `Hello ${new Intl.ListFormat('en').format(names)},` : 'Hello,',
    '',
    `“${oneLine(task.title, 200)}” ${said[task.status]}`,
    '',
  ]
  if (quoted && quoted.text.trim() !== '') {
    const text = quoted.text.trim().split('\n')
    lines.push(
      `On ${quoted.sent_at.slice(0, 10)} ${oneLine(quoted.name, 100)} wrote:`,
      ...text.slice(0, quotedLines).map((line) => `> ${oneLine(line, 300)}`.trimEnd()),
    )
    if (text.length > quotedLines) lines.push('> …')
  }
  const body = lines.join('\n').trimEnd()
  const addresses = reached.map((one) => one.email)
  return { to: addresses, subject: `Re: ${about}`, body, mailto: linkFor(addresses, `Re: ${about}`, body) }
}
