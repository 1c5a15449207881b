// A team's mailbox over IMAP, against a real Dovecot, a real SMTP server and a real PostgreSQL, on two instances of the cloud.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../../contract/http.ts'
import { callUrl } from '../../contract/target.ts'
import { addMember, type Call, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase, openDatabase } from '../../support/cloud/postgres.ts'
import { type Dovecot, dovecotMissing, openDovecot, testCa } from '../../support/mail/dovecot.ts'
import { openTestSmtp, type TestSmtp } from '../../support/mail/smtp-server.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

let dovecot: Dovecot
let smtp: TestSmtp
let cloud: TestCloud
let second: TestCloud | undefined
let owner: TestPerson
let team: TestTeam

const options = () => ({
  email: {
    gmail: undefined,
    microsoft: undefined,
    imap: { hosts: [dovecot.imaps, dovecot.imap, smtp.server].map(({ host, port }) => `${host}:${port}`), ca: testCa[0], plain: false, max: 100 },
  },
  imap: {
    takeEvery: 50,
    leaseFor: 3,
    lookEvery: 200,
    pollEvery: 100,
    retries: { usual: [50, 100], password: [50, 50] },
    answers: { connect: 3000, answer: 3000 },
  },
})

beforeAll(async () => {
  if (dovecotMissing) return
  dovecot = await openDovecot()
  // What it takes arrives in the mailbox.
  smtp = await openTestSmtp({ user: dovecot.user, password: () => dovecot.password, taken: (raw) => dovecot.deliver(raw) })
  cloud = await openCloud(options())
})
beforeEach(async ({ skip }) => {
  if (dovecotMissing) skip(dovecotMissing)
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner)
})
afterEach(async () => {
  if (!owner) return
  await cloud.call('POST', '/email/oauth/revoke', {}, asOwner())
  await second?.close()
  second = undefined
  await dovecot.setPassword('app password of the test')
  await until('that nobody watches any more', () => dovecot.connections() === 0)
})
afterAll(async () => {
  await cloud?.close()
  await smtp?.close()
  await dovecot?.close()
})

const asOwner = () => ({ ...owner.as, 'x-team-id': team.id })
const servers = () => ({ imap: dovecot.imaps, smtp: smtp.server, user: dovecot.user })
const connect = (more: object = {}) =>
  cloud.call('POST', '/email/imap', { address: dovecot.user, password: dovecot.password, servers: servers(), ...more }, asOwner())

interface Received {
  history_id: string
}
const events = async (kind = 'email.received') =>
  (
    await onDatabase(cloud.database.url, (client) =>
      client.query('SELECT after FROM event_queue WHERE team_id = $1 AND kind = $2 ORDER BY seq', [team.id, kind]),
    )
  ).rows.map(({ after }: { after: Received }) => after)
/** Subjects of all events, in order, as a desktop reads them. */
async function subjects(): Promise<string[]> {
  const all: string[] = []
  for (const { history_id } of await events()) {
    const { status, body } = await team.call('GET', `/email/messages?history_id=${encodeURIComponent(history_id)}`)
    expect(status).toBe(200)
    all.push(...body.messages.map(({ subject }: { subject: string }) => subject))
  }
  return all
}
const health = async () => (await team.call('GET', '/email/health')).body[0]
const looked = () => until('the first look', async () => (await health())?.looked_at)
const arrive = async (subject: string, more: object = {}) => {
  dovecot.deliver({ subject, ...more })
  await until(`an event of ${subject}`, async () => (await subjects()).includes(subject))
}

