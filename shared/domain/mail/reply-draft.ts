// A reply to those who asked for a task, drafted from how it stands. Only a draft: nothing here sends anything.
import type { ReplyLanguage } from '../../schema/mail/reply.ts'
import type { Status } from '../../schema/task.ts'
import { answerSubject, type Quoted, quoteOf } from './answers/answer.ts'
import { isMailAddress } from './mail-address.ts'
import { oneLine } from './mail-text.ts'

export interface ReplyInput {
  to: readonly { email: string; name: string }[]
  task: { title: string; status: Status }
  subject: string | null
  /** What they wrote last. */
  quoted: Quoted | undefined
  language?: ReplyLanguage | undefined
}

/** What a mail program or a person takes from here. */
export interface DraftedReply {
  to: string[]
  subject: string
  /** With what is quoted. */
  body: string
  /** The words alone. */
  text: string
  /** Opens the mail program with all of it. */
  mailto: string
}

interface Words {
  hello: (names: string) => string
  title: (title: string) => string
  stands: Record<Status, string>
}

const words: Record<ReplyLanguage, Words> = {
  en: {
    hello: (names) => (names === '' ? 'Hello,' : `Hello ${names},`),
    title: (title) => `“${title}”`,
    stands: {
      done: 'is done.',
      in_review: 'is done so far and being checked.',
      in_progress: 'is being worked on.',
      todo: 'is planned.',
      backlog: 'is on our list.',
    },
  },
  de: {
    hello: (names) => (names === '' ? 'Hallo,' : `Hallo ${names},`),
    title: (title) => `„${title}“`,
    stands: {
      done: 'ist erledigt.',
      in_review: 'ist so weit fertig und wird noch geprüft.',
      in_progress: 'ist in Arbeit.',
      todo: 'ist eingeplant.',
      backlog: 'steht auf unserer Liste.',
    },
  },
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

export function draftReply({ to, task, subject, quoted, language = 'en' }: ReplyInput): DraftedReply {
  const reached = to.filter((one) => isMailAddress(one.email))
  const names = reached.map((one) => oneLine(one.name, 60)).filter((name) => name !== '')
  const about = answerSubject(subject, task.title)
  const { hello, title, stands } = words[language]
  const greeting = hello(names.length <= 3 ? new Intl.ListFormat(language).format(names) : '')
  const text = `${greeting}\n\n${title(oneLine(task.title, 200))} ${stands[task.status]}`
  const quote = quoted ? quoteOf(quoted, language, quotedLines, 300) : ''
  const body = quote === '' ? text : `${text}\n\n${quote}`
  const addresses = reached.map((one) => one.email)
  return { to: addresses, subject: about, body, text, mailto: linkFor(addresses, about, body) }
}
