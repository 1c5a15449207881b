// The mailboxes of a team: connecting them, listing them, and letting them go.
import { AppError } from '../../shared/domain/app-error.ts'
import type { Mailbox } from '../../shared/schema/cloud/mailbox.ts'
import type { AnswerSettings } from '../../shared/schema/mail/reply.ts'
import type { MailServers } from '../../shared/schema/mail/mail-account.ts'
import type { TeamContext } from '../context.ts'
import { type ConsentDeps, createConsent } from './mailbox-consent.ts'
import { createEndAtProvider } from './end-at-provider.ts'
import { readAccess } from './imap/imap-access.ts'
import { mailboxOf, mailboxStore, type Selected } from './mailbox-store.ts'

export interface MailboxDeps extends ConsentDeps {
  onError: (error: unknown) => void
}

export type Mailboxes = ReturnType<typeof createMailboxes>

export function createMailboxes({ onError, ...deps }: MailboxDeps) {
  const { db, providers, tokens } = deps
  const { endAtProvider, ofTeam } = createEndAtProvider({ db, providers, tokens, onError })

  /** Sealed with another key they cannot be shown; the mailbox can be connected again all the same. */
  function serversOf(row: Selected): MailServers | null {
    if (row.provider !== 'imap') return null
    try {
      return readAccess(tokens.accessOf(row)).servers
    } catch (error) {
      onError(error)
      return null
    }
  }

  /** Whether it has what sending needs. */
  const canSend = (row: Selected): boolean =>
    row.provider === 'imap' ? serversOf(row)?.smtp != null : row.scopes.includes(providers.telling.get(row.provider)?.sendScope ?? '')

  const shown = (row: Selected): Mailbox => mailboxOf(row, serversOf(row), canSend(row))

  return {
    canSend,
    shown,

    /** How answers are sent through it. */
    async setAnswers(id: string, { sends, ...answers }: AnswerSettings, ctx: TeamContext): Promise<Mailbox> {
      const team = ctx.team.id
      return db.inTeam(team, async (tx) => {
        const row = await mailboxStore.byIdForUpdate(tx, team, id.toLowerCase())
        if (!row) throw new AppError('not_found', `The team has no mailbox ${id}.`)
        if (sends && !canSend(row)) {
          const how =
            row.provider === 'imap'
              ? 'Connect it again with a server for sending.'
              : `Connect it again with consent to send: GET /api/email/oauth/authorize?provider=${row.provider}&sends=true.`
          throw new AppError('conflict', `${row.address} cannot send yet. ${how}`)
        }
        const fields = { sends, answers, updated_at: deps.now().toISOString() }
        await mailboxStore.update(tx, team, row.id, fields)
        return shown({ ...row, ...fields })
      })
    },

    list: async (ctx: TeamContext): Promise<Mailbox[]> => (await db.readTeam(ctx.team.id, (tx) => mailboxStore.list(tx, ctx.team.id))).map(shown),

    ...createConsent(deps),

    async revoke(id: string | undefined, ctx: TeamContext): Promise<void> {
      const team = ctx.team.id
      const rows = await db.readTeam(team, async (tx) => (await mailboxStore.list(tx, team)).filter((row) => id === undefined || row.id === id.toLowerCase()))
      if (id !== undefined && rows.length === 0) throw new AppError('not_found', `The team has no mailbox ${id}.`)
      for (const row of rows) {
        await endAtProvider(row)
        await db.inTeam(team, (tx) => mailboxStore.remove(tx, team, row.id))
      }
    },

    ofTeam,
  }
}