describe('connecting', () => {
  it('[CL255] takes the address, a password and servers that work, and shows everything but the password', async () => {
    for (let i = 0; i < 20; i++) dovecot.deliver({ subject: `old ${i}` })
    const { status, body } = await connect()
    expect(status).toBe(201)
    expect(body).toMatchObject({ provider: 'imap', mailbox: dovecot.user, status: 'active', access_expires_at: null, servers: servers() })
    await looked()
    dovecot.deliver({ subject: 'Käse', body: 'Please buy cheese.' })
    await until('the event', async () => (await events()).length === 1)
    expect(await subjects()).toEqual(['Käse'])
    const { body: list } = await team.call('GET', '/email/oauth/tokens')
    expect(JSON.stringify([body, list, await health()])).not.toContain(dovecot.password)
    await onDatabase(cloud.database.url, async (client) => {
      const { rows } = await client.query("SELECT string_agg(m::text || encode(access_sealed, 'escape'), '') AS all FROM mailboxes m")
      expect(rows[0].all).not.toContain(dovecot.password)
    })
    expect(await health()).toMatchObject({
      healthy: true,
      problem: null,
      cause: null,
      last_mail_at: expect.any(String),
      looked_at: expect.any(String),
      waiting: 1,
    })
  })

  it('[CL255] says what does not work, and keeps nothing of it', async () => {
    const cases: [object, string, string][] = [
      [{ password: 'wrong' }, 'password', 'imap'],
      [{ servers: { ...servers(), imap: { ...dovecot.imap, security: 'tls' } } }, 'no_tls', 'imap'],
      [{ servers: { ...servers(), smtp: { ...dovecot.imaps } } }, '', 'smtp'],
      [{ folders: ['INBOX', 'Nowhere'] }, 'folder', 'imap'],
      [{ servers: { ...servers(), imap: { ...dovecot.imap, security: 'none' } } }, 'not_allowed', 'imap'],
      [{ servers: { ...servers(), imap: { ...dovecot.imaps, host: '127.0.0.1' } } }, 'not_allowed', 'imap'],
      [{ servers: { ...servers(), imap: { ...dovecot.imaps, host: '2130706433' } } }, 'not_allowed', 'imap'],
      [{ servers: { ...servers(), imap: { ...dovecot.imaps, host: '[::1]' } } }, 'not_allowed', 'imap'],
      [{ servers: { ...servers(), imap: { ...dovecot.imaps, port: 22 } } }, 'not_allowed', 'imap'],
    ]
    for (const [more, fault, server] of cases) {
      const { status, body } = await connect(more)
      expect([status, body.server, ...(fault === '' ? [] : [body.fault])], JSON.stringify(more)).toEqual([400, server, ...(fault === '' ? [] : [fault])])
      expect(body.detail.length).toBeGreaterThan(20)
    }
    expectProblem(await connect({ password: undefined }), 400)
    expectProblem(await connect({ address: 'nobody' }), 400)
    expect((await team.call('GET', '/email/oauth/tokens')).body).toEqual([])
    // A name that leads into the operator's network, which nobody allowed.
    const strict = await openCloud({ ...options(), email: { gmail: undefined, microsoft: undefined } }, cloud.database)
    try {
      const reply = await strict.call(
        'POST',
        '/email/imap',
        { address: dovecot.user, password: 'x', servers: { ...servers(), imap: { host: 'localhost', port: 993, security: 'tls' } } },
        asOwner(),
      )
      expect([reply.status, reply.body.fault]).toEqual([400, 'not_allowed'])
    } finally {
      await strict.close()
    }
  })

  it('[CL255] is for admins only', async () => {
    const member = await newPerson(cloud, 'bo')
    await addMember(cloud, team, owner, member)
    const theirs = { ...member.as, 'x-team-id': team.id }
    for (const [method, path, body] of [
      ['POST', '/email/imap', { address: dovecot.user, password: 'x' }],
      ['POST', '/email/imap/discover', { address: dovecot.user }],
    ] as const) {
      expect((await cloud.call(method, path, body, theirs)).status).toBe(403)
      expect((await team.call(method, path, body)).status).toBe(403)
    }
  })
})

