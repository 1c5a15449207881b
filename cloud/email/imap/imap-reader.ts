// Reads the mails of a step over IMAP, with a connection of its own: whoever watches the mailbox may be another instance.
import type { ImapFlow } from 'imapflow'
import { AppError } from '../../../shared/domain/app-error.ts'
import { closeImap, openImap } from '../../../shared/node/mail/imap-client.ts'
import { faultOf, MailFault } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { refreshMailToken } from '../../../shared/node/mail/oauth-token.ts'
import { openFolder, type ReadMail, readFilePart, readFileParts, readMails, uidsAfter, uidsSince } from '../../../shared/node/mail/read-mails.ts'
import { fileToTake } from '../file-to-take.ts'
import { type Grant, type MailReader, ProviderError, type ProviderMail, type TakeBytes, type WantedFile } from '../provider.ts'
import { imapOf, readAccess, readRefresh, writeAccess, writeRefresh } from './imap-access.ts'
import { readBegin, readEnd, type StepBegin, type StepEnd } from './imap-steps.ts'

/** Mails of one step. */
const maxOfStep = 200

const asMessage = ({ uid, report, ...mail }: ReadMail, uidValidity: string): ProviderMail => ({
  ...mail,
  ref: `${uidValidity}.${uid}`,
  ...(report === null ? {} : { report }),
})

function asProviderError(fault: MailFault, isToken: boolean): ProviderError {
  // An access token may have ended before its time: another is asked for. A password is not: whoever watches finds out whether it is refused for good.
  if (fault.code === 'password' && isToken) return new ProviderError(401, 'password')
  return new ProviderError(0, `cannot be used now (${fault.code})`)
}

export function createImapReader(net: MailNet, now: () => Date): MailReader {
  /** With the folder of the step open, which may be numbered anew by now, and the mails of the step. */
  async function inStep<T>(
    access: string,
    begin: StepBegin,
    end: StepEnd,
    gone: T,
    work: (client: ImapFlow, uidValidity: string, uids: number[]) => Promise<T>,
  ) {
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
      return await work(client, uidValidity, found.slice(0, maxOfStep))
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      // The folder was deleted, and its mails with it.
      if (error.code === 'folder') return gone
      throw asProviderError(error, false)
    } finally {
      await closeImap(client)
    }
  }

  async function takeFile<T>(client: ImapFlow, uid: number, part: string, take: TakeBytes<T>): Promise<T | undefined> {
    const file = fileToTake((await readFileParts(client, net, uid)) ?? [], part)
    return file && take(readFilePart(client, net, uid, file))
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
      if (!begin || !end) return []
      return inStep(access, begin, end, [], async (client, uidValidity, uids) =>
        (await readMails(client, net, uids)).map((mail) => asMessage(mail, uidValidity)),
      )
    },

    async readFile<T>(access: string, { since, until, ref, part }: WantedFile, take: TakeBytes<T>) {
      const [begin, end] = [readBegin(since), readEnd(until ?? '')]
      const [, told, uid] = /^(\d{1,20})\.(\d{1,10})$/.exec(ref) ?? []
      if (!begin || !end || told === undefined) return undefined
      return inStep<T | undefined>(access, begin, end, undefined, async (client, uidValidity, uids) => {
        if (uidValidity !== told) throw new AppError('conflict', 'The emails of the folder have other numbers by now. Read those of the event again.')
        return uids.includes(Number(uid)) ? takeFile(client, Number(uid), part, take) : undefined
      })
    },

    // Each step says itself from when on it can be read.
    listRecent: async () => [],
  }
}
