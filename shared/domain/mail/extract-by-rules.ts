// A conversation as one task by plain rules: the subject is the title, what was written is the description, who wrote first asks.
import { type ExtractedTask, longestTitle } from './extracted-task.ts'
import { type Correspondent, isMachine } from './mail-address.ts'
import { readSubject } from './mail-subject.ts'
import { oneLine } from './mail-text.ts'

export interface ReadMessage {
  from: Correspondent
  sent_at: string
  /** What they wrote themselves. */
  text: string
}

const automatic =
  /^(?:automatic reply|auto(?:matische)?[- :]?(?:reply|antwort)|out of (?:the )?office|abwesen(?:d|heit)|abwesenheitsnotiz|undeliver(?:able|ed)|delivery status|mail delivery|returned mail|delivery failure|accepted:|declined:|tentative:|zugesagt:|abgelehnt:|canceled:|read:|gelesen:)/i
export const newsletter = { confidence: 0.3, doubt: 'It looks like a newsletter.' }
const ofNewsletters = /\bunsubscribe\b|\babmelden\b.{0,40}\bnewsletter\b|\bnewsletter\b.{0,60}\babbestellen\b|view (?:this email )?in (?:your )?browser/i
const urgent = /\b(?:urgent|asap|dringend|eilt|sofort|immediately|critical|emergency)\b/i
const thanks =
  /^(?:(?:many |vielen |besten )?(?:thanks?|thank you|thx|danke?|merci|gracias)|ok(?:ay)?|great|perfect|super|prima|passt|sounds good|got it|alles klar|done|erledigt|👍|🙏)(?:[\s,!.]+(?:\p{L}+[\s,!.]*){0,6})?$/iu

/** Nothing is asked for: thanks, or a word of agreement. */
export function isCourtesy(text: string): boolean {
  const line = text.trim()
  return line.length <= 80 && !line.includes('?') && thanks.test(line.replaceAll(/\s+/g, ' '))
}

export function isAutomatic(subject: string | null, messages: readonly ReadMessage[]): boolean {
  return automatic.test(readSubject(subject).bare.slice(0, 200)) || messages.every((message) => isMachine(message.from))
}

function firstSentence(text: string): string {
  const line = text
    .split('\n')
    .find(
      (one) =>
        /[\p{L}\p{N}]/u.test(one) && !/^(?:hi|hello|hey|dear|hallo|liebe[rs]?|guten (?:tag|morgen)|moin|sehr geehrte[rs]?)\b.{0,60}[,!]?$/iu.test(one.trim()),
    )
  return (line ?? text).split(/(?<=[.!?])\s/)[0] ?? ''
}

function doubtOf(subject: string | null, messages: readonly ReadMessage[], all: string): { confidence: number; doubt: string | null } {
  if (isAutomatic(subject, messages)) return { confidence: 0.2, doubt: 'It looks like an automatic message.' }
  if (ofNewsletters.test(all)) return newsletter
  if (isCourtesy(all)) return { confidence: 0.2, doubt: 'It asks for nothing.' }
  if (!/[\p{L}\p{N}]/u.test(`${readSubject(subject).bare}${all}`)) return { confidence: 0.1, doubt: 'It has no words.' }
  return { confidence: 0.9, doubt: null }
}

/** `due`: what was found in the texts as a moment to remind at. Messages are oldest first, at least one. */
export function extractByRules(subject: string | null, messages: readonly ReadMessage[], due: string | null): ExtractedTask {
  const texts = messages.map((message) => message.text).filter((text) => text.trim() !== '')
  const all = texts.join('\n\n')
  const bare = readSubject(subject).bare
  const title = oneLine(/[\p{L}\p{N}]/u.test(bare) ? bare : firstSentence(all), longestTitle)
  const known = /[\p{L}\p{N}]/u.test(title)
  return {
    title: known ? title : `Message from ${messages[0]?.from.name || messages[0]?.from.email || 'someone'}`.slice(0, longestTitle),
    description: all.trim() === '' ? null : all.slice(0, 20_000).toWellFormed(),
    priority: urgent.test(`${bare}\n${all.slice(0, 2000)}`) ? 'high' : 'medium',
    due,
    messages: messages.map((_, i) => i),
    ...doubtOf(subject, messages, all),
  }
}
