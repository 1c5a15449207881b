// What became of an email, in the words of the screen. What was kept of it is in English, for programs and logs.
import { readMailProblem } from '../../../shared/domain/mail/fault-words.ts'
import type { MailFaultCode } from '../../../shared/schema/mail/mail-account.ts'
import { mail } from '../../messages/mail.ts'

const words = mail.problems

/** Where nothing is tried again by itself. */
export const onceText = (code: MailFaultCode): string => mail.once[code] ?? mail.causes[code]

const withSaid = (text: string, said: string | null) => (said === null ? text : `${text} (${said})`)

/** `isOnce`: it was tried a single time, as a test is. */
export function problemText(kept: string, isOnce = false): string {
  const problem = readMailProblem(kept)
  switch (problem?.kind) {
    case undefined:
      return kept
    case 'fault': {
      const { code, said, isOver } = problem
      if (isOver) return `${words.over} ${withSaid(onceText(code), said)}`
      return withSaid(isOnce ? onceText(code) : mail.causes[code], said)
    }
    case 'refused':
    case 'bounced':
      return problem.said === null ? `${words[problem.kind]}.` : `${words[problem.kind]}: ${problem.said}`
    case 'uncertain':
      return words.uncertain
    case 'notTaken':
      return words.notTaken(problem.by)
    case 'switchedOff':
    case 'disconnected':
      return words[problem.kind](problem.mailbox)
  }
}
