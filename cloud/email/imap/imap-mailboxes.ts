// Connecting mailboxes over IMAP, and choosing their folders. Whoever connects hears at once what does not work; nothing is kept of what failed.
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { isMailAddress } from '../../../shared/domain/mail/mail-address.ts'
import { discoverMail } from '../../../shared/node/mail/discovery/discover.ts'
import { faultWords } from '../../../shared/domain/mail/fault-words.ts'
import { closeImap, openImap } from '../../../shared/node/mail/imap-client.ts'
import { faultOf, MailFault } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { refreshMailToken } from '../../../shared/node/mail/oauth-token.ts'
import { checkFolders, listFolders, type ListedFolder } from '../../../shared/node/mail/read-mails.ts'
import { checkSmtp } from '../../../shared/node/mail/smtp-client.ts'
import type { Mailbox, NewImapMailbox } from '../../../shared/schema/cloud/mailbox.ts'
import type { DiscoveredMail, MailFolder, MailServers } from '../../../shared/schema/mail/mail-account.ts'
import type { Attempts } from '../../auth/attempts.ts'
import { personOf, type TeamContext } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import type { AccessTokens } from '../access-tokens.ts'
import { storeConnection } from '../mailbox-consent.ts'
import { endless, mailboxOf, mailboxStore, type Selected } from '../mailbox-store.ts'
import type { Grant } from '../provider.ts'
import { type ImapAccess, imapOf, readAccess, smtpOf, writeAccess, writeRefresh } from './imap-access.ts'
import { imapStore } from './imap-store.ts'

export interface ImapMailboxDeps {
  db: Database
  tokens: AccessTokens
  net: MailNet
  /** Attempts of each person by the minute: they make us sign in somewhere. */
  attempts: Attempts
  now: () => Date
  /** A mailbox is to be watched. */
  wake: () => void
}

export type ImapMailboxes = ReturnType<typeof createImapMailboxes>

const usualFolders = ['INBOX']

/** What a person can do about it; the word for it goes along for programs. */
const asProblem = (fault: MailFault, where: 'imap' | 'smtp' | 'issuer') =>
  new AppError('invalid', `${where === 'smtp' ? 'Sending: ' : ''}${faultWords(fault.code, fault.said)}`, { extra: { fault: fault.code, server: where } })

const orProblem =
  (where: 'imap' | 'smtp' | 'issuer') =>
  (error: unknown): never => {
    throw asProblem(faultOf(error), where)
  }

async function grantOf({ password, oauth }: NewImapMailbox, servers: MailServers, net: MailNet, now: Date): Promise<Grant> {
  if (password !== undefined && oauth === undefined)
    return { access: writeAccess({ servers, secret: { password } }), accessExpiresAt: new Date(endless), refresh: undefined, scopes: [] }
  if (oauth === undefined || password !== undefined) throw invalidField('/password', 'Send either password or oauth.')
  const token = await refreshMailToken(oauth, net, now).catch(orProblem('issuer'))
  const kept = { ...oauth, refresh_token: token.refreshToken ?? oauth.refresh_token }
  return {
    access: writeAccess({ servers, secret: { accessToken: token.accessToken } }),
    accessExpiresAt: token.expiresAt,
    refresh: writeRefresh({ servers, oauth: kept }),
    scopes: [],
  }
}

/** Signs in where mails are read and where they are sent. */
async function check(access: ImapAccess, folders: readonly string[], net: MailNet): Promise<void> {
  const client = await openImap(imapOf(access), net).catch(orProblem('imap'))
  try {
    await checkFolders(client, net, folders).catch(orProblem('imap'))
  } finally {
    await closeImap(client)
  }
  const smtp = smtpOf(access)
  if (smtp) await checkSmtp(smtp, net).catch(orProblem('smtp'))
}

/** With those that are watched and not there any more. */
const withWatched = (listed: readonly ListedFolder[], watched: readonly string[]): MailFolder[] => [
  ...listed.map(({ path, use }) => ({ path, use, watched: watched.includes(path) })),
  ...watched.filter((path) => !listed.some((one) => one.path === path)).map((path) => ({ path, use: null, watched: true })),
]

export function createImapMailboxes({ db, tokens, net, attempts, now, wake }: ImapMailboxDeps) {
  const count = (ctx: TeamContext) => attempts.count(`mailbox ${personOf(ctx).user.id}`, `mailbox team ${ctx.team.id}`)

  async function rowOf(id: string, ctx: TeamContext): Promise<Selected> {
    const row = await db.readTeam(ctx.team.id, (tx) => mailboxStore.byId(tx, ctx.team.id, id.toLowerCase()))
    if (row?.provider !== 'imap') throw new AppError('not_found', `The team has no mailbox ${id} over IMAP.`)
    return row
  }

  const accessOf = (row: Selected): Promise<ImapAccess> => tokens.use(row, async (access) => readAccess(access))

  return {
    async discover(address: string, ctx: TeamContext): Promise<DiscoveredMail> {
      await count(ctx)
      return discoverMail(address.trim(), { net })
    },

    async connect(body: NewImapMailbox, ctx: TeamContext): Promise<Mailbox> {
      const address = body.address.trim()
      if (!isMailAddress(address)) throw invalidField('/address', 'address must look like team@example.org.')
      await count(ctx)
      const folders = [...new Set(body.folders ?? usualFolders)]
      const servers = body.servers ?? (await discoverMail(address, { net })).servers
      if (!servers) throw invalidField('/servers', `No mail servers of ${address} were found. Send servers: their names are in your provider’s help.`)
      const grant = await grantOf(body, servers, net, now())
      await check(readAccess(grant.access), folders, net)
      const team = ctx.team.id
      const connection = { team, userId: personOf(ctx).user.id, provider: { name: 'imap' as const }, grant, profile: { address, historyId: null } }
      const id = await storeConnection({ db, tokens, now }, connection, async (tx, mailbox, at) => {
        const place = { team_id: team, id: mailbox }
        // Connected again it keeps its folders, unless others are named.
        if (body.folders !== undefined || (await imapStore.folders(tx, place)).length === 0) await imapStore.setFolders(tx, place, folders, at)
        await imapStore.startAfresh(tx, place)
      })
      wake()
      return mailboxOf(await rowOf(id, ctx), servers, servers.smtp !== null)
    },

    async folders(id: string, ctx: TeamContext): Promise<{ folders: MailFolder[] }> {
      await count(ctx)
      const row = await rowOf(id, ctx)
      const watched = (await db.readTeam(ctx.team.id, (tx) => imapStore.folders(tx, row))).map(({ path }) => path)
      const client = await openImap(imapOf(await accessOf(row)), net).catch(orProblem('imap'))
      try {
        return { folders: withWatched(await listFolders(client, net).catch(orProblem('imap')), watched) }
      } finally {
        await closeImap(client)
      }
    },

    async watch(id: string, paths: readonly string[], ctx: TeamContext): Promise<{ folders: MailFolder[] }> {
      await count(ctx)
      const row = await rowOf(id, ctx)
      const wanted = [...new Set(paths)]
      const client = await openImap(imapOf(await accessOf(row)), net).catch(orProblem('imap'))
      try {
        await checkFolders(client, net, wanted).catch(orProblem('imap'))
        const listed = await listFolders(client, net).catch(orProblem('imap'))
        await db.inTeam(ctx.team.id, async (tx) => {
          await imapStore.setFolders(tx, row, wanted, now().toISOString())
          await imapStore.startAfresh(tx, row)
        })
        wake()
        return { folders: withWatched(listed, wanted) }
      } finally {
        await closeImap(client)
      }
    },
  }
}
