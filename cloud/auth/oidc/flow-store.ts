// SQL for people who are on their way to an issuer and back, and nothing else.
import { sqlFor, type Tx } from '../../db/database.ts'

/** sign-in: whoever it is; link: another way into the account of the session; prove: that whoever has the session is its owner. */
export type FlowPurpose = 'sign-in' | 'link' | 'prove'

export interface FlowRow {
  state_hash: Buffer
  browser_hash: Buffer
  issuer: string
  purpose: FlowPurpose
  session_id: string | null
  sealed: Buffer
  created_at: string
  expires_at: string
}

export interface PendingLink {
  token_hash: Buffer
  browser_hash: Buffer
  issuer: string
  subject: string
  email: string
  email_key: string
  name: string | null
  return_to: string
  expires_at: string
}

export const flowStore = {
  insert: (tx: Tx, flow: FlowRow) => tx.run(sqlFor.insertInto('oidc_flows').values(flow)),

  /** Uses it up. Undefined: it was used, its time is over, or it is another browser's or issuer's. */
  take: (tx: Tx, is: { stateHash: Buffer; browserHash: Buffer; issuer: string }, now: string) =>
    tx.first(
      sqlFor
        .deleteFrom('oidc_flows')
        .where('state_hash', '=', is.stateHash)
        .where('browser_hash', '=', is.browserHash)
        .where('issuer', '=', is.issuer)
        .where('expires_at', '>', now)
        .returning(['purpose', 'session_id', 'sealed', 'created_at']),
    ),

  insertLink: (tx: Tx, link: PendingLink) => tx.run(sqlFor.insertInto('oidc_links').values(link)),

  link: (tx: Tx, hash: Buffer, browserHash: Buffer, now: string) =>
    tx.first(sqlFor.selectFrom('oidc_links').selectAll().where('token_hash', '=', hash).where('browser_hash', '=', browserHash).where('expires_at', '>', now)),

  /** False: it was used already. */
  useLink: async (tx: Tx, hash: Buffer) => (await tx.run(sqlFor.deleteFrom('oidc_links').where('token_hash', '=', hash))) > 0,
}
