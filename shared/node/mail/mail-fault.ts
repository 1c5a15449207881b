// Why a mailbox cannot be read or a mail not sent, in one word that screens and programs know. What a server says may be shown; what was said to it never is.
import type { MailFaultCode } from '../../schema/mail/mail-account.ts'

export class MailFault extends Error {
  readonly code: MailFaultCode
  /** What the server said, in one line. */
  readonly said: string | null
  constructor(code: MailFaultCode, said: string | null = null) {
    super(`mail: ${code}${said === null ? '' : ` (${said})`}`)
    this.code = code
    this.said = said
  }
}

interface Failure {
  name?: string
  message?: string
  code?: string
  /** nodemailer: the answer of the server. */
  responseCode?: number
  response?: unknown
  responseText?: string
  responseStatus?: string
  serverResponseCode?: string
  authenticationFailed?: boolean
  tlsFailed?: boolean
  mailboxMissing?: boolean
  cause?: unknown
}

const certificates = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ALTNAME/
const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'EDNS',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ENODATA',
  'ESERVFAIL',
  'ECONNECTION',
])
const closed = new Set([
  'NoConnection',
  'EConnectionClosed',
  'ECONNRESET',
  'EPIPE',
  'ETIMEOUT',
  'StateLogout',
  'ClosedAfterConnectText',
  'ClosedAfterConnectTLS',
  'LockTimeout',
])
/** RFC 5530: the password may be right. */
const forNow = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN', 'OVERQUOTA', 'THROTTLED'])

const longestSaid = 200

/** One line of what a server said, without the secrets that it may repeat. */
function said(text: unknown, secrets: readonly string[]): string | null {
  if (typeof text !== 'string') return null
  let line = text.slice(0, 2000)
  for (const secret of secrets) if (secret !== '') line = line.replaceAll(secret, '…')
  return (
    line
      .toWellFormed()
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, longestSaid) || null
  )
}

/** nodemailer has one code for whatever a socket says, and the socket's own in the text. */
const socketCode = (code: string, message: string): string => (code === 'ESOCKET' ? (/\bE[A-Z]{5,}\b/.exec(message.slice(0, 500))?.[0] ?? code) : code)

function codeOf(failure: Failure): MailFaultCode {
  const { serverResponseCode = '', message = '' } = failure
  const code = socketCode(failure.code ?? '', message)
  if (certificates.test(code) || /certificate/i.test(message)) return 'certificate'
  // A server that cannot answer at present must not look like a wrong password.
  if (forNow.has(serverResponseCode) || code === 'ETHROTTLE') return 'busy'
  if (failure.authenticationFailed === true || code === 'EAUTH') return failure.responseCode !== undefined && failure.responseCode < 500 ? 'busy' : 'password'
  if (unreachable.has(code)) return 'unreachable'
  if (failure.tlsFailed === true || code === 'ETLS' || /STARTTLS/i.test(message)) return 'no_tls'
  if (/\bSSL\b|\bTLS\b|wrong version number/i.test(`${code} ${message}`)) return 'no_tls'
  if (failure.mailboxMissing === true || serverResponseCode === 'NONEXISTENT' || serverResponseCode === 'TRYCREATE') return 'folder'
  if (code === 'address_not_public') return 'not_allowed'
  if (closed.has(code)) return 'closed'
  if (failure.responseCode !== undefined) return failure.responseCode < 500 ? 'busy' : 'refused'
  return failure.responseStatus === 'NO' ? 'refused' : 'protocol'
}

/** `secrets`: what was said to the server and must not come back in what it said. */
export function faultOf(error: unknown, secrets: readonly string[] = []): MailFault {
  if (error instanceof MailFault) return error
  const failure = error as Failure
  const cause = failure.cause as Failure | undefined
  const code = codeOf(failure)
  const text = failure.responseText ?? (typeof failure.response === 'string' ? failure.response : undefined)
  // nodemailer wraps what the socket said.
  const own = code === 'protocol' && cause ? codeOf(cause) : code
  // Without the error itself: it holds the command that was sent, and so the password.
  return new MailFault(own, said(text ?? (failure.responseStatus === undefined ? failure.code : undefined), secrets))
}
