// The mailboxes that this computer watches by itself.
import { queryOptions } from '@tanstack/react-query'
import type { NewImapMailbox } from '../../../shared/schema/cloud/mailbox.ts'
import type { DiscoveredMail, MailFolder, MailTest } from '../../../shared/schema/mail/mail-account.ts'
import type { AnswerSettings } from '../../../shared/schema/mail/reply.ts'
import type { OwnMailbox } from '../../../shared/schema/mail/own-mailbox.ts'
import { api } from '../../backend/backend.ts'
import { notify } from '../../lib/notices.ts'
import { mail } from '../../messages/mail.ts'
import { attempt } from '../attempt.ts'
import { refusalOf } from './mail-refusal.ts'
import { queryClient } from '../query-client.ts'

const testLasts = 5 * 60_000

/** For a few minutes it may still get further. */
const isUnderWay = (test: MailTest | null): boolean =>
  test !== null && test.problem === null && test.read_at === null && Date.now() - Date.parse(test.sent_at) < testLasts

export const ownMailboxes = queryOptions({
  queryKey: ['own-mailboxes'] as const,
  queryFn: ({ signal }) => api.listOwnMailboxes({}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data?: OwnMailbox[] | undefined } }) => (data?.some(({ test }) => isUnderWay(test)) ? 2000 : 15_000),
})

const changed = () => void queryClient.invalidateQueries({ queryKey: ownMailboxes.queryKey })

export const discoverOwn = async (address: string): Promise<DiscoveredMail | undefined> =>
  (await attempt(() => api.discoverOwnMailbox({ body: { address } }), { failed: mail.form.failed }))?.value

/** Why not; undefined: it is connected. */
export async function connectOwn(body: NewImapMailbox): Promise<string | undefined> {
  try {
    await api.connectOwnMailbox({ body })
  } catch (error) {
    return refusalOf(error)
  }
  notify({ kind: 'done', text: mail.connected(body.address) })
  changed()
  return undefined
}

export async function disconnectOwn({ id, address }: OwnMailbox): Promise<void> {
  await attempt(() => api.disconnectOwnMailbox({ params: { id } }), { failed: mail.own.notDone, done: mail.own.disconnected(address) })
  changed()
}

export const ownFoldersOf = async ({ id }: OwnMailbox): Promise<MailFolder[] | undefined> =>
  (await attempt(() => api.listOwnFolders({ params: { id } }), { failed: mail.folders.notRead }))?.value.folders

export async function watchOwnFolders({ id, address }: OwnMailbox, folders: string[]): Promise<boolean> {
  const said = { failed: mail.folders.notSaved, done: mail.folders.saved(address) }
  const isDone = (await attempt(() => api.watchOwnFolders({ params: { id }, body: { folders } }), said)) !== undefined
  changed()
  return isDone
}

export async function setOwnAnswers({ id, address }: OwnMailbox, body: AnswerSettings): Promise<boolean> {
  const said = { failed: mail.answers.notSaved, done: mail.answers.saved(address) }
  const isDone = (await attempt(() => api.setOwnAnswers({ params: { id }, body }), said)) !== undefined
  changed()
  return isDone
}

export async function testOwn({ id }: OwnMailbox): Promise<void> {
  await attempt(() => api.testOwnMailbox({ params: { id } }), { failed: mail.test.failed })
  changed()
}
