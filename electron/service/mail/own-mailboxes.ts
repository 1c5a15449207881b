// The mailboxes that this service watches by itself: connecting them, their folders, how they are, and a test of the way.
import { uuidv7 } from 'uuidv7'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { isMailAddress } from '../../../shared/domain/mail/mail-address.ts'
import { addressKey } from '../../../shared/domain/people/same-person.ts'
import { discoverMail } from '../../../shared/node/mail/discovery/discover.ts'
import { faultWords } from '../../../shared/domain/mail/fault-words.ts'
import { closeImap, openImap } from '../../../shared/node/mail/imap-client.ts'
import { faultOf } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { checkFolders, listFolders } from '../../../shared/node/mail/read-mails.ts'
import { checkSmtp } from '../../../shared/node/mail/smtp-client.ts'
import type { NewImapMailbox } from '../../../shared/schema/cloud/mailbox.ts'
import type { DiscoveredMail, MailFolder, MailServers, MailTest } from '../../../shared/schema/mail/mail-account.ts'
import type { AnswerSettings } from '../../../shared/schema/mail/reply.ts'
import type { OwnMailbox } from '../../../shared/schema/mail/own-mailbox.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { createOwnMailTest } from './own-mail-test.ts'
import { imapOf, type OwnMailAccess, type OwnMailSecrets, smtpOf } from './own-mail-secrets.ts'
import type { OwnMailWatch } from './own-mail-watch.ts'
import { answersOf } from './replies/own-replies.ts'
import type { OwnMailboxRow, OwnMailboxStore } from './own-mailbox-store.ts'

export interface OwnMailboxDeps {
  store: OwnMailboxStore
  secrets: OwnMailSecrets
  watch: OwnMailWatch
  journal: Journal
  net: MailNet
  /** May a server be used without TLS? */
  plain: boolean
  now: () => Date
}

export type OwnMailboxes = ReturnType<typeof createOwnMailboxes>

const maxMailboxes = 20
const usualFolders = ['INBOX']

const orProblem =
  (server: 'imap' | 'smtp' | 'issuer') =>
  (error: unknown): never => {
    const { code, said } = faultOf(error)
    throw new AppError('invalid', `${server === 'smtp' ? 'Sending: ' : ''}${faultWords(code, said)}`, { extra: { fault: code, server } })
  }

const folderList = (listed: readonly { path: string; use: string | null }[], watched: readonly string[]): { folders: MailFolder[] } => ({
  folders: [
    ...listed.map(({ path, use }) => ({ path, use, watched: watched.includes(path) })),
    ...watched.filter((path) => !listed.some((one) => one.path === path)).map((path) => ({ path, use: null, watched: true })),
  ],
})

/** Signs in where mails are read and where they are sent. */
async function check(servers: MailServers, secret: Parameters<typeof imapOf>[1], folders: readonly string[], net: MailNet): Promise<void> {
  const client = await openImap(imapOf(servers, secret), net).catch(orProblem('imap'))
  try {
    await checkFolders(client, net, folders).catch(orProblem('imap'))
  } finally {
    await closeImap(client)
  }
  const smtp = smtpOf(servers, secret)
  if (smtp) await checkSmtp(smtp, net).catch(orProblem('smtp'))
}

function accessIn({ password, oauth }: NewImapMailbox, servers: MailServers): OwnMailAccess {
  if (password !== undefined && oauth === undefined) return { servers, password }
  if (oauth !== undefined && password === undefined) return { servers, oauth }
  throw invalidField('/password', 'Send either password or oauth.')
}

const shownBy =
  (store: OwnMailboxStore, watch: OwnMailWatch) =>
  (row: OwnMailboxRow): OwnMailbox => {
    const cause = row.status === 'auth_expired' ? ('expired' as const) : row.fault
    return {
      id: row.id,
      address: row.address,
      servers: JSON.parse(row.servers) as MailServers,
      folders: store.folders(row.id).map(({ path }) => path),
      status: row.status,
      healthy: cause === null,
      problem: row.fault === null ? null : faultWords(row.fault, row.fault_said),
      cause,
      since: row.fault_since,
      last_mail_at: row.last_mail_at,
      looked_at: watch.lookedAt(row.id),
      test: row.test === null ? null : (JSON.parse(row.test) as MailTest),
      can_send: (JSON.parse(row.servers) as MailServers).smtp !== null,
      answers: answersOf(row),
      created_at: row.created_at,
    }
  }

function serversOf({ address, servers }: NewImapMailbox, found: MailServers | null, plain: boolean): MailServers {
  const given = servers ?? found
  if (!given) throw invalidField('/servers', `No mail servers of ${address} were found. Send servers: their names are in your provider’s help.`)
  if (!plain && [given.imap, given.smtp].some((server) => server?.security === 'none'))
    throw invalidField('/servers', 'Without TLS a password can be read on the way. TANDEM_MAIL_TLS=optional allows it.')
  return given
}

