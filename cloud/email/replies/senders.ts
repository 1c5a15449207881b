// How a mail leaves: through the mailbox's own server, or its provider's interface. What is known afterwards is said as hand-over.ts says it.
import { handOver, type HandedOver, type Handing, NotOurs } from '../../../shared/node/mail/hand-over.ts'
import { faultOf, MailFault } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { isInSent, keepInSent } from '../../../shared/node/mail/sent-folder.ts'
import type { AccessTokens } from '../access-tokens.ts'
import { imapOf, readAccess, smtpOf } from '../imap/imap-access.ts'
import type { Selected } from '../mailbox-store.ts'
import { ProviderError } from '../provider.ts'
import type { Providers } from '../providers.ts'

export interface LeavingMail extends Handing {
  messageId: string
  threadId: string
}

export type Senders = ReturnType<typeof createSenders>

/** What a provider's refusal means for a mail that it was given. */
function outcomeOf(error: ProviderError): HandedOver {
  const { status, reason, isUnsent } = error
  if (isUnsent) return { outcome: 'later', fault: new MailFault('unreachable') }
  if (status === 429 || status === 401) return { outcome: 'later', fault: new MailFault(status === 429 ? 'busy' : 'password', reason) }
  if (status >= 400 && status < 500) return { outcome: 'refused', fault: new MailFault('refused', reason) }
  return { outcome: 'unknown', fault: new MailFault('closed', reason) }
}

export function createSenders({ tokens, providers, net }: { tokens: AccessTokens; providers: Providers; net: MailNet }) {
  const imapAccess = (row: Selected) => tokens.use(row, async (access) => readAccess(access))

  async function overApi(row: Selected, { raw, threadId, handing }: LeavingMail): Promise<HandedOver> {
    const provider = providers.telling.get(row.provider)
    if (!provider) return { outcome: 'later', fault: new MailFault('unreachable') }
    let isMarked = false
    let isLost = false
    try {
      // A token that turns out to be void is refreshed, and the mail handed over again: it was not taken.
      const knownAs = await tokens.use(row, async (access) => {
        isMarked ||= await handing()
        isLost = !isMarked
        if (isLost) throw new NotOurs()
        return provider.send(access, raw, threadId)
      })
      return { outcome: 'sent', ...(knownAs === undefined ? {} : { knownAs }) }
    } catch (error) {
      if (isLost) throw new NotOurs()
      if (error instanceof ProviderError) return outcomeOf(error)
      // The consent has ended.
      if (!isMarked) return { outcome: 'later', fault: new MailFault('password') }
      throw error
    }
  }

  return {
    async send(row: Selected, mail: LeavingMail): Promise<HandedOver> {
      if (row.provider !== 'imap') return overApi(row, mail)
      const account = smtpOf(await imapAccess(row))
      return account ? handOver(account, net, mail) : { outcome: 'refused', fault: new MailFault('refused', 'no server for sending') }
    },

    /** Whether the mailbox has it among what it sent. Throws where it cannot be asked. */
    async knows(row: Selected, messageId: string): Promise<boolean> {
      if (row.provider === 'imap') return isInSent(imapOf(await imapAccess(row)), net, messageId)
      return tokens.use(row, async (access) => (await providers.telling.get(row.provider)?.knows(access, messageId)) ?? false)
    },

    /** Providers keep what they send by themselves. */
    async keep(row: Selected, messageId: string, raw: Buffer): Promise<void> {
      if (row.provider !== 'imap') return
      await keepInSent(imapOf(await imapAccess(row)), net, messageId, raw).catch((error: unknown) => {
        throw faultOf(error)
      })
    },
  }
}
