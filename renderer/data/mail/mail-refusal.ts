// Why a mailbox was not connected, in the words of the screen where there are any for it.
import { type MailFaultCode, mailFaults } from '../../../shared/schema/mail/mail-account.ts'
import { ApiError } from '../../backend/api.ts'
import { explain } from '../../backend/explain.ts'
import { mail } from '../../messages/mail.ts'
import { onceText } from '../../lib/mail/problem-text.ts'

export function refusalOf(error: unknown): string {
  const { fault, server } = (error instanceof ApiError ? error.problem : {}) as { fault?: string; server?: string }
  const first = server === 'smtp' ? mail.form.failedSending : mail.form.failed
  return mailFaults.some((one) => one === fault) ? `${first} ${onceText(fault as MailFaultCode)}` : explain(first, error)
}
