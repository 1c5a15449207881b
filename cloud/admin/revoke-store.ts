// SQL for what opens anything in the name of an address, across teams, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export interface Opens {
  sessions: number
  tokens: number
  agents: number
  calendars: number
  devices: number
  links: number
  passkeys: number
}

const one = (text: ReturnType<typeof sql<number>>) => text

export const revokeStore = {
  count: async (tx: Tx, id: string): Promise<Opens> => {
    const own = sql`api_tokens t WHERE ${id}::uuid IN (t.created_by, t.made_by)`
    return (await tx.first(
      sqlFor.selectNoFrom([
        one(sql<number>`(SELECT count(*) FROM sessions WHERE user_id = ${id}::uuid)`).as('sessions'),
        one(sql<number>`(SELECT count(*) FROM ${own} AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.team_id = t.team_id AND g.token_id = t.id))`).as(
          'tokens',
        ),
        one(sql<number>`(SELECT count(*) FROM ${own} AND EXISTS (SELECT 1 FROM oauth_grants g WHERE g.team_id = t.team_id AND g.token_id = t.id))`).as(
          'agents',
        ),
        one(sql<number>`(SELECT count(*) FROM calendars c JOIN members m ON m.team_id = c.team_id AND m.id = c.member_id WHERE m.user_id = ${id}::uuid)`).as(
          'calendars',
        ),
        one(sql<number>`(SELECT count(*) FROM devices WHERE user_id = ${id}::uuid)`).as('devices'),
        one(
          sql<number>`(SELECT count(*) FROM mail_links WHERE user_id = ${id}::uuid) + (SELECT count(*) FROM address_changes WHERE user_id = ${id}::uuid AND purpose = 'confirm')`,
        ).as('links'),
        one(sql<number>`(SELECT count(*) FROM passkeys WHERE user_id = ${id}::uuid)`).as('passkeys'),
      ]),
    )) as Opens
  },

  /** What is of the account and of no team. */
  async endOwn(tx: Tx, id: string, andPasskeys: boolean): Promise<void> {
    await tx.run(sqlFor.deleteFrom('devices').where('user_id', '=', id))
    await tx.run(sqlFor.deleteFrom('sessions').where('user_id', '=', id))
    await tx.run(sqlFor.deleteFrom('mail_links').where('user_id', '=', id))
    await tx.run(sqlFor.deleteFrom('address_changes').where('user_id', '=', id).where('purpose', '=', 'confirm'))
    if (andPasskeys) await tx.run(sqlFor.deleteFrom('passkeys').where('user_id', '=', id))
  },

  /** The mailed links of its invitations open nothing any more; whoever signs in with the address is asked. Returns how many. */
  voidInvitations: (tx: Tx, emailKey: string) =>
    tx.run(
      sqlFor
        .updateTable('members')
        .set({ invitation_hash: null, joins_at_sign_in: false })
        .where('email_key', '=', emailKey)
        .where('status', '=', 'invited')
        .where((row) => row.or([row('invitation_hash', 'is not', null), row('joins_at_sign_in', '=', true)])),
    ),

  invitations: async (tx: Tx, emailKey: string): Promise<number> =>
    (await tx.all(sqlFor.selectFrom('members').select('id').where('email_key', '=', emailKey).where('status', '=', 'invited'))).length,

  userOf: (tx: Tx, emailKey: string) => tx.first(sqlFor.selectFrom('users').select(['id', 'email', 'name']).where('email_key', '=', emailKey)),
}