describe('watching', () => {
  it('[CL256] is done by one instance at a time, and taken over; no mail is lost and none has two events', async () => {
    second = await openCloud(options(), cloud.database)
    await connect()
    await looked()
    await arrive('first')
    expect(dovecot.connections()).toBe(1)
    for (let i = 0; i < 40; i++) dovecot.deliver({ subject: `many ${i}` })
    await second.close()
    second = await openCloud(options(), cloud.database)
    for (let i = 40; i < 80; i++) dovecot.deliver({ subject: `many ${i}` })
    await until('all events', async () => (await subjects()).length >= 81)
    expect(new Set(await subjects()).size).toBe(81)
    expect((await subjects()).length).toBe(81)
  })

  it('[CL256] chooses folders, and of a new one takes what comes from now on', async () => {
    dovecot.makeFolder('Kunden')
    dovecot.deliver({ subject: 'old in the folder' }, { folder: 'Kunden' })
    const { id } = (await connect()).body
    await looked()
    const list = await cloud.call('GET', `/email/imap/${id}/folders`, undefined, asOwner())
    expect(list.body.folders).toEqual(
      expect.arrayContaining([
        { path: 'INBOX', use: 'inbox', watched: true },
        { path: 'Kunden', use: null, watched: false },
      ]),
    )
    const put = (folders: string[]) => cloud.call('PUT', `/email/imap/${id}/folders`, { folders }, asOwner())
    expect((await put(['Nowhere'])).status).toBe(400)
    expect((await put(['INBOX', 'Kunden'])).status).toBe(200)
    await until('that the folder was looked at', async () =>
      onDatabase(cloud.database.url, async (client) => {
        const { rows } = await client.query("SELECT uid FROM mail_folders WHERE team_id = $1 AND path = 'Kunden'", [team.id])
        return rows[0]?.uid
      }),
    )
    dovecot.deliver({ subject: 'new in the folder' }, { folder: 'Kunden' })
    await until('its event', async () => (await subjects()).includes('new in the folder'))
    expect(await subjects()).toEqual(['new in the folder'])
    // A folder that no event names is nobody's to read.
    const [, validity, uid, at] = ((await events())[0] as Received).history_id.split(':')
    for (const made of [`imap:${validity}:${uid}:${at}:INBOX`, `imap:${validity}:${Number(uid) + 1}:${at}:Kunden`, 'imap:1:1:1:Private', 'x'])
      expect((await team.call('GET', `/email/messages?history_id=${encodeURIComponent(made)}`)).status).toBe(400)
  })

  it('[CL256] whose UIDs mean other mails takes what came since, and reads events from before all the same', async () => {
    dovecot.deliver({ subject: 'long ago', date: new Date('2020-01-01') }, { at: new Date('2020-01-01') })
    await connect()
    await looked()
    await arrive('before')
    await dovecot.renumber()
    await arrive('after')
    const all = await subjects()
    expect(all).not.toContain('long ago')
    expect(new Set(all)).toEqual(new Set(['before', 'after']))
  })

  it('[CL257] whose password changed is said at once, then the team is told; connected again it goes on where it stood', async () => {
    await connect()
    await looked()
    await arrive('before')
    await dovecot.setPassword('another')
    dovecot.dropConnections()
    await until('that it is said', async () => (await health())?.cause === 'password' || (await health())?.cause === 'expired')
    await until('that the team is told', async () => (await events('email.auth_expired')).length === 1)
    expect(await health()).toMatchObject({ healthy: false, cause: 'expired', status: 'auth_expired' })
    dovecot.deliver({ subject: 'meanwhile' })
    expect((await connect()).status).toBe(201)
    await until('the mail meanwhile', async () => (await subjects()).includes('meanwhile'))
    expect(await subjects()).toEqual(['before', 'meanwhile'])
    await until('that it is healthy', async () => (await health())?.healthy)
  })

  it('[CL257] whose server is down is said with what to do, and goes on by itself', async () => {
    await connect()
    await looked()
    await dovecot.stop()
    await until('that it is said', async () => (await health())?.cause === 'unreachable')
    expect((await health()).problem).toMatch(/keeps trying/)
    dovecot.deliver({ subject: 'while it was down' })
    await dovecot.start()
    await until('the mail', async () => (await subjects()).includes('while it was down'))
    await until('that it is healthy', async () => (await health())?.healthy)
  })
})

