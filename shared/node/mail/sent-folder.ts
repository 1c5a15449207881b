// The folder of mails that were sent: what tells whether one was, and where its person looks for it.
import type { ImapFlow } from 'imapflow'
import { answerOf, closeImap, type ImapAccount, openImap } from './imap-client.ts'
import type { MailNet } from './mail-net.ts'
import { listFolders, openFolder } from './read-mails.ts'

async function withSent<T>(
  account: ImapAccount,
  net: MailNet,
  work: (client: ImapFlow, isThere: (id: string) => Promise<boolean>, path: string) => Promise<T>,
): Promise<T | undefined> {
  const client = await openImap(account, net)
  try {
    const path = (await listFolders(client, net)).find(({ use }) => use === 'sent')?.path
    if (path === undefined) return undefined
    await openFolder(client, net, path)
    const isThere = async (id: string) => {
      const found = await answerOf(client, net, client.search({ header: { 'message-id': id } }, { uid: true }))
      return (found || []).length > 0
    }
    return await work(client, isThere, path)
  } finally {
    await closeImap(client)
  }
}

export const isInSent = async (account: ImapAccount, net: MailNet, id: string): Promise<boolean> =>
  (await withSent(account, net, (_, isThere) => isThere(id))) ?? false

/** Servers that keep a copy by themselves have it by now. */
export async function keepInSent(account: ImapAccount, net: MailNet, id: string, raw: Buffer): Promise<void> {
  await withSent(account, net, async (client, isThere, path) => {
    if (!(await isThere(id))) await answerOf(client, net, client.append(path, raw, ['\\Seen']))
  })
}
