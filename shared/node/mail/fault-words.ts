// What is wrong with a mailbox and what to do, in English, for APIs and logs. Screens have their own words by the code.
import type { MailFaultCode } from '../../schema/mail/mail-account.ts'

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

/** Why an email was not sent: `isOver`: nor will it be by itself. */
export function unsentWords(code: MailFaultCode, said: string | null, isOver: boolean): string {
  const end = said === null ? '.' : `: ${said}`
  if (code === 'refused') return `The mail server did not take it${end}`
  return isOver
    ? `It could not be sent for a day. ${faultWords(code, said).replace('Tandem keeps trying. ', '').replace(' Tandem keeps trying.', '')}`
    : faultWords(code, said)
}
