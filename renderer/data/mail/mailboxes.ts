// The mailboxes of the team, and whether mails arrive.
import { queryOptions } from '@tanstack/react-query'
import type { consentProviders, Mailbox, MailHealth, NewImapMailbox } from '../../../shared/schema/cloud/mailbox.ts'
import type { DiscoveredMail, MailFolder } from '../../../shared/schema/mail/mail-account.ts'
import type { AnswerSettings } from '../../../shared/schema/mail/reply.ts'
import type { Problem } from '../../../shared/schema/problem.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { refusalOf } from './mail-refusal.ts'
import { mail } from '../../messages/mail.ts'
import { team as says } from '../../messages/team.ts'
import { notify } from '../../lib/notices.ts'
import { attempt } from '../attempt.ts'
import { fromCloud } from '../people/cloud-team.ts'
import { teamChanged } from '../people/team-changed.ts'

export type HealthyMailbox = Mailbox & { health: MailHealth | undefined }

/** Another one after anything that happens to a mailbox. */
export const stateOf = (mailboxes: readonly HealthyMailbox[] | undefined) => mailboxes?.map(({ id, updated_at }) => `${id} ${updated_at}`).join() ?? ''

const testLasts = 5 * 60_000

/** For a few minutes it may still get further. */
export const isTestUnderWay = (test: MailHealth['test'], now = Date.now()): boolean =>
  test !== null && test.problem === null && test.read_at === null && now - Date.parse(test.sent_at) < testLasts

/** `before`: the person is at the provider, and comes back with another state than this. */
export const mailboxesOf = (teamId: string, before?: string) =>
  queryOptions({
    queryKey: ['cloud', 'mailboxes', teamId] as const,
    async queryFn({ signal }): Promise<HealthyMailbox[]> {
      const [mailboxes, health] = await Promise.all([cloudApi.listMailboxes({}, { signal }), cloudApi.readEmailHealth({}, { signal })])
      return mailboxes.map((mailbox) => ({ ...mailbox, health: health.find(({ id }) => id === mailbox.id) }))
    },
    ...fromCloud,
    refetchInterval: ({ state: { data } }: { state: { data?: HealthyMailbox[] | undefined } }) =>
      stateOf(data) === before || data?.some(({ health }) => isTestUnderWay(health?.test ?? null)) ? 2000 : 15_000,
  })

/**
 * Opens the provider's consent screen (`sends`: also for sending) in a tab of its own. The tab has to be opened at once, or the browser takes it for a pop-up; then the cloud is
 * asked whether it would go on to the provider, for its refusal is no page to look at. True when the person is on the way.
 */
export async function connectMailbox(teamId: string, provider: (typeof consentProviders)[number], sends = false): Promise<boolean> {
  const refuse = (why: string) => (notify({ kind: 'problem', text: `${says.email.notConnected} ${why}` }), false)
  const tab = window.open('about:blank', '_blank')
  if (!tab) return refuse(says.email.popupBlocked)
  const address = `/api/email/oauth/authorize?${new URLSearchParams({ provider, team_id: teamId, ...(sends ? { sends: 'true' } : {}) })}`
  try {
    const answer = await fetch(address, { redirect: 'manual' })
    if (answer.type === 'opaqueredirect') {
      tab.opener = null
      tab.location.href = address
      return true
    }
    tab.close()
    return refuse(((await answer.json()) as Problem).detail)
  } catch {
    tab.close()
    return refuse(says.notRead)
  }
}

export async function disconnectMailbox({ id, mailbox }: Mailbox): Promise<void> {
  await attempt(() => cloudApi.revokeEmail({ body: { id } }), { failed: says.notDone, done: says.email.disconnected(mailbox) })
  teamChanged()
}

export const discoverMailbox = async (address: string): Promise<DiscoveredMail | undefined> =>
  (await attempt(() => cloudApi.discoverMailbox({ body: { address } }), { failed: mail.form.failed }))?.value

/** Why not; undefined: it is connected. */
export async function connectImap(body: NewImapMailbox): Promise<string | undefined> {
  try {
    await cloudApi.connectImap({ body })
  } catch (error) {
    return refusalOf(error)
  }
  notify({ kind: 'done', text: mail.connected(body.address) })
  teamChanged()
  return undefined
}

export const foldersOf = async ({ id }: Mailbox): Promise<MailFolder[] | undefined> =>
  (await attempt(() => cloudApi.listMailboxFolders({ params: { id } }), { failed: mail.folders.notRead }))?.value.folders

export async function watchFolders({ id, mailbox }: Mailbox, folders: string[]): Promise<boolean> {
  const said = { failed: mail.folders.notSaved, done: mail.folders.saved(mailbox) }
  return (await attempt(() => cloudApi.watchMailboxFolders({ params: { id }, body: { folders } }), said)) !== undefined
}

export async function setAnswers({ id, mailbox }: Mailbox, body: AnswerSettings): Promise<boolean> {
  const said = { failed: mail.answers.notSaved, done: mail.answers.saved(mailbox) }
  const isDone = (await attempt(() => cloudApi.setAnswers({ params: { id }, body }), said)) !== undefined
  teamChanged()
  return isDone
}

export async function testMailbox({ id }: Mailbox): Promise<void> {
  await attempt(() => cloudApi.testMailbox({ params: { id } }), { failed: mail.test.failed })
  teamChanged()
}
