// SQL for mailboxes, and nothing else.
import { sql } from 'kysely'
import type { Mailbox, MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import type { MailServers } from '../../shared/schema/mail/mail-account.ts'
import { noAnswers } from '../../shared/schema/mail/reply.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type MailboxRow = Tables['mailboxes']
export type Selected = Omit<MailboxRow, 'address_key'>

/** A password does not end. */
export const endless = '9999-12-31T00:00:00.000Z'

const columns = [
  ...(['team_id', 'id', 'provider', 'address', 'status', 'scopes', 'access_sealed', 'access_expires_at', 'refresh_sealed', 'history_id'] as const),
  ...(['watch_id', 'watch_expires_at', 'watch_error', 'renew_at', 'last_push_at', 'connected_by', 'created_at', 'updated_at'] as const),
  ...(['watched_by', 'last_mail_at', 'looked_at', 'fault', 'fault_said', 'fault_since', 'sends', 'answers'] as const),
] as const

const ofTeam = (team: string) => sqlFor.selectFrom('mailboxes').select(columns).where('team_id', '=', team)

export const mailboxOf = (row: Selected, servers: MailServers | null, can_send: boolean): Mailbox => ({
  id: row.id,
  provider: row.provider,
  mailbox: row.address,
  status: row.status,
  scopes: row.scopes,
  access_expires_at: Date.parse(row.access_expires_at) === Date.parse(endless) ? null : row.access_expires_at,
  watch_expires_at: row.watch_expires_at,
  connected_by: row.connected_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  servers,
  answers: { ...noAnswers, ...row.answers, sends: row.sends },
  can_send,
})

export interface Place {
  team_id: string
  id: string
}

export const mailboxStore = {
  list: (tx: Tx, team: string): Promise<Selected[]> => tx.all(ofTeam(team).orderBy('created_at').orderBy('id')),
  byId: (tx: Tx, team: string, id: string): Promise<Selected | undefined> => tx.first(ofTeam(team).where('id', '=', id)),
  byIdForUpdate: (tx: Tx, team: string, id: string): Promise<Selected | undefined> => tx.first(ofTeam(team).where('id', '=', id).forUpdate()),
  byAddress: (tx: Tx, team: string, provider: MailProviderName, key: string): Promise<Selected | undefined> =>
    tx.first(ofTeam(team).where('provider', '=', provider).where('address_key', '=', key)),

  insert: (tx: Tx, row: MailboxRow) => tx.run(sqlFor.insertInto('mailboxes').values(row)),
  update: (tx: Tx, team: string, id: string, fields: Partial<Omit<MailboxRow, 'team_id' | 'id'>>) =>
    tx.run(sqlFor.updateTable('mailboxes').set(fields).where('team_id', '=', team).where('id', '=', id)),
  async remove(tx: Tx, team: string, id: string): Promise<void> {
    await tx.run(sqlFor.deleteFrom('mail_steps').where('team_id', '=', team).where('mailbox_id', '=', id))
    await tx.run(sqlFor.deleteFrom('mailboxes').where('team_id', '=', team).where('id', '=', id))
  },

  /** Who refreshes waits for who refreshes, but nobody else does: pushes go on. Held until the transaction ends. */
  lockTokens: (tx: Tx, id: string) => tx.all(sqlFor.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${`mailbox ${id}`}, 0))`.as('locked'))),

  /** True unless it was there already. */
  addStep: async (tx: Tx, step: Tables['mail_steps']): Promise<boolean> =>
    (await tx.run(
      sqlFor
        .insertInto('mail_steps')
        .values(step)
        .onConflict((conflict) => conflict.doNothing()),
    )) > 0,
  step: async (tx: Tx, team: string, mailbox: string, historyId: string): Promise<string | undefined> =>
    (
      await tx.first(
        sqlFor.selectFrom('mail_steps').select('since').where('team_id', '=', team).where('mailbox_id', '=', mailbox).where('history_id', '=', historyId),
      )
    )?.since,

  addState: (tx: Tx, state: Tables['oauth_states']) => tx.run(sqlFor.insertInto('oauth_states').values(state)),
  /** Works once, for the session that began it. */
  takeState: (tx: Tx, team: string, hash: Buffer, session: string, at: string) =>
    tx.first(
      sqlFor
        .deleteFrom('oauth_states')
        .where('team_id', '=', team)
        .where('state_hash', '=', hash)
        .where('session_id', '=', session)
        .where('expires_at', '>', at)
        .returning(['provider', 'verifier_sealed', 'sends']),
    ),
  roleOf: async (tx: Tx, team: string, userId: string) =>
    (await tx.first(sqlFor.selectFrom('members').select('role').where('team_id', '=', team).where('user_id', '=', userId).where('status', '=', 'active')))
      ?.role,

  // As the courier, across teams.
  anywhere: (tx: Tx, provider: MailProviderName, by: { key: string } | { watchId: string }): Promise<Place[]> => {
    const query = sqlFor.selectFrom('mailboxes').select(['team_id', 'id']).where('provider', '=', provider)
    return tx.all('key' in by ? query.where('address_key', '=', by.key) : query.where('watch_id', '=', by.watchId))
  },
  /** Takes mailboxes whose watch is to be renewed; they are nobody else's until `until`. */
  takeDue: (tx: Tx, at: string, until: string, max: number): Promise<(Place & { watch_expires_at: string | null })[]> =>
    tx.all(
      sqlFor
        .with('due', (qb) =>
          qb
            .selectFrom('mailboxes')
            .select(['team_id', 'id'])
            .where('renew_at', '<=', at)
            .where('status', '=', 'active')
            // Those are watched, not renewed: imap/.
            .where('provider', '<>', 'imap')
            .orderBy('renew_at')
            .limit(max)
            .forUpdate()
            .skipLocked(),
        )
        .updateTable('mailboxes as m')
        .from('due')
        .set({ renew_at: until })
        .whereRef('m.team_id', '=', 'due.team_id')
        .whereRef('m.id', '=', 'due.id')
        .returning(['m.team_id', 'm.id', 'm.watch_expires_at']),
    ),
  makeDue: (tx: Tx, { team_id, id }: Place, at: string) =>
    tx.run(sqlFor.updateTable('mailboxes').set({ renew_at: at }).where('team_id', '=', team_id).where('id', '=', id)),
  soonestEnd: async (tx: Tx): Promise<string | undefined> =>
    (await tx.first(sqlFor.selectFrom('mailboxes').select(sql<string | null>`min(watch_expires_at)`.as('end')).where('status', '=', 'active')))?.end ??
    undefined,
}
