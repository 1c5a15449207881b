// Servers that teams choose for their mailboxes may hang, or not be there: no other team waits for them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seal } from '../../../cloud/auth/secrets.ts'
import { mailboxLabel } from '../../../cloud/email/access-tokens.ts'
import { writeAccess } from '../../../cloud/email/imap/imap-access.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { testCa } from '../../support/mail/dovecot.ts'
import { openSilentImap, type SilentImap } from '../../support/mail/silent-imap.ts'
import { until } from '../../support/until.ts'

const key = [Buffer.from('7'.repeat(64), 'hex')] as const
let imap: SilentImap
let cloud: TestCloud

const optionsWith = (max: number) => ({
  email: { gmail: undefined, microsoft: undefined, imap: { hosts: [`localhost:${imap.server.port}`], ca: testCa[0], plain: false, max } },
})

beforeAll(async () => {
  imap = await openSilentImap()
  // Nobody watches by itself here.
  cloud = await openCloud(optionsWith(0))
})
afterAll(async () => {
  await imap?.close()
  await cloud?.close()
})

const query = (text: string, values: unknown[], at = cloud) => onDatabase(at.database.url, async (client) => (await client.query(text, values)).rows)

async function teamOf(name: string, at = cloud): Promise<{ team: TestTeam; owner: string }> {
  const owner = await newPerson(at, name)
  return { team: await newTeam(at, owner), owner: owner.id }
}

/** A mailbox, as if it had been connected; `user`: what it signs in with. */
async function newMailbox({ team, owner }: { team: TestTeam; owner: string }, user: string, at = cloud): Promise<string> {
  const id = randomUUID()
  const servers = { imap: imap.server, smtp: null, user }
  const sealed = seal(key, Buffer.from(writeAccess({ servers, secret: { password: 'secret' } })), mailboxLabel(team.id, id, 'access'))
  await query(
    `INSERT INTO mailboxes (team_id, id, provider, address, address_key, status, scopes, access_sealed, access_expires_at, renew_at, connected_by, created_at, updated_at)
      VALUES ($1, $2, 'imap', $3, $3, 'active', '{}', $4, '9999-12-31', now(), $5, now(), now())`,
    [team.id, id, `${id}@example.org`, sealed, owner],
    at,
  )
  return id
}

const historyId = 'imap:1:500:1700000000000:INBOX'

async function withStep(of: { team: TestTeam; owner: string }, user: string): Promise<TestTeam> {
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
