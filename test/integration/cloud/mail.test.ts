// Mails wait as rows until they are sent, and nobody is flooded with them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainName } from '../../../cloud/mail/messages.ts'
import { callUrl } from '../../contract/target.ts'
import { newPerson, newTeam, openCloud, password, prove, signIn, type TestCloud } from '../../support/cloud/cloud.ts'
import { onDatabase, openDatabase, type TestDatabase } from '../../support/cloud/postgres.ts'
import { startProgram } from '../../support/service/program.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { openSmtp, type SmtpServer } from '../../support/mail/smtp.ts'
import { firstOf } from '../../support/first-of.ts'

let number = 0
const fresh = () => `mail-${++number}@example.org`
const rows = (database: TestDatabase) =>
  onDatabase(database.url, async (client) => (await client.query("SELECT encode(sealed, 'escape') AS sealed, attempts FROM outgoing_mails")).rows)

describe('mail by SMTP', () => {
  let smtp: SmtpServer
  beforeAll(async () => {
    smtp = await openSmtp()
  })
  afterAll(() => smtp.close())
  const to = (email: string) => smtp.received.filter((text) => text.includes(`To: ${email}`))

  it.runIf(process.env.TANDEM_LONG)('[CL48] is tried again after a passing refusal, and not after one for good', async () => {
    const cloud = await openCloud({ smtpUrl: smtp.url, requireVerified: true })
    try {
      const [email, unwanted] = [fresh(), fresh()]
      smtp.refuse('451 later', 1)
      expect((await cloud.call('POST', '/auth/sign-up', { email, password })).status).toBe(202)
      await expect.poll(() => to(email).length, { timeout: 20_000 }).toBe(1)
      const token = /#token=([\w-]+)/.exec(to(email)[0] as string)?.[1]
      expect((await cloud.call('POST', '/auth/verify', { token, password })).status).toBe(204)
      expect((await signIn(cloud, email)).email).toBe(email)
      smtp.refuse('550 nobody here', 1, 'RCPT')
      await cloud.call('POST', '/auth/sign-up', { email: unwanted, password })
      await expect.poll(() => rows(cloud.database), { timeout: 20_000 }).toEqual([])
      expect(to(unwanted)).toEqual([])
    } finally {
      await cloud.close()
    }
  })

  const refusals = [
    ['MAIL', '550 this sender may not send'],
    ['AUTH', '535 wrong password'],
    ['greeting', '554 no service today'],
  ] as const
  it.each(firstOf(1, refusals))('[CL48] waits while the server refuses us rather than the mail (%s: %s)', async (command, answer) => {
    const cloud = await openCloud({ smtpUrl: smtp.url.replace('//', '//tandem:secret@') })
    try {
      const [email, before] = [fresh(), smtp.refused()]
      smtp.refuse(answer, 1, command)
      await cloud.call('POST', '/auth/sign-up', { email, password })
      await expect.poll(() => smtp.refused(), { timeout: 20_000 }).toBe(before + 1)
      await expect.poll(() => to(email).length, { timeout: 20_000 }).toBe(1)
    } finally {
      await cloud.close()
    }
  })

  it('[CL48] that waits is sealed, survives kill -9, and is sent by whoever comes next', async () => {
    const database = await openDatabase()
    const folder = temporaryFolder()
    const env = { DATABASE_URL: database.url, TANDEM_KEY: '7'.repeat(64), TANDEM_SMTP_URL: smtp.url, TANDEM_REQUIRE_VERIFIED: '0', TANDEM_LOG: 'silent' }
    const program = await startProgram(['cloud/main.ts', '--port', '0', '--data-dir', folder.path], env)
    const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => callUrl(`${program.url}/api${path}`, method, body, headers)
    try {
      smtp.refuse('451 not now', 1_000_000)
      const ana = await newPerson({ call }, 'Ana')
      const team = (await ana.call('POST', '/teams', { name: 'Kitchen' })).body
      const [guest, unknown] = [fresh(), fresh()]
      expect((await ana.call('POST', `/teams/${team.id}/members`, { email: guest })).status).toBe(201)
      await call('POST', '/auth/reset', { email: ana.email })
      await call('POST', '/auth/reset', { email: unknown })
      // Each was tried, and the one to nobody is settled.
      await expect.poll(async () => (await rows(database)).filter(({ attempts }) => attempts > 0).length, { timeout: 20_000 }).toBe(3)
      await program.end('SIGKILL')
      const waiting = JSON.stringify(await rows(database))
      for (const secret of [guest, ana.email, 'token=', 'Kitchen']) expect(waiting).not.toContain(secret)
      smtp.refuse('', 0)
      // What the dead one had taken falls to the next.
      await onDatabase(database.url, (client) => client.query('UPDATE outgoing_mails SET next_attempt_at = now()'))
      const next = await openCloud({ smtpUrl: smtp.url }, database)
      await expect.poll(() => [to(guest).length, to(ana.email).length, to(unknown).length], { timeout: 20_000 }).toEqual([1, 2, 0])
      const reset = /reset#token=([\w-]+)/.exec(to(ana.email).join('\n'))?.[1]
      expect((await next.call('POST', '/auth/reset/confirm', { token: reset, password: 'another passphrase' })).status).toBe(204)
      await expect.poll(() => rows(database), { timeout: 20_000 }).toEqual([])
      await next.close()
    } finally {
      await program.end('SIGKILL')
      await database.drop()
      folder.remove()
    }
  })
})