it('[CL256] survives kill -9 of whichever instance watches: no mail is lost, and none has two events', async () => {
  const certificate = new URL('../../support/certificate/localhost.crt', import.meta.url).pathname
  const folder = temporaryFolder()
  const database = await openDatabase()
  const env = {
    DATABASE_URL: database.url,
    TANDEM_KEY: '7'.repeat(64),
    TANDEM_LOG: 'fatal',
    TANDEM_SIGN_INS_PER_MINUTE: '1000',
    TANDEM_MAIL_HOSTS: [dovecot.imaps, smtp.server].map(({ host, port }) => `${host}:${port}`).join(),
    TANDEM_MAIL_CA: certificate,
  }
  const start = (name: string) => startProgram(['test/support/cloud/impatient-cloud.ts', '--port', '0', '--data-dir', `${folder.path}/${name}`], env)
  const programs = await Promise.all([start('a'), start('b')])
  try {
    const alive = () => programs.at(-1) as Program
    const over = { call: ((method, path, body, headers) => callUrl(`${alive().url}/api${path}`, method, body, headers)) as Call }
    const person = await newPerson(over, 'ana')
    const own = await newTeam(over, person)
    const as = { ...person.as, 'x-team-id': own.id }
    expect((await over.call('POST', '/email/imap', { address: dovecot.user, password: dovecot.password, servers: servers() }, as)).status).toBe(201)
    await until('the first look', async () => (await own.call('GET', '/email/health')).body[0]?.looked_at)
    const seen = () =>
      onDatabase(database.url, async (client) => {
        const { rows } = await client.query("SELECT after FROM event_queue WHERE team_id = $1 AND kind = 'email.received' ORDER BY seq", [own.id])
        return rows.map(({ after }: { after: Received }) => after.history_id)
      })
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 20; i++) dovecot.deliver({ subject: `kill ${round} ${i}` })
      await until('some events of this round', async () => (await seen()).length > round)
      // Both: whichever has the lease is among them.
      await Promise.all(programs.splice(0).map((program) => program.end('SIGKILL')))
      for (let i = 20; i < 30; i++) dovecot.deliver({ subject: `kill ${round} ${i}` })
      programs.push(...(await Promise.all([start('a'), start('b')])))
    }
    const all = await until('all mails', async () => {
      const subjectsNow: string[] = []
      for (const id of await seen())
        for (const { subject } of (await callUrl(`${alive().url}/api/email/messages?history_id=${encodeURIComponent(id)}`, 'GET', undefined, own.as)).body
          .messages)
          subjectsNow.push(subject)
      return subjectsNow.length >= 60 ? subjectsNow : undefined
    })
    expect(all.length).toBe(60)
    expect(new Set(all).size).toBe(60)
  } finally {
    await Promise.all(programs.map((program) => program.end('SIGKILL')))
    await database.drop()
    folder.remove()
  }
}, 180_000)

describe('a test of the way', () => {
  it('[CL258] sends a mail to the mailbox itself, says how far it got, and makes no task', async () => {
    const { id } = (await connect()).body
    await looked()
    const { status, body } = await cloud.call('POST', `/email/mailboxes/${id}/test`, undefined, asOwner())
    expect([status, body]).toEqual([202, { sent_at: expect.any(String), accepted_at: expect.any(String), arrived_at: null, read_at: null, problem: null }])
    await until('that it arrived', async () => (await health())?.test?.arrived_at)
    expect(await subjects()).toEqual([])
    expect((await health()).test.read_at).toEqual(expect.any(String))
    // Somebody's mail that looks like one is a mail.
    await arrive('not ours', { messageId: '<tandem-test-0@example.org>' })
    smtp.refusal = { code: 550, text: 'mailbox unavailable' }
    const refused = await cloud.call('POST', `/email/mailboxes/${id}/test`, undefined, asOwner())
    smtp.refusal = undefined
    expect(refused.body).toMatchObject({ accepted_at: null, problem: expect.stringContaining('mailbox unavailable') })
  })
})
