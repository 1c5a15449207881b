// Accounts and sessions: nobody learns who has an account, links work once, the second factor holds.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { base32, stepAt, totpCode } from '../../../../cloud/auth/totp.ts'
import { expectProblem } from '../../../contract/http.ts'
import { unbase32 } from '../../../support/base32.ts'
import { newPerson, openCloud, password, signIn, type TestCloud } from '../../../support/cloud/cloud.ts'
import { onDatabase, waitingForLock } from '../../../support/cloud/postgres.ts'

let cloud: TestCloud
let clock = 0
let frozen: Date | undefined
beforeAll(async () => {
  cloud = await openCloud({ now: () => frozen ?? new Date(Date.now() + clock) })
})
afterAll(() => cloud.close())

let number = 0
const fresh = () => `someone-${++number}@example.org`
const linkIn = (mail: string | undefined) => /#token=([\w-]+)/.exec(mail ?? '')?.[1] as string
/** Waits for the next mail: it is sent after the answer. */
async function mailTo(email: string, count = 1, from = cloud): Promise<string> {
  await expect.poll(() => from.mails(email).length).toBe(count)
  return from.mails(email).at(-1) as string
}
async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  clock += milliseconds
  try {
    return await work()
  } finally {
    clock -= milliseconds
  }
}

