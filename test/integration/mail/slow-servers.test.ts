// Servers that teams choose for their mailboxes may hang, or not be there: no other team waits for them.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seal } from '../../../cloud/auth/secrets.ts'
import { mailboxLabel } from '../../../cloud/email/access-tokens.ts'
import { writeAccess, writeRefresh } from '../../../cloud/email/imap/imap-access.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { testCa } from '../../support/mail/dovecot.ts'
import { openSilentImap, type SilentImap } from '../../support/mail/silent-imap.ts'
import { openStandIn } from '../../support/stand-in.ts'
import { until } from '../../support/until.ts'

const key = [Buffer.from('7'.repeat(64), 'hex')] as const
let imap: SilentImap
let cloud: TestCloud

beforeAll(async () => {
  imap = await openSilentImap()
  // Nobody watches by itself here.
  const hosts = [`localhost:${imap.server.port}`]
  cloud = await openCloud({ email: { gmail: undefined, microsoft: undefined, imap: { hosts, ca: testCa[0], plain: false, max: 0 } } })
})
afterAll(async () => {
  await imap?.close()
  await cloud?.close()
})

const query = (text: string, values: unknown[], at = cloud) => onDatabase(at.database.url, async (client) => (await client.query(text, values)).rows)

interface Owned {
  team: TestTeam
  owner: string
}

async function teamOf(name: string, at = cloud): Promise<Owned> {
  const owner = await newPerson(at, name)
  return { team: await newTeam(at, owner), owner: owner.id }
}

interface MailboxOptions {
  at?: TestCloud
  /** Has access tokens of this issuer, and the one at hand has ended. Default: a password. */
  issuer?: string
  provider?: 'imap' | 'gmail'
  /** Where its server listens. */
  port?: number
}

/** A mailbox, as if it had been connected; `user`: what it signs in with. */
async function newMailbox(
  { team, owner }: Owned,
  user: string,
  { at = cloud, issuer, provider = 'imap', port = imap.server.port }: MailboxOptions = {},
): Promise<string> {
  const id = randomUUID()
  const servers = { imap: { ...imap.server, port }, smtp: null, user }
  const sealed = (what: 'access' | 'refresh', text: string) => seal(key, Buffer.from(text), mailboxLabel(team.id, id, what))
  const secret = issuer === undefined ? { password: 'secret' } : { accessToken: 'old' }
  const access = sealed('access', writeAccess({ servers, secret }))
  const refresh = issuer === undefined ? null : writeRefresh({ servers, oauth: { token_url: issuer, client_id: 'tandem', refresh_token: 'first' } })
  await query(
    `INSERT INTO mailboxes (team_id, id, provider, address, address_key, status, scopes, access_sealed, refresh_sealed, access_expires_at, renew_at, connected_by, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $4, 'active', '{}', $5, $6, $7, now(), $8, now(), now())`,
    [team.id, id, provider, `${id}@example.org`, access, refresh && sealed('refresh', refresh), refresh ? '2026-01-01' : '9999-12-31', owner],
    at,
  )
  return id
}

const historyId = 'imap:1:500:1700000000000:INBOX'

async function withStep(of: Owned, user: string): Promise<TestTeam> {
  const mailbox = await newMailbox(of, user)
  await query(`INSERT INTO mail_steps (team_id, mailbox_id, history_id, since, created_at) VALUES ($1, $2, $3, 'after:1:1', now())`, [
    of.team.id,
    mailbox,
    historyId,
  ])
  return of.team
}

it('[CL303] a team whose server hangs keeps no other team waiting for the files of its mails, and is told when too many wait', async () => {
  const [slow, other] = [await withStep(await teamOf('ana'), 'slow'), await withStep(await teamOf('bo'), 'other')]
  const ask = (team: TestTeam, uid: number) => team.call('POST', '/email/files', { history_id: historyId, ref: `1.${uid}`, part: '2' })
  const signedIn = (user: string) => imap.users.filter((one) => one === user).length
  let told = 0
  const askSlow = async (uid: number) => {
    if ((await ask(slow, uid)).body.retry_after === 2) told++
  }
  for (let uid = 2; uid < 105; uid++) void askSlow(uid)
  await until('one more than may wait to be told', () => told === 1)
  void ask(other, 2)
  await until('the other team’s file to be fetched', () => signedIn('other') === 1, 10_000)
  expect(signedIn('slow')).toBe(2)
})

