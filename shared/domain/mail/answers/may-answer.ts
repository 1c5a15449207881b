// Whom no machine of ours answers: other machines, lists, ourselves. A loop needs two that answer each other, and this is one that does not.
import type { MailHead } from '../../../schema/mail/mail-head.ts'
import type { ReplyCause } from '../../../schema/mail/reply.ts'
import { addressKey } from '../../people/same-person.ts'
import { isMachine, readCorrespondent } from '../mail-address.ts'

export interface AnsweredMail extends Pick<MailHead, 'reply_to' | 'machine'> {
  from: string
}

/** Where an answer to it goes; undefined: nowhere. */
export function answerAddress({ from, reply_to }: Pick<AnsweredMail, 'from' | 'reply_to'>): string | undefined {
  return (reply_to === null ? undefined : readCorrespondent(reply_to).email) ?? readCorrespondent(from).email
}

const isOwn = (address: string, own: readonly string[]) => own.some((one) => addressKey(one) === addressKey(address))

/** Why nothing may be sent there, whoever wants to. */
export function neverSentTo(address: string, own: readonly string[]): string | undefined {
  if (isOwn(address, own)) return `${address} is a mailbox that Tandem watches itself: the answer would come back as an email.`
  return isMachine({ email: address, name: '' }) ? `Nobody reads what is sent to ${address}.` : undefined
}

/** May an answer be sent that no person has read? */
export function mayAnswerByItself(mail: AnsweredMail, own: readonly string[]): boolean {
  const to = answerAddress(mail)
  if (to === undefined || mail.machine !== null) return false
  const sender = readCorrespondent(mail.from)
  return !isMachine(sender) && (sender.email === undefined || !isOwn(sender.email, own)) && neverSentTo(to, own) === undefined
}

/** Answers within a day to one address, and of all. What nobody has read is sent far less often, and whatever strangers make us send leaves room for people’s. */
const mostToAddress = { byItself: 4, all: 40 } as const
const mostOfAll = { byItself: 250, all: 500 } as const

/** `recent`: of the last day, without what was taken back. Undefined: it may be sent. */
export function overLimit(
  recent: readonly { recipients: readonly string[]; cause: ReplyCause }[],
  to: readonly string[],
  byItself: boolean,
): string | undefined {
  const alone = recent.filter(({ cause }) => cause === 'acknowledge' || cause === 'done')
  if (recent.length >= mostOfAll.all || (byItself && alone.length >= mostOfAll.byItself))
    return `${mostOfAll.all} replies were sent within a day, the most that may be.`
  const most = byItself ? mostToAddress.byItself : mostToAddress.all
  const counted = byItself ? alone : recent
  const full = to.find((address) => counted.filter(({ recipients }) => recipients.some((one) => addressKey(one) === addressKey(address))).length >= most)
  return full && `${full} was sent ${most} replies within a day, the most for one address. Write to it from the mailbox itself.`
}