describe('signing up and in', () => {
  it('[CL40] answers the same for a new and a known address; the mail tells its owner', async () => {
    const email = fresh()
    const sign = (secret: string) => cloud.call('POST', '/auth/sign-up', { email, password: secret, name: 'Ana' })
    const first = await sign(password)
    expect(await mailTo(email)).toMatch(/Subject: Confirm your address/)
    const second = await sign('another password')
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(first.status).toBe(202)
    // As long as nobody has confirmed it, the address is nobody's.
    expect(await mailTo(email, 2)).toMatch(/Subject: Confirm your address/)
    expect((await cloud.call('POST', '/auth/verify', { token: linkIn(cloud.mails(email).at(-1)), password })).status).toBe(204)
    const third = await sign('another password')
    expect(third.body).toEqual(first.body)
    expect(await mailTo(email, 3)).toMatch(/already has an account/)
    expectProblem(await cloud.call('POST', '/auth/sign-in', { email, password: 'another password' }), 401)
    expect((await signIn(cloud, email)).email).toBe(email)
  })

  it('[CL40] says the same for an unknown address and a wrong password', async () => {
    const { email } = await newPerson(cloud)
    const wrong = await cloud.call('POST', '/auth/sign-in', { email, password: 'wrong password' })
    const unknown = await cloud.call('POST', '/auth/sign-in', { email: fresh(), password: 'wrong password' })
    expectProblem(wrong, 401, /incorrect/)
    expect(unknown.body).toEqual(wrong.body)
    for (const path of ['/auth/reset', '/auth/verify/resend']) {
      const [known, not] = [await cloud.call('POST', path, { email }), await cloud.call('POST', path, { email: fresh() })]
      expect([known.status, known.body]).toEqual([202, not.body])
    }
  })

  it.each([
    [{ password: 'ninechars' }, /at least 10/],
    [{ password: '' }, /password/],
    [{ password: 'x'.repeat(1001) }, /password/],
    [{ email: 'nobody' }, /email address/],
    [{ email: 'a@b\r\nBcc: c@d' }, /email address/],
    [{ email: 'a@b, c@d' }, /email address/],
    [{ role: 'owner' }, /unknown field/],
  ])('[CL41] refuses %j', async (fields, about) =>
    expectProblem(await cloud.call('POST', '/auth/sign-up', { email: fresh(), password, ...fields }), 400, about),
  )

  it('[CL41] takes upper and lower case of an address for the same', async () => {
    const { id, email } = await newPerson(cloud)
    expect((await signIn(cloud, email.toUpperCase())).id).toBe(id)
  })

  it('[CL42] keeps neither passwords nor sessions readable', async () => {
    const person = await newPerson(cloud)
    const { rows } = await onDatabase(cloud.database.url, (client) =>
      client.query("SELECT (SELECT string_agg(u::text, ' ') FROM users u) || (SELECT string_agg(s::text, ' ') FROM sessions s) AS text"),
    )
    expect(rows[0].text).not.toContain(person.token)
    expect(rows[0].text).not.toContain(password)
    expect(rows[0].text).toMatch(/\$argon2id\$v=19\$m=\d+,t=\d,p=1\$/)
  })

  it('[CL42] makes a password cost what OWASP advises', async () => {
    // In a program of its own: the tests' own passwords are cheap (vitest.config.ts).
    const program = `const { hashPassword } = await import(${JSON.stringify(new URL('../../../../cloud/auth/password.ts', import.meta.url).href)}); console.log(await hashPassword('x'))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    expect(stdout).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  it('[CL43] a new sign-in ends the session that the browser came with', async () => {
    const person = await newPerson(cloud)
    const reply = await cloud.call('POST', '/auth/sign-in', { email: person.email, password }, { cookie: `tandem_session=${person.token}` })
    expect(reply.body.token).not.toBe(person.token)
    expectProblem(await person.call('GET', '/auth/session'), 401)
  })

  it('[CL43] lists sessions, and ends one, the others, or this one', async () => {
    const first = await newPerson(cloud)
    const second = await signIn(cloud, first.email)
    const third = await signIn(cloud, first.email)
    const list = (await second.call('GET', '/auth/sessions')).body as { id: string; current: boolean }[]
    expect(list.map((session) => session.current)).toEqual([false, true, false])
    expect((await second.call('DELETE', `/auth/sessions/${list[0]?.id}`)).status).toBe(204)
    expectProblem(await third.call('GET', '/auth/session'), 401)
    expectProblem(await second.call('DELETE', `/auth/sessions/${list[0]?.id}`), 404)
    const stranger = await newPerson(cloud)
    expectProblem(await stranger.call('DELETE', `/auth/sessions/${list[1]?.id}`), 404)
    expect((await second.call('DELETE', '/auth/sessions')).status).toBe(204)
    expectProblem(await first.call('GET', '/auth/session'), 401)
    expect((await second.call('GET', '/auth/session')).body).toEqual({
      user: { id: first.id, email: first.email, name: 'person', email_verified: false, totp_enabled: false },
      teams: [],
    })
    const out = await second.call('POST', '/auth/sign-out')
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expectProblem(await second.call('GET', '/auth/session'), 401)
  })

  it('[CL43] a session ends after thirty days without use, and each use prolongs it', async () => {
    const day = 24 * 3_600_000
    const person = await newPerson(cloud)
    expect((await later(29 * day, () => person.call('GET', '/auth/session'))).status).toBe(200)
    await expect.poll(async () => (await later(58 * day, () => person.call('GET', '/auth/session'))).status).toBe(200)
    expectProblem(await later(89 * day, () => person.call('GET', '/auth/session')), 401)
  })
})

describe('links in mails', () => {
  it('[CL44] confirm an address once, within a day', async () => {
    const email = fresh()
    await cloud.call('POST', '/auth/sign-up', { email, password })
    const old = linkIn(await mailTo(email))
    await cloud.call('POST', '/auth/verify/resend', { email })
    const link = linkIn(await mailTo(email, 2))
    expectProblem(await cloud.call('POST', '/auth/verify', { token: old, password }), 400)
    expectProblem(await later(25 * 3_600_000, () => cloud.call('POST', '/auth/verify', { token: link, password })), 400, /expired/)
    expect((await cloud.call('POST', '/auth/verify', { token: link, password })).status).toBe(204)
    expectProblem(await cloud.call('POST', '/auth/verify', { token: link, password }), 400)
    expect((await (await signIn(cloud, email)).call('GET', '/auth/session')).body.user.email_verified).toBe(true)
  })

  it('[CL44] an unconfirmed address cannot sign in where the operator asks for it', async () => {
    const strict = await openCloud({ requireVerified: true }, cloud.database)
    const email = fresh()
    await strict.call('POST', '/auth/sign-up', { email, password })
    expectProblem(await strict.call('POST', '/auth/sign-in', { email, password }), 403, /Confirm/)
    expectProblem(await strict.call('POST', '/auth/sign-in', { email, password: 'wrong password' }), 401)
    await strict.call('POST', '/auth/verify', { token: linkIn(await mailTo(email, 1, strict)), password })
    expect((await signIn(strict, email)).email).toBe(email)
    await strict.close()
  })

  it('[CL45] a new password by mail ends every session and works once, within an hour', async () => {
    const person = await newPerson(cloud)
    const before = cloud.mails(person.email).length
    await cloud.call('POST', '/auth/reset', { email: person.email })
    const token = linkIn(await mailTo(person.email, before + 1))
    expectProblem(await cloud.call('POST', '/auth/verify', { token, password }), 400)
    expectProblem(await cloud.call('POST', '/auth/reset/confirm', { token, password: 'short' }), 400)
    expectProblem(await later(3_700_000, () => cloud.call('POST', '/auth/reset/confirm', { token, password: 'a new password' })), 400)
    const replies = await Promise.all([1, 2, 3].map(() => cloud.call('POST', '/auth/reset/confirm', { token, password: 'a new password' })))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([204, 400, 400])
    expectProblem(await person.call('GET', '/auth/session'), 401)
    expectProblem(await cloud.call('POST', '/auth/sign-in', { email: person.email, password }), 401)
    expect((await cloud.call('POST', '/auth/sign-in', { email: person.email, password: 'a new password' })).status).toBe(200)
  })

  it.each(['verify', 'reset', 'invitation', 'address', 'address-undo'])(
    '[CL44] the page behind /%s does nothing by itself and lets nothing in',
    async (page) => {
      const reply = await fetch(`${cloud.url}/${page}`)
      expect([reply.status, reply.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("default-src 'none'")])
      expect(await reply.text()).toMatch(/<button[ >]/)
    },
  )

  it('[CL45] changing the password needs the old one and ends the other sessions', async () => {
    const person = await newPerson(cloud)
    const elsewhere = await signIn(cloud, person.email)
    expectProblem(await person.call('POST', '/auth/password', { current_password: 'wrong password', password: 'a new password' }), 403)
    expect((await person.call('POST', '/auth/password', { current_password: password, password: 'a new password' })).status).toBe(204)
    expect((await person.call('GET', '/auth/session')).status).toBe(200)
    expectProblem(await elsewhere.call('GET', '/auth/session'), 401)
  })
})

describe('the second factor', () => {
  it('[CL46] computes the codes of RFC 6238', () => {
    const secret = Buffer.from('12345678901234567890')
    for (const [time, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1234567890, '005924'],
      [20000000000, '353130'],
    ] as const)
      expect(totpCode(secret, stepAt(new Date(time * 1000)))).toBe(code)
    expect(unbase32(base32(secret))).toEqual(secret)
  })

  afterEach(() => {
    frozen = undefined
  })

  it('[CL46] asks for a code once it is on; each code and each recovery code works once', async () => {
    const person = await newPerson(cloud)
    frozen = new Date() // no half minute may pass between two codes
    expectProblem(await person.call('POST', '/auth/totp', { password: 'wrong password' }), 403)
    const { secret, uri } = (await person.call('POST', '/auth/totp', { password })).body
    expect(uri).toContain(`secret=${secret}`)
    const code = (steps = 0) => totpCode(unbase32(secret), stepAt(frozen as Date) + steps)
    // Not in force before it is confirmed.
    await signIn(cloud, person.email)
    expectProblem(await person.call('POST', '/auth/totp/confirm', { code: '000000' === code() ? '111111' : '000000' }), 400)
    const { recovery_codes } = (await person.call('POST', '/auth/totp/confirm', { code: code(-1) })).body
    expect(recovery_codes).toHaveLength(10)
    expectProblem(await person.call('POST', '/auth/totp', { password }), 409)

    const attempt = async (sent?: string) =>
      (await cloud.call('POST', '/auth/sign-in', { email: person.email, password, ...(sent ? { code: sent } : {}) })).status
    expect(await attempt()).toBe(401)
    expect(await attempt(code(-1))).toBe(401) // used at the confirmation
    // All of them have the right password and wait for the account's row in the same moment.
    const attempts = await onDatabase(cloud.database.url, async (client) => {
      await client.query('BEGIN')
      expect((await client.query('SELECT 1 FROM users WHERE email = $1 FOR UPDATE', [person.email])).rowCount).toBe(1)
      const sent = [attempt(code()), attempt(code()), attempt(code())]
      await expect.poll(() => waitingForLock(client), { timeout: 20_000 }).toBe(3)
      await client.query('COMMIT')
      return Promise.all(sent)
    })
    expect(attempts.toSorted((a, b) => a - b)).toEqual([200, 401, 401])
    expect(await attempt(code(5))).toBe(401)
    expect(await attempt(recovery_codes[0])).toBe(200)
    expect(await attempt(recovery_codes[0])).toBe(401)
    expect(await attempt(recovery_codes[1].toLowerCase().replaceAll('-', ' '))).toBe(200)
    expectProblem(
      await cloud.call('POST', '/auth/sign-in', { email: person.email, password: 'wrong password', code: recovery_codes[2] }),
      401,
      /address or password/,
    )

    expectProblem(await person.call('POST', '/auth/totp/disable', { password, code: '123456' === code(1) ? '654321' : '123456' }), 401)
    expect((await person.call('POST', '/auth/totp/disable', { password, code: code(1) })).status).toBe(204)
    expect(await attempt()).toBe(200)
  })
})

describe('guessing', () => {
  it('[CL47] of second factors is limited by the hour, wherever it is tried', async () => {
    const limited = await openCloud({ signInsPerMinute: 3, trustProxy: 'loopback' }, cloud.database)
    try {
      const person = await newPerson(cloud, 'factor')
      frozen = new Date()
      const { secret } = (await person.call('POST', '/auth/totp', { password })).body
      const code = (steps: number) => totpCode(unbase32(secret), stepAt(frozen as Date) + steps)
      await person.call('POST', '/auth/totp/confirm', { code: code(0) })
      let from = 0
      const attempt = async (sent: string) =>
        (await limited.call('POST', '/auth/sign-in', { email: person.email, password, code: sent }, { 'x-forwarded-for': `203.0.113.${++from}` })).status
      const tries = []
      for (let i = 0; i < 6; i++) tries.push(await attempt(code(100 + i)))
      // The confirmation was the first.
      expect(tries).toEqual([401, 401, 401, 401, 401, 429])
      await onDatabase(cloud.database.url, (client) => client.query("UPDATE attempts SET window_start = window_start - interval '59 minutes'"))
      expect(await attempt(code(1))).toBe(429)
      await onDatabase(cloud.database.url, (client) => client.query("UPDATE attempts SET window_start = window_start - interval '2 minutes'"))
      expect(await attempt(code(1))).toBe(200)
    } finally {
      frozen = undefined
      await limited.close()
    }
  })

  it('[CL47] is limited by account and by address, on all instances together', async () => {
    const limited = { signInsPerMinute: 3, trustProxy: 'loopback' }
    const one = await openCloud(limited)
    const other = await openCloud(limited, one.database)
    const email = fresh()
    const guess = (instance: TestCloud, from: string, who = email) =>
      instance.call('POST', '/auth/sign-in', { email: who, password: 'a wrong guess' }, { 'x-forwarded-for': from })
    try {
      // Somebody who guesses from one place keeps nobody out who comes from another, …
      const byAccount = []
      for (let i = 0; i < 4; i++) byAccount.push(await guess(i % 2 ? one : other, '192.0.2.1'))
      expect(byAccount.map((reply) => reply.status)).toEqual([401, 401, 401, 429])
      expect(Number(byAccount[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await guess(one, '192.0.2.2')).status).toBe(401)
      // … but not even many places may guess without end.
      const others = []
      for (let i = 0; i < 27; i++) others.push((await guess(i % 2 ? one : other, `198.51.100.${i}`)).status)
      expect(others).toEqual([...Array.from({ length: 25 }, () => 401), 429, 429])
      // A whole /64 is one place.
      const bySubnet = []
      for (let i = 0; i < 4; i++) bySubnet.push((await guess(one, `2001:db8:1:2:${i}::1`, fresh())).status)
      expect([...bySubnet, (await guess(one, '2001:db8:1:3::1', fresh())).status]).toEqual([401, 401, 401, 429, 401])
      const byAddress = []
      for (let i = 0; i < 4; i++) byAddress.push((await guess(i % 2 ? one : other, '192.0.2.9', fresh())).status)
      expect(byAddress).toEqual([401, 401, 401, 429])
    } finally {
      await other.close()
      await one.close()
    }
  })
})
