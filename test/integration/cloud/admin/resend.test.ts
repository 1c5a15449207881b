// What did not arrive is sent once more, by the instances that run.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { seal } from '../../../../cloud/auth/secrets.ts'
import { newPerson, newTeam, openCloud, password, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { admin, mustAdmin } from '../../../support/operator/operator.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
let ana: TestPerson
let team: TestTeam

beforeAll(async () => {
  cloud = await openCloud()
  ana = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, ana, 'Kitchen')
})
afterAll(() => cloud.close())

const linkIn = (mail: string): string => /invitation=([\w-]+)/.exec(mail)?.[1] ?? /token=([\w-]+)/.exec(mail)?.[1] ?? mail

it('[OP13] an invitation goes out again with another link, and the one before is void', async () => {
  const email = `guest-${process.pid}@example.org`
  await ana.call('POST', `/teams/${team.id}/members`, { email })
  await until('the invitation', () => cloud.mails(email).length === 1)
  const hash = () =>
    onDatabase(
      cloud.database.url,
      async (client) => (await client.query('SELECT invitation_hash FROM members WHERE email = $1', [email])).rows[0].invitation_hash as Buffer,
    )
  const before = await hash()
  expect(await mustAdmin(cloud.database, 'resend', email)).toMatchObject({ sent: { invitations: 1, confirmations: 0, waiting_emails: 0, pushes: 0 } })
  const mails = await until('the second one', () => (cloud.mails(email).length === 2 ? cloud.mails(email) : undefined))
  expect(new Set(mails.map(linkIn)).size).toBe(2)
  expect(mails[1]).toContain('Ana (address not confirmed) invites you to the team "Kitchen"')
  expect(Buffer.compare(before, await hash())).not.toBe(0)
  expect(await mustAdmin(cloud.database, 'teams', 'resend', 'Kitchen')).toMatchObject({ sent: { invitations: 1 } })
})

it('[OP13] the confirmation of an address that is not confirmed, and an email that waits', async () => {
  const email = `new-${process.pid}@example.org`
  await cloud.call('POST', '/auth/sign-up', { email, password, name: 'New' })
  await until('the confirmation', () => cloud.mails(email).length === 1)
  expect(await mustAdmin(cloud.database, 'resend', email)).toMatchObject({ sent: { confirmations: 1, invitations: 0 } })
  await until('another one', () => cloud.mails(email).length === 2)
  // One that an instance has put off.
  const id = uuidv7()
  const mail = { to: email, subject: 'Late', text: 'It was late.' }
  await onDatabase(cloud.database.url, (client) =>
    client.query(
      "INSERT INTO outgoing_mails (id, sealed, attempts, next_attempt_at, expires_at) VALUES ($1, $2, 4, now() + interval '1 hour', now() + interval '1 day')",
      [id, seal([Buffer.alloc(32, 0x77)], Buffer.from(JSON.stringify(mail)), `mail ${id}`)],
    ),
  )
  expect(await mustAdmin(cloud.database, 'resend', email.toUpperCase())).toMatchObject({ sent: { waiting_emails: 1 } })
  await until('the late one', () => cloud.mails(email).some((text) => text.includes('It was late.')))
})

it('[OP13] pushes and deliveries that failed are queued again', async () => {
  await onDatabase(cloud.database.url, async (client) => {
    const ids = '019a0000-0000-7000-8000-00000000000'
    await client.query(
      `INSERT INTO notification_log (team_id, notification_id, device_id, id, user_id, platform, event, status, attempts, expires_at, created_at, updated_at)
       VALUES ($1, '${ids}1', '${ids}2', 900, $2, 'ios', 'reminder', 'failed', 5, now() + interval '1 hour', now(), now()),
         ($1, '${ids}3', '${ids}2', 901, $2, 'ios', 'reminder', 'failed', 5, now() - interval '1 hour', now(), now())`,
      [team.id, ana.id],
    )
  })
  expect(await mustAdmin(cloud.database, 'resend', ana.email)).toMatchObject({ sent: { pushes: 1 } })
})

it('[OP13] an address that nobody has, and one that is none', async () => {
  expect(await admin(cloud.database, ['resend', 'nobody@example.org'])).toMatchObject({ code: 1, json: { error: { code: 'not_found' } } })
  expect(await admin(cloud.database, ['resend', 'ana'])).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
})