const certificate = (name: string) => readFileSync(fileURLToPath(new URL(`../../support/certificate/${name}`, import.meta.url)))

/** An issuer of access tokens that answers to nobody. */
async function openSilentIssuer(): Promise<{ port: number; asked: (path: string) => number; close(): void }> {
  const paths: (string | undefined)[] = []
  const server: Server = createServer({ key: certificate('localhost.key'), cert: certificate('localhost.crt') }, ({ url }) => void paths.push(url))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    asked: (path) => paths.filter((one) => one === path).length,
    close: () => (server.close(), server.closeAllConnections()),
  }
}

it('[CL96] a team whose issuer of access tokens hangs keeps no other team waiting, nor does any issuer that teams name keep Gmail waiting', async () => {
  const issuer = await openSilentIssuer()
  const google = await openStandIn((_, response) => void response.writeHead(503).end())
  const gmail = { clientId: 'tandem', clientSecret: 'secret', issuer: google.url, apiUrl: google.url, topic: '', pushAccount: '' }
  const hosts = [`localhost:${issuer.port}`]
  // Two refreshes at the same time.
  const at = await openCloud({
    poolSize: 8,
    email: { gmail, microsoft: undefined, imap: { hosts, ca: testCa[0], plain: false, max: 40 } },
    imap: { takeEvery: 50 },
  })
  const named = async (name: string, boxes: number) => {
    const owned = await teamOf(name, at)
    for (let i = 0; i < boxes; i++) await newMailbox(owned, name, { at, issuer: `https://localhost:${issuer.port}/${name}` })
    await until(`the issuer of ${name} to be asked`, () => issuer.asked(`/${name}`) > 0, 10_000)
  }
  await named('slow', 10)
  await named('other', 1)
  expect(issuer.asked('/slow')).toBe(1)
  const owned = await teamOf('google', at)
  await newMailbox(owned, 'google', { at, provider: 'gmail', issuer: 'https://example.org' })
  void owned.team.call('GET', '/email/messages?history_id=1')
  await until('Google to be asked', () => google.seen.length > 0, 10_000)
  issuer.close()
  await at.close()
  await google.close()
})

it('[CL257] mailboxes whose server is not there give their places to those of other teams, and are tried again later, the longer they have not worked', async () => {
  const hosts = ['localhost:1', `localhost:${imap.server.port}`]
  const at = await openCloud({
    email: { gmail: undefined, microsoft: undefined, imap: { hosts, ca: testCa[0], plain: false, max: 1 } },
    imap: { takeEvery: 50, retries: { usual: [10], password: [10] }, answers: { connect: 3000, answer: 1000 } },
  })
  const stateOf = async (id: string) =>
    (await query('SELECT fault, watched_by, extract(epoch FROM renew_at - now())::float8 AS away FROM mailboxes WHERE id = $1', [id], at))[0]
  const dead = await teamOf('dead', at)
  const first = await newMailbox(dead, 'dead', { at, port: 1 })
  await until('it to have failed', async () => (await stateOf(first)).fault === 'unreachable')
  // For longer than an instance remembers.
  await query(`UPDATE mailboxes SET fault_since = now() - interval '1 hour' WHERE id = $1`, [first], at)
  await until('it to be due much later', async () => (await stateOf(first)).away > 800)
  expect(await stateOf(first)).toMatchObject({ watched_by: null })
  const more = [await newMailbox(dead, 'dead', { at, port: 1 }), await newMailbox(dead, 'dead', { at, port: 1 })]
  await newMailbox(await teamOf('living', at), 'living', { at })
  await until('the other team’s mailbox to be signed in to', () => imap.users.includes('living'), 10_000)
  expect((await Promise.all(more.map(stateOf))).map(({ fault }) => fault)).toEqual(['unreachable', 'unreachable'])
  await at.close()
})
