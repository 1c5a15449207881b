// What did not arrive is sent once more: confirmations, invitations, emails that wait, pushes and deliveries that failed.
import { emailKeyOf } from '../auth/accounts.ts'
import { hashSecret, newLinkToken, unseal } from '../auth/secrets.ts'
import type { Tx } from '../db/database.ts'
import { createMailQueue, mailLabel, type MailRequest } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import type { Mail } from '../mail/transport.ts'
import { addressOf } from './acting.ts'
import { AdminError } from './admin-error.ts'
import type { Command } from './command.ts'
import type { AdminContext } from './context.ts'
import { theTeam } from './directory.ts'
import { resendStore } from './resend-store.ts'
import { facts } from './table.ts'

const stretch = 500

async function invitationsAgain(tx: Tx, { config, keys }: AdminContext, of: { emailKey: string } | { team: string }): Promise<number> {
  const queue = createMailQueue(keys)
  const waiting = await resendStore.invitations(tx, of)
  for (const { team_id, id, email, invited_by, name } of waiting) {
    const token = newLinkToken()
    await resendStore.renew(tx, team_id, id, hashSecret(token))
    // Whose address it was is not kept: it is not claimed to be confirmed.
    await queue(tx, messages.invitation(email, addressOf(config), { token, teamId: team_id }, name, { name: invited_by, email: '', isProven: false }))
  }
  return waiting.length
}

function addresseeOf(sealed: Buffer, id: string, { keys }: AdminContext): string | undefined {
  try {
    const content = JSON.parse(unseal(keys, sealed, mailLabel(id)).toString()) as Mail | MailRequest
    return 'about' in content ? content.email : content.to
  } catch {
    return undefined
  }
}

async function waitingAgain(tx: Tx, ctx: AdminContext, emailKey: string): Promise<number> {
  let sent = 0
  let after: string | undefined
  do {
    const page = await resendStore.waitingMails(tx, after, stretch)
    const theirs = page.filter(({ id, sealed }) => {
      const to = addresseeOf(sealed, id, ctx)
      return to !== undefined && emailKeyOf(to) === emailKey
    })
    sent += await resendStore.sendNow(
      tx,
      theirs.map(({ id }) => id),
    )
    after = page.length === stretch ? page.at(-1)?.id : undefined
  } while (after !== undefined)
  return sent
}

const ofAddress: Command = {
  name: 'resend',
  takes: 'ADDRESS',
  says: 'Sends to an address what did not arrive: emails that wait (now), the confirmation of an address that is not confirmed, its invitations (with another link), pushes that failed and are not over.',
  options: {},
  async run(ctx, _given, address) {
    if (!/^[^@\s]+@[^@\s]+$/.test(address)) throw new AdminError('usage', `Send a whole email address, such as ana@example.org; got '${address}'.`)
    const emailKey = emailKeyOf(address)
    const [user, invited] = await ctx.owner.tx(
      async (tx) => [await resendStore.user(tx, emailKey), await resendStore.invitations(tx, { emailKey })] as const,
      'reading',
    )
    if (!user && invited.length === 0) throw new AdminError('not_found', `No account has the address ${address}, and no team has invited it.`)
    const what = { act: 'resend', target: { kind: 'address' as const, id: user?.id ?? null, name: address } }
    const sent = await ctx.audit.within(what, async (tx) => {
      const waiting = await waitingAgain(tx, ctx, emailKey)
      const isUnconfirmed = user !== undefined && user.email_verified_at === null
      if (isUnconfirmed) await createMailQueue(ctx.keys)(tx, { about: 'verify', email: user.email, emailKey })
      return {
        waiting_emails: waiting,
        confirmations: isUnconfirmed ? 1 : 0,
        invitations: await invitationsAgain(tx, ctx, { emailKey }),
        pushes: user ? await resendStore.pushesAgain(tx, { user: user.id }) : 0,
      }
    })
    return { data: { address, sent }, text: facts(Object.entries(sent)) }
  },
}

const ofTeam: Command = {
  name: 'teams resend',
  takes: 'WHICH',
  says: 'Sends once more what is of a team: its invitations that wait (with another link), pushes that failed and are not over, deliveries of webhooks that failed in the last week.',
  options: {},
  async run(ctx, _given, which) {
    const team = await theTeam(ctx, which)
    const what = { act: 'teams resend', target: { kind: 'team' as const, id: team.id, name: team.name } }
    const sent = await ctx.audit.within(what, async (tx) => ({
      invitations: await invitationsAgain(tx, ctx, { team: team.id }),
      pushes: await resendStore.pushesAgain(tx, { team: team.id }),
      webhook_deliveries: await resendStore.deliveriesAgain(tx, team.id),
    }))
    return { data: { team: { id: team.id, name: team.name }, sent }, text: facts(Object.entries(sent)) }
  },
}

export const resendCommands: readonly Command[] = [ofAddress, ofTeam]
