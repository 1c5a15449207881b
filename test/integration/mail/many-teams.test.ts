// Mail of many teams side by side: a server of one that is slow keeps no other waiting, and of a team that an operator has locked nothing leaves, and nobody looks
// into its mailboxes, until it is unlocked.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seal } from '../../../cloud/auth/secrets.ts'
import { createDatabase } from '../../../cloud/db/database.ts'
import { mailboxLabel } from '../../../cloud/email/access-tokens.ts'
import { writeAccess } from '../../../cloud/email/imap/imap-access.ts'
import { imapStore } from '../../../cloud/email/imap/imap-store.ts'
import { newPerson, newTeam, openCloud, type TestCloud } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { testCa } from '../../support/mail/dovecot.ts'
import { openTestSmtp, type TestSmtp } from '../../support/mail/smtp-server.ts'
import { mustAdmin } from '../../support/operator/operator.ts'
import { until } from '../../support/until.ts'

let smtp: TestSmtp
let slow: TestSmtp
let cloud: TestCloud

beforeAll(async () => {
  smtp = await openTestSmtp({ user: 'team', password: () => 'secret' })
  slow = await openTestSmtp({ user: 'team', password: () => 'secret' })
  const hosts = [smtp, slow].map(({ server }) => `localhost:${server.port}`)
  cloud = await openCloud({
    // Nobody watches by itself here.
    email: { gmail: undefined, microsoft: undefined, imap: { hosts, ca: testCa[0], plain: false, max: 0 } },
    replies: { lookEvery: 50, waits: [1] },
  })
})
afterAll(async () => {
  await cloud?.close()
  await smtp?.close()
  await slow?.close()
})

const query = (text: string, values: unknown[]) => onDatabase(cloud.database.url, async (client) => (await client.query(text, values)).rows)

/** A team with a mailbox, as if it had been connected. */
async function newMailbox(by = smtp): Promise<{ team_id: string; id: string }> {
  const owner = await newPerson(cloud, 'ana')
  const team_id = (await newTeam(cloud, owner)).id
  const id = randomUUID()
  // Where mail is kept nobody listens.
  const servers = { imap: { ...by.server, port: 1 }, smtp: by.server, user: 'team' }
  const key = Buffer.from('7'.repeat(64), 'hex')
  const sealed = seal([key], Buffer.from(writeAccess({ servers, secret: { password: 'secret' } })), mailboxLabel(team_id, id, 'access'))
  await query(
    `INSERT INTO mailboxes (team_id, id, provider, address, address_key, status, scopes, access_sealed, access_expires_at, renew_at, connected_by, created_at, updated_at, sends)
      VALUES ($1, $2, 'imap', 'team@example.org', 'team@example.org', 'active', '{}', $3, '9999-12-31', now(), $4, now(), now(), true)`,
    [team_id, id, sealed, owner.id],
  )
  return { team_id, id }
}

async function reply({ team_id, id: mailbox }: { team_id: string; id: string }, subject: string): Promise<string> {
  const id = randomUUID()
  await query(
    `INSERT INTO mail_replies (team_id, id, task_uid, mailbox_id, mailbox, thread_id, sender_name, recipients, subject, body, below, message_id, refs, state, cause, by_name,
      send_after, due_at, created_at) VALUES ($1, $2, $3, $4, 'team@example.org', 't', 'Ana', '{bo@example.org}', $5, 'Mended.', '', $6, '{}', 'waiting', 'person', 'Ana', now(), now(), now())`,
    [team_id, id, randomUUID(), mailbox, subject, `<${id}@example.org>`],
  )
  return id
}
const sent = (id: string) => until('a reply to be sent', async () => (await query('SELECT state FROM mail_replies WHERE id = $1', [id]))[0].state === 'sent')

it('[OP5] a reply of a locked team waits, whoever comes after it, and is sent once after it is unlocked', async () => {
  const mailbox = await newMailbox()
  await mustAdmin(cloud.database, 'teams', 'lock', mailbox.team_id)
  const waiting = await reply(mailbox, 'Waits')
  await sent(await reply(await newMailbox(), 'Goes'))
  expect(await query('SELECT state, attempts FROM mail_replies WHERE id = $1', [waiting])).toEqual([{ state: 'waiting', attempts: 0 }])
  await mustAdmin(cloud.database, 'teams', 'unlock', mailbox.team_id)
  await sent(waiting)
  expect(smtp.received.map((raw) => /^Subject: (\w+)/m.exec(raw)?.[1])).toEqual(['Goes', 'Waits'])
})

it('[OP5] a mailbox of a locked team is watched by nobody, also not by who watches it already', async () => {
  const mailbox = await newMailbox()
  const db = createDatabase({ url: cloud.database.url })
  const take = async () => (await db.asCourier((tx) => imapStore.take(tx, 'me', 60, 100))).some(({ id }) => id === mailbox.id)
  const keep = () => db.asCourier((tx) => imapStore.keep(tx, mailbox, 'me', 60))
  expect([await take(), await keep()]).toEqual([true, true])
  await mustAdmin(cloud.database, 'teams', 'lock', mailbox.team_id)
  expect(await keep()).toBe(false)
  await db.asCourier((tx) => imapStore.release(tx, mailbox, 'me', 0))
  expect(await take()).toBe(false)
  await mustAdmin(cloud.database, 'teams', 'unlock', mailbox.team_id)
  expect([await take(), await keep()]).toEqual([true, true])
  await db.close()
})

it('[CL310] a team whose server hangs keeps no other team’s replies waiting', async () => {
  const mailbox = await newMailbox(slow)
  let answer: () => void = () => undefined
  slow.hold = { at: 'recipient', until: new Promise((resolve) => (answer = resolve)) }
  const held = await Promise.all(Array.from({ length: 30 }, () => reply(mailbox, 'Slow')))
  await until('two to be under way', () => slow.held >= 2)
  await sent(await reply(await newMailbox(), 'Quick'))
  expect(slow.held).toBe(2)
  slow.hold = undefined
  answer()
  for (const id of held) await sent(id)
  expect(slow.received).toHaveLength(30)
})
