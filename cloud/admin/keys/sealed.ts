// All that is sealed with the server's key in the database, and with which of the keys. Whatever seals something new is added here: a test compares it with
// the columns that there are.
import { factorLabel } from '../../auth/second-factor.ts'
import { flowLabel } from '../../auth/oidc/flows.ts'
import { type Keys, seal, unseal } from '../../auth/secrets.ts'
import { deviceLabel } from '../../devices/devices.ts'
import { mailboxLabel } from '../../email/access-tokens.ts'
import { consentLabel } from '../../email/mailbox-consent.ts'
import { evidenceKeyLabel } from '../../evidence/signing-key.ts'
import { fileTextLabel } from '../../files/file-texts.ts'
import type { Owner } from '../../db/owner.ts'
import type { Tx } from '../../db/database.ts'
import { mailLabel } from '../../mail/mailer.ts'
import { contentLabel } from '../../notifications/notifications.ts'
import { vapidLabel } from '../../push/vapid.ts'
import { secretLabel } from '../../webhooks/webhooks.ts'
import { type SealedColumn, type SealedRow, sealedStore } from './sealed-store.ts'

export interface Tally {
  total: number
  /** Opened by another key than the one that seals. */
  old: number
  /** Opened by none. */
  unopened: number
}

export interface SealedKind {
  name: string
  count(tx: Tx, keys: Keys): Promise<Tally>
  /** Seals again what another key sealed, in transactions of `batch` rows; returns how many. Whoever writes meanwhile wins. */
  reseal(owner: Pick<Owner, 'tx'>, keys: Keys, batch: number): Promise<number>
}

interface Described extends SealedColumn {
  name: string
  label: (row: Readonly<Record<string, string>>) => string
}

const ofTeam = ['team_id', 'id'] as const

export const sealedColumns: readonly Described[] = [
  { name: 'second factors', table: 'users', column: 'totp_secret', ids: ['id'], label: ({ id = '' }) => factorLabel(id) },
  { name: 'devices', table: 'devices', column: 'token_sealed', ids: ['id'], more: ['user_id'], label: ({ user_id = '' }) => deviceLabel(user_id) },
  { name: 'notifications', table: 'notifications', column: 'content', ids: ofTeam, label: ({ team_id = '', id = '' }) => contentLabel(team_id, id) },
  { name: 'waiting emails', table: 'outgoing_mails', column: 'sealed', ids: ['id'], label: ({ id = '' }) => mailLabel(id) },
  {
    name: 'access to mailboxes',
    table: 'mailboxes',
    column: 'access_sealed',
    ids: ofTeam,
    label: ({ team_id = '', id = '' }) => mailboxLabel(team_id, id, 'access'),
  },
  {
    name: 'refreshing mailboxes',
    table: 'mailboxes',
    column: 'refresh_sealed',
    ids: ofTeam,
    label: ({ team_id = '', id = '' }) => mailboxLabel(team_id, id, 'refresh'),
  },
  { name: 'webhooks', table: 'webhooks', column: 'secret_sealed', ids: ofTeam, label: ({ team_id = '', id = '' }) => secretLabel(team_id, id) },
  { name: 'keys of evidence', table: 'evidence_keys', column: 'sealed', ids: ['team_id', 'key_id'], label: ({ team_id = '' }) => evidenceKeyLabel(team_id) },
  {
    name: 'texts of files',
    table: 'files',
    column: 'text_sealed',
    ids: ['team_id', 'hash'],
    label: ({ team_id = '', hash = '' }) => fileTextLabel(team_id, hash),
  },
  { name: 'sign-ins at issuers', table: 'oidc_flows', column: 'sealed', ids: ['state_hash'], more: ['issuer'], label: ({ issuer = '' }) => flowLabel(issuer) },
  {
    name: 'mailboxes being connected',
    table: 'oauth_states',
    column: 'verifier_sealed',
    ids: ['team_id', 'state_hash'],
    label: ({ team_id = '' }) => consentLabel(team_id),
  },
]

export type OpenedBy = 'first' | 'other' | 'none'

function opens(keys: Keys, sealed: Buffer, label: string): Buffer | undefined {
  try {
    return unseal(keys, sealed, label)
  } catch {
    return undefined
  }
}

export function openedBy(keys: Keys, sealed: Buffer, label: string): OpenedBy {
  if (opens([keys[0]], sealed, label)) return 'first'
  return opens(keys, sealed, label) ? 'other' : 'none'
}

const labelIn = ({ label }: Described, row: SealedRow): string => label(row as unknown as Readonly<Record<string, string>>)

function add(tally: Tally, by: OpenedBy): void {
  tally.total++
  if (by === 'other') tally.old++
  if (by === 'none') tally.unopened++
}

function kindOf(column: Described): SealedKind {
  return {
    name: column.name,
    async count(tx, keys) {
      const tally = { total: 0, old: 0, unopened: 0 }
      let after: SealedRow | undefined
      do {
        const page = await sealedStore.page(tx, column, after, 1000)
        for (const row of page) add(tally, openedBy(keys, row.sealed, labelIn(column, row)))
        after = page.length === 1000 ? page.at(-1) : undefined
      } while (after !== undefined)
      return tally
    },
    async reseal(owner, keys, batch) {
      let done = 0
      let after: SealedRow | undefined
      do {
        const from = after
        const page = await owner.tx(async (tx) => {
          const rows = await sealedStore.page(tx, column, from, batch)
          for (const row of rows) {
            const label = labelIn(column, row)
            if (openedBy(keys, row.sealed, label) === 'other')
              done += await sealedStore.replace(tx, column, row, seal(keys, unseal(keys, row.sealed, label), label))
          }
          return rows
        })
        after = page.length === batch ? page.at(-1) : undefined
      } while (after !== undefined)
      return done
    },
  }
}

/** The private key for browsers' push services: one value among the settings. */
const vapid: SealedKind = {
  name: 'key for push',
  async count(tx, keys) {
    const tally = { total: 0, old: 0, unopened: 0 }
    const sealed = (await sealedStore.vapid(tx))?.split('.')[1]
    if (sealed !== undefined) add(tally, openedBy(keys, Buffer.from(sealed, 'base64url'), vapidLabel))
    return tally
  },
  reseal: (owner, keys) =>
    owner.tx(async (tx) => {
      const value = await sealedStore.vapid(tx)
      const [publicKey, text] = value?.split('.') ?? []
      if (value === undefined || text === undefined) return 0
      const sealed = Buffer.from(text, 'base64url')
      if (openedBy(keys, sealed, vapidLabel) !== 'other') return 0
      return sealedStore.replaceVapid(tx, value, `${publicKey}.${seal(keys, unseal(keys, sealed, vapidLabel), vapidLabel).toString('base64url')}`)
    }),
}

export const sealedKinds: readonly SealedKind[] = [...sealedColumns.map(kindOf), vapid]