describe('invitations, and what a whole team is told', () => {
  let cloud: TestCloud
  beforeAll(async () => {
    cloud = await openCloud({ mailsPerMinute: 3 })
  })
  afterAll(() => cloud.close())
  const somebody = (name: string, email?: string) => newPerson(cloud, name, email)

  it('[CL21] of the end of a team come a few times an hour, however often it is deleted and kept', async () => {
    const ana = await somebody('Ana')
    const team = await newTeam(cloud, ana, 'Kitchen')
    const statuses = []
    for (let n = 0; n < 4; n++) {
      statuses.push((await ana.call('DELETE', `/teams/${team.id}`)).status)
      await ana.call('POST', `/teams/${team.id}/restore`)
    }
    // Half of three.
    expect(statuses).toEqual([204, 429, 429, 429])
    expect((await ana.call('GET', `/teams/${team.id}`)).body.deletes_at).toBeNull()
    await expect.poll(() => rows(cloud.database), { timeout: 20_000 }).toEqual([])
    expect(cloud.mails(ana.email).filter((text) => /Kitchen/.test(text))).toHaveLength(2)
  })

  it('[CL29] to one address are few, whoever sends them and into whichever team; nothing is changed by one that is too many', async () => {
    const [ana, bo] = [await somebody('Ana'), await somebody('Bo')]
    const teams = [await newTeam(cloud, ana, 'one'), await newTeam(cloud, ana, 'two'), await newTeam(cloud, bo, 'three')]
    const email = fresh()
    const replies = []
    for (let i = 0; i < 30; i++) replies.push(await [ana, ana, bo][i % 3]?.call('POST', `/teams/${teams[i % 3]?.id}/members`, { email }))
    expect(replies.map((reply) => reply?.status)).toEqual([201, 201, 201, ...Array.from({ length: 27 }, () => 429)])
    expect(Number(replies[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
    await expect.poll(() => rows(cloud.database), { timeout: 20_000 }).toEqual([])
    expect(cloud.mails(email)).toHaveLength(3)
    // Each minute brings few more, and each hour.
    const minute = () => onDatabase(cloud.database.url, (client) => client.query("UPDATE attempts SET window_start = window_start - interval '61 seconds'"))
    const patient = fresh()
    const sent = []
    for (let i = 0; i < 8; i++) {
      if (i % 2 === 0) await minute()
      sent.push((await bo.call('POST', `/teams/${teams[2]?.id}/members`, { email: patient })).status)
    }
    expect(sent).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
    // Their owner can still have a new password.
    expect((await cloud.call('POST', '/auth/reset', { email })).status).toBe(202)
  })

  it('[CL29] by one person, and into one team, are few as well', async () => {
    const ana = await somebody('Ana')
    const [one, two] = [await newTeam(cloud, ana, 'one'), await newTeam(cloud, ana, 'two')]
    const statuses = []
    for (let i = 0; i < 32; i++) statuses.push((await ana.call('POST', `/teams/${i % 2 ? one.id : two.id}/members`, { email: fresh() })).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429, 429])
    expect((await ana.call('GET', `/teams/${one.id}/members`)).body).toHaveLength(16)
  })

  it('[CL29] say who invites in a subject that is plain and short', async () => {
    const ana = await somebody('WIN\r\nBcc: all@example.org http://evil.example/\u202eX', fresh())
    const team = await newTeam(cloud, ana, `Prizes ${'!'.repeat(10)} ${'long '.repeat(39)}`.slice(0, 200))
    const email = fresh()
    await ana.call('POST', `/teams/${team.id}/members`, { email })
    await expect.poll(() => cloud.mails(email).length, { timeout: 20_000 }).toBe(1)
    const mail = cloud.mails(email)[0] as string
    const subject = /^Subject: (.*)$/m.exec(mail)?.[1] as string
    expect(subject).toMatch(/^Someone invites you to "Prizes long long [long ]+…" on Tandem$/)
    expect(subject.length).toBeLessThan(100)
    expect(mail).not.toContain('evil')
    expect(mail).toContain('Someone invites you')
  })

  it('[CL29] name the address of the sender once it is confirmed: until then it may be anybody’s', async () => {
    const ana = await somebody('Ana')
    const team = await newTeam(cloud, ana, 'Kitchen')
    const email = fresh()
    const invite = async (count: number) => {
      await ana.call('POST', `/teams/${team.id}/members`, { email })
      await expect.poll(() => cloud.mails(email).length, { timeout: 20_000 }).toBe(count)
      return cloud.mails(email).at(-1) as string
    }
    const claimed = await invite(1)
    expect(claimed).toContain('Ana (address not confirmed) invites you')
    expect(claimed).not.toContain(ana.email)
    await prove(cloud, ana)
    expect(await invite(2)).toContain(`Ana (${ana.email}) invites you`)
  })

  it.each([
    ['Ana López', 'Ana López'],
    ['Müller & Söhne (Köln)', 'Müller & Söhne (Köln)'],
    ['O’Brien-Smith, Jr.', 'O’Brien-Smith, Jr.'],
    ['日本語チーム', '日本語チーム'],
    ['a\u0000b\u202ec\r\nd', 'a b c d'],
    ['🎁🎁 Prize 🎁', 'Prize'],
    ['see www.evil', undefined],
    ['evil.example', undefined],
    ['evil\u200b.example', undefined],
    ['ｅｖｉｌ．ｅｘａｍｐｌｅ', undefined],
    ['https://x', undefined],
    ['me@x', undefined],
    ['\u200b', undefined],
    [null, undefined],
  ])('[CL29] a mail calls %j %j', (name, plain) => expect(plainName(name)).toBe(plain))
})
