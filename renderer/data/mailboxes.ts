// The mailboxes of the team, and whether mails arrive.
import { queryOptions } from '@tanstack/react-query'
import type { Mailbox, MailHealth, MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import type { Problem } from '../../shared/schema/problem.ts'
import { cloudApi } from '../backend/cloud-api.ts'
import { team as says } from '../messages/team.ts'
import { notify } from '../lib/notices.ts'
import { attempt } from './attempt.ts'
import { fromCloud } from './people/cloud-team.ts'
import { teamChanged } from './people/team-changed.ts'

export type HealthyMailbox = Mailbox & { health: MailHealth | undefined }

/** Another one after anything that happens to a mailbox. */
export const stateOf = (mailboxes: readonly HealthyMailbox[] | undefined) => mailboxes?.map(({ id, updated_at }) => `${id} ${updated_at}`).join() ?? ''

/** `before`: the person is at the provider, and comes back with another state than this. */
export const mailboxesOf = (teamId: string, before?: string) =>
  queryOptions({
    queryKey: ['cloud', 'mailboxes', teamId] as const,
    async queryFn({ signal }): Promise<HealthyMailbox[]> {
      const [mailboxes, health] = await Promise.all([cloudApi.listMailboxes({}, { signal }), cloudApi.readEmailHealth({}, { signal })])
      return mailboxes.map((mailbox) => ({ ...mailbox, health: health.find(({ id }) => id === mailbox.id) }))
    },
    ...fromCloud,
    refetchInterval: ({ state: { data } }: { state: { data?: HealthyMailbox[] | undefined } }) => (stateOf(data) === before ? 2000 : 15_000),
  })

/**
 * Opens the provider's consent screen in a tab of its own. The tab has to be opened at once, or the browser takes it for a pop-up; then the cloud is
 * asked whether it would go on to the provider, for its refusal is no page to look at. True when the person is on the way.
 */
export async function connectMailbox(teamId: string, provider: MailProviderName): Promise<boolean> {
  const refuse = (why: string) => (notify({ kind: 'problem', text: `${says.email.notConnected} ${why}` }), false)
  const tab = window.open('about:blank', '_blank')
  if (!tab) return refuse(says.email.popupBlocked)
  const address = `/api/email/oauth/authorize?${new URLSearchParams({ provider, team_id: teamId })}`
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