/** Whether and how answers are sent through it. */
function withAnswers(row: OwnMailboxRow, answers: AnswerSettings, at: string): OwnMailboxRow {
  if (answers.sends && (JSON.parse(row.servers) as MailServers).smtp === null)
    throw new AppError('conflict', 'This mailbox has no server for sending. Connect it again with one.')
  // What was done before a rule was set is not told.
  const { since } = JSON.parse(row.answers) as { since?: string }
  const kept = answersOf(row).done !== null && since !== undefined ? since : at
  return { ...row, answers: JSON.stringify({ ...answers, since: kept }), updated_at: at }
}

export function createOwnMailboxes({ store, secrets, watch, journal, net, plain, now }: OwnMailboxDeps) {
  const shown = shownBy(store, watch)

  function existing(id: string): OwnMailboxRow {
    const row = store.byId(id.toLowerCase())
    if (!row) throw new AppError('not_found', `There is no mailbox ${id}.`)
    return row
  }

  return {
    list: (): OwnMailbox[] => store.list().map(shown),

    discover: (address: string): Promise<DiscoveredMail> => discoverMail(address.trim(), { net }),

    async connect(body: NewImapMailbox, ctx: Context): Promise<OwnMailbox> {
      const address = body.address.trim()
      if (!isMailAddress(address)) throw invalidField('/address', 'address must look like team@example.org.')
      const folders = [...new Set(body.folders ?? usualFolders)]
      const servers = serversOf(body, body.servers ? null : (await discoverMail(address, { net })).servers, plain)
      const { secret, access } = await secrets
        .secretOf(accessIn(body, servers))
        .catch((error: unknown) => (error instanceof AppError ? Promise.reject(error) : orProblem('issuer')(error)))
      await check(servers, secret, folders, net)
      const known = store.byKey(addressKey(address))
      if (!known && store.list().length >= maxMailboxes)
        throw new AppError('conflict', `There are ${maxMailboxes} mailboxes, the maximum. Disconnect one first.`)
      const at = now().toISOString()
      const id = known?.id ?? uuidv7()
      const fresh = { last_mail_at: null, test_id: null, test: null, answers: '{}', created_at: at }
      const noFault = { status: 'active' as const, fault: null, fault_said: null, fault_since: null, updated_at: at }
      if (known) await watch.stop(id)
      try {
        await secrets.write(id, access)
        journal.write(ctx.actor, () => {
          const row = { ...fresh, ...store.byId(id), id, address, address_key: addressKey(address), servers: JSON.stringify(servers) }
          store.put({ ...row, ...noFault })
          // Connected again it keeps its folders, unless others are named.
          if (body.folders !== undefined || store.folders(id).length === 0) store.setFolders(id, folders, at)
        })
      } finally {
        // Also as before, when the keychain does not take the password.
        if (store.byId(id)) await watch.restart(id)
      }
      return shown(existing(id))
    },

    async disconnect(id: string, ctx: Context): Promise<void> {
      const row = existing(id)
      await watch.stop(row.id)
      journal.write(ctx.actor, () => store.remove(row.id))
      await secrets.write(row.id, undefined)
    },

    async folders(id: string): Promise<{ folders: MailFolder[] }> {
      const row = existing(id)
      const { servers, secret } = await secrets.open(row.id).catch(orProblem('imap'))
      const client = await openImap(imapOf(servers, secret), net).catch(orProblem('imap'))
      try {
        return folderList(
          await listFolders(client, net).catch(orProblem('imap')),
          store.folders(row.id).map(({ path }) => path),
        )
      } finally {
        await closeImap(client)
      }
    },

    async watchFolders(id: string, paths: readonly string[], ctx: Context): Promise<{ folders: MailFolder[] }> {
      const row = existing(id)
      const wanted = [...new Set(paths)]
      const { servers, secret } = await secrets.open(row.id).catch(orProblem('imap'))
      const client = await openImap(imapOf(servers, secret), net).catch(orProblem('imap'))
      try {
        await checkFolders(client, net, wanted).catch(orProblem('imap'))
        const listed = await listFolders(client, net).catch(orProblem('imap'))
        journal.write(ctx.actor, () => store.setFolders(row.id, wanted, now().toISOString()))
        await watch.restart(row.id)
        return folderList(listed, wanted)
      } finally {
        await closeImap(client)
      }
    },

    setAnswers(id: string, answers: AnswerSettings, ctx: Context): OwnMailbox {
      journal.write(ctx.actor, () => store.put(withAnswers(existing(id), answers, now().toISOString())))
      return shown(existing(id))
    },

    test: (id: string, ctx: Context): Promise<MailTest> => createOwnMailTest({ store, secrets, journal, net, now })(existing(id), ctx),
  }
}
