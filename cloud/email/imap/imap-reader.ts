// Reads the mails of a step over IMAP, with a connection of its own: whoever watches the mailbox may be another instance.
import { closeImap, openImap } from '../../../shared/node/mail/imap-client.ts'
import { type MailFault, faultOf } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { refreshMailToken } from '../../../shared/node/mail/oauth-token.ts'
import { openFolder, type ReadMail, readMails, uidsAfter, uidsSince } from '../../../shared/node/mail/read-mails.ts'
import { type Grant, type MailReader, ProviderError, type ProviderMail } from '../provider.ts'
import { imapOf, readAccess, readRefresh, writeAccess, writeRefresh } from './imap-access.ts'
import { readBegin, readEnd, type StepBegin, type StepEnd } from './imap-steps.ts'

/** Mails of one step. */
const maxOfStep = 200

const asMessage = ({ external_id, thread_id, subject, from, to, sent_at, body, head, report }: ReadMail): ProviderMail => ({
  external_id,
  thread_id,
  subject,
  from,
  to,
  sent_at,
  body,
  head,
  ...(report === null ? {} : { report }),
})

function asProviderError(fault: MailFault, isToken: boolean): ProviderError {
  // An access token may have ended before its time: another is asked for. A password is not: whoever watches finds out whether it is refused for good.
  if (fault.code === 'password' && isToken) return new ProviderError(401, 'password')
  return new ProviderError(0, `cannot be used now (${fault.code})`)
}

export function createImapReader(net: MailNet, now: () => Date): MailReader {
  async function read(access: string, begin: StepBegin, end: StepEnd): Promise<ProviderMail[]> {
    const opened = readAccess(access)
    const client = await openImap(imapOf(opened), net).catch((error: unknown) => {
      throw asProviderError(faultOf(error), 'accessToken' in opened.secret)
    })
    try {
      const { uidValidity } = await openFolder(client, net, end.path)
      const isSame = uidValidity === end.uidValidity
      const later = isSame && begin.kind === 'after' ? await uidsAfter(client, net, begin.uid) : await uidsSince(client, net, new Date(end.at), maxOfStep)
      // What came behind it is another step's.
      const found = isSame ? later.filter((uid) => uid <= end.uid) : later
      return (await readMails(client, net, found.slice(0, maxOfStep))).map(asMessage)
    } catch (error) {
      const fault = faultOf(error)
      // The folder was deleted, and its mails with it.
      if (fault.code === 'folder') return []
      throw asProviderError(fault, false)
    } finally {
      await closeImap(client)
    }
  }

  return {
    name: 'imap',

    async refresh(token): Promise<Grant> {
      const { servers, oauth } = readRefresh(token)
      try {
        const { accessToken, expiresAt, refreshToken } = await refreshMailToken(oauth, net, now())
        const refresh = refreshToken === undefined ? undefined : writeRefresh({ servers, oauth: { ...oauth, refresh_token: refreshToken } })
        return { access: writeAccess({ servers, secret: { accessToken } }), accessExpiresAt: expiresAt, refresh, scopes: [] }
      } catch (error) {
        const { code } = faultOf(error)
        throw code === 'password' ? new ProviderError(400, 'invalid_grant') : new ProviderError(0, `cannot be used now (${code})`)
      }
    },

    async listMessages(access, since, until) {
      const [begin, end] = [readBegin(since), readEnd(until ?? '')]
      return begin && end ? read(access, begin, end) : []
    },

    // Each step says itself from when on it can be read.
    listRecent: async () => [],
  }
}
