// Everything that opens something in the name of one address ends, in all teams.
import { emailKeyOf } from '../auth/accounts.ts'
import { AdminError } from './admin-error.ts'
import type { Command } from './command.ts'
import { revokeStore } from './revoke-store.ts'
import { facts } from './table.ts'

export const revokeCommand: Command = {
  name: 'revoke',
  says: 'Ends all that is open in the name of an address, in all teams: sessions, API tokens (also those it made for others), connected agents, calendar addresses, devices for push, mailed links. It can sign in again.',
  options: {
    address: { takes: 'ADDRESS', says: 'whose' },
    passkeys: { says: 'its passkeys, too. The password, the second factor and connected issuers stay in any case: lock the account to keep somebody out' },
    yes: { says: 'do not ask' },
  },
  async run(ctx, given) {
    const { address } = given
    if (typeof address !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(address))
      throw new AdminError('usage', 'Send --address with a whole email address, such as ana@example.org.')
    const emailKey = emailKeyOf(address)
    const [user, invitations] = await ctx.owner.tx(
      async (tx) => [await revokeStore.userOf(tx, emailKey), await revokeStore.invitations(tx, emailKey)] as const,
      'reading',
    )
    if (!user && invitations === 0) throw new AdminError('not_found', `No account has the address ${address}, and no team has invited it.`)
    await ctx.confirm(`This ends everything that is open in the name of ${address}.`, address, given.yes === true)
    const andPasskeys = given.passkeys === true
    const what = { act: 'revoke', target: { kind: 'address' as const, id: user?.id ?? null, name: address }, arguments: { passkeys: andPasskeys } }
    const ended = await ctx.audit.around(what, async () => {
      const opens = user && (await ctx.owner.tx((tx) => revokeStore.count(tx, user.id), 'reading'))
      if (user) await ctx.acting().endMade(user.id)
      const voided = await ctx.owner.tx(async (tx) => {
        if (user) await revokeStore.endOwn(tx, user.id, andPasskeys)
        return revokeStore.voidInvitations(tx, emailKey)
      })
      if (user) ctx.acting().loginsEnded({ users: [user.id], teams: [] })
      const { passkeys = 0, ...rest } = opens ?? { sessions: 0, tokens: 0, agents: 0, calendars: 0, devices: 0, links: 0 }
      return { ...rest, passkeys: andPasskeys ? passkeys : 0, invitation_links: voided }
    })
    return { data: { address, user_id: user?.id ?? null, ended }, text: facts(Object.entries(ended)) }
  },
}
