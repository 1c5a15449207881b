// What is wrong with a mailbox or an email, and what to do, in English, for APIs and logs. Screens have their own words by the code, and read back what was kept.
import { type MailFaultCode, mailFaults } from '../../schema/mail/mail-account.ts'

const words: Readonly<Record<MailFaultCode, string>> = {
  password: 'The mail server refused the sign-in. Connect the mailbox again with its present password; many providers want an app password here.',
  unreachable: 'The mail server cannot be reached. Tandem keeps trying; check its name and port if this goes on.',
  certificate: 'The certificate of the mail server is not valid for its name. Nothing was sent to it. Ask whoever runs the server, or check its name.',
  no_tls:
    'The mail server offers no encrypted connection there. Nothing was sent to it. Check port and security; if it worked before, somebody on the way may be tampering.',
  not_allowed: 'Tandem may not connect to this server from here. The operator can allow it with TANDEM_MAIL_HOSTS.',
  folder: 'A watched folder is not there any more. Choose the folders again.',
  busy: 'The mail server is busy or has too many connections. Tandem keeps trying.',
  protocol: 'The mail server gives answers that cannot be read. Tandem keeps trying.',
  closed: 'The mail server ends the connection. Tandem keeps trying.',
  refused: 'The mail server refuses to work with this mailbox. Tandem keeps trying.',
}

export const faultWords = (code: MailFaultCode, said: string | null = null): string => (said === null ? words[code] : `${words[code]} (${said})`)

/** What became of an email, other than that it is on its way. */
export type MailProblem =
  | { kind: 'fault'; code: MailFaultCode; said: string | null; isOver: boolean }
  | { kind: 'refused' | 'bounced'; said: string | null }
  | { kind: 'uncertain' }
  | { kind: 'notTaken'; by: string }
  | { kind: 'switchedOff' | 'disconnected'; mailbox: string }

const triedForADay = 'It could not be sent for a day.'
const withoutPromise = (text: string) =>
  text.replace('Tandem keeps trying. ', '').replace(' Tandem keeps trying.', '').replace('Tandem keeps trying; check', 'Check')
const withSaid = (text: string, said: string | null) => (said === null || said === '' ? `${text}.` : `${text}: ${said}`)
const uncertain = 'It was handed to the mail server, which did not say whether it took it. It may not have been sent: look into the mailbox, or send it again.'

export function mailProblem(problem: MailProblem): string {
  switch (problem.kind) {
    case 'fault':
      return problem.isOver ? `${triedForADay} ${withoutPromise(faultWords(problem.code, problem.said))}` : faultWords(problem.code, problem.said)
    case 'refused':
      return withSaid('The mail server did not take it', problem.said)
    case 'bounced':
      return withSaid('It came back', problem.said)
    case 'uncertain':
      return uncertain
    case 'notTaken':
      return `The mail server did not take it for ${problem.by}.`
    case 'switchedOff':
      return `${problem.mailbox} does not send replies now. Connect it again, or switch sending on.`
    case 'disconnected':
      return `${problem.mailbox} is no longer connected.`
  }
}

/** Why an email was not sent: `isOver`: nor will it be by itself. */
export const unsentWords = (code: MailFaultCode, said: string | null, isOver: boolean): string =>
  mailProblem(code === 'refused' ? { kind: 'refused', said } : { kind: 'fault', code, said, isOver })

/** Undefined: it is in words that none of these wrote. */
export function readMailProblem(text: string): MailProblem | undefined {
  if (text === uncertain) return { kind: 'uncertain' }
  const notTaken = /^The mail server did not take it for (.+)\.$/.exec(text)?.[1]
  if (notTaken !== undefined) return { kind: 'notTaken', by: notTaken }
  for (const kind of ['refused', 'bounced'] as const) {
    const bare = mailProblem({ kind, said: null })
    if (text === bare) return { kind, said: null }
    const begin = `${bare.slice(0, -1)}: `
    if (text.startsWith(begin)) return { kind, said: text.slice(begin.length) }
  }
  for (const kind of ['switchedOff', 'disconnected'] as const) {
    const end = mailProblem({ kind, mailbox: '' })
    if (text.endsWith(end)) return { kind, mailbox: text.slice(0, -end.length) }
  }
  for (const isOver of [false, true])
    for (const code of mailFaults) {
      const bare = mailProblem({ kind: 'fault', code, said: null, isOver })
      if (text === bare) return { kind: 'fault', code, said: null, isOver }
      if (text.startsWith(`${bare} (`) && text.endsWith(')')) return { kind: 'fault', code, said: text.slice(bare.length + 2, -1), isOver }
    }
  return undefined
}
