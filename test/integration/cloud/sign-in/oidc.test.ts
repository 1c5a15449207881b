// Signing in with an issuer: a real one (oidc-provider) on the wire, and a visitor with cookies.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { stepAt, totpCode } from '../../../../cloud/auth/totp.ts'
import { expectProblem } from '../../../contract/http.ts'
import { unbase32 } from '../../../support/base32.ts'
import { type Call, newPerson, newTeam, openCloud, password, prove, signIn, type TestCloud, type TestPerson } from '../../../support/cloud/cloud.ts'
import { type Account, openIssuer, type TestIssuer } from '../../../support/cloud/issuer.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { newVisitor, type Visitor } from '../../../support/cloud/visitor.ts'

let cloud: TestCloud
let issuer: TestIssuer

const configOf = ({ url, clientId, clientSecret }: TestIssuer) => ({ id: '1', issuer: new URL(url).href, clientId, clientSecret, name: 'Example' })

beforeAll(async () => {
  issuer = await openIssuer(() => [`${cloud.url}/api/auth/oidc/1/callback`])
  cloud = await openCloud({ oidc: [configOf(issuer)] })
})
afterAll(async () => {
  await cloud.close()
  await issuer.stop()
})

const fresh = (name = 'a') => `${name}-${randomUUID()}@example.org`
const someone = (given: Partial<Account> = {}): Account => ({ sub: randomUUID(), email: fresh(), email_verified: true, name: 'Ana', ...given })

async function post(visitor: Visitor, path: string, body: object, on = cloud) {
  const reply = await visitor.fetch(`${on.url}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', origin: on.url },
    body: JSON.stringify(body),
  })
  return { status: reply.status, headers: reply.headers, body: JSON.parse((await reply.text()) || 'null') }
}

/** The whole way, as `account`: answers the address at which the browser ends, below the cloud. */
async function go(visitor: Visitor, account: Account | undefined, { how = 'start', returnTo = '/today?x=1', on = cloud } = {}): Promise<string> {
  issuer.account = account
  const { status, body } = await post(visitor, `/auth/oidc/1/${how}`, { return_to: returnTo }, on)
  expect([status, body]).toEqual([200, { url: expect.stringContaining(`${issuer.url}/auth?`) }])
  const end = await visitor.visit(body.url, (url) => url.origin === on.url && !url.pathname.startsWith('/api/'))
  return `${end.pathname}${end.search}${end.hash}`
}
async function session(visitor: Visitor, on = cloud) {
  const reply = await visitor.fetch(`${on.url}/api/auth/session`)
  return reply.status === 200 ? ((await reply.json()) as { user: { id: string; email: string; name: string; email_verified: boolean } }).user : undefined
}
/** The visitor's session, as the other tests hold one. */
function asPerson(visitor: Visitor, on = cloud): { call: Call } {
  const token = /tandem_session=([^;]+)/.exec(visitor.cookies(on.url))?.[1] ?? ''
  return { call: (method, path, body, headers) => on.call(method, path, body, { authorization: `Bearer ${token}`, ...headers }) }
}
/** A browser in which that person is signed in with the password. */
async function browserOf(person: TestPerson): Promise<Visitor> {
  const visitor = newVisitor()
  expect((await post(visitor, '/auth/sign-in', { email: person.email, password })).status).toBe(200)
  return visitor
}
async function mailTo(email: string, what: string): Promise<string> {
  const found = () => cloud.mails(email).findLast((mail) => mail.includes(what))
  await expect.poll(found, { timeout: 10_000 }).toBeDefined()
  return found() as string
}
const linkIn = (mail: string) => /#token=([\w-]+)/.exec(mail)?.[1] as string
async function proven(name: string): Promise<TestPerson> {
  const person = await newPerson(cloud, name)
  await prove(cloud, person)
  return signIn(cloud, person.email)
}

it('[CL195] somebody whose address the issuer vouches for has an account with the first sign-in, and the same one at the next', async () => {
  const ana = someone()
  expect((await cloud.call('GET', '/auth/options')).body.providers).toEqual([{ id: '1', name: 'Example' }])
  const visitor = newVisitor()
  expect(await go(visitor, ana)).toBe('/today?x=1')
  expect(await session(visitor)).toMatchObject({ email: ana.email, name: 'Ana', email_verified: true })
  const again = newVisitor()
  // The address at the issuer is another by now: it is the same person, under the address that the account has.
  expect(await go(again, { ...ana, email: fresh() }, { returnTo: '/' })).toBe('/')
  expect(await session(again)).toEqual(await session(visitor))
  expect((await asPerson(again).call('GET', '/auth/ways')).body).toMatchObject({ password: false, identities: [{ provider: '1', name: 'Example' }] })
  // Somebody else with the same address at the issuer is somebody else.
  const other = newVisitor()
  expect(await go(other, { ...ana, sub: randomUUID() })).toBe('/today?x=1#oidc=mailed.1')
  expect(await session(other)).toBeUndefined()
})

it('[CL196] an address that an account has, or that the issuer does not vouch for, is proven by the mailed link first, in the same browser', async () => {
  const ana = await proven('Ana')
  const visitor = newVisitor()
  const there = someone({ email: ana.email.toUpperCase() })
  expect(await go(visitor, there, { returnTo: '/tasks/12?team=x' })).toBe('/tasks/12?team=x#oidc=mailed.1')
  const token = linkIn(await mailTo(ana.email.toUpperCase(), '/continue#'))
  // Whoever else opens the link, its owner with another browser too, gets nobody in.
  for (const elsewhere of [newVisitor(), await browserOf(ana)]) expectProblem(await post(elsewhere, '/auth/oidc/connect', { token }), 400, /another browser/)
  const connected = await post(visitor, '/auth/oidc/connect', { token })
  expect([connected.status, connected.body]).toEqual([200, { return_to: '/tasks/12?team=x' }])
  expect(await session(visitor)).toMatchObject({ id: ana.id, email: ana.email })
  expectProblem(await post(visitor, '/auth/oidc/connect', { token }), 400, /already used/)
  await mailTo(ana.email, 'Subject: A new way to sign in')
  const next = newVisitor()
  await go(next, there)
  expect(await session(next)).toMatchObject({ id: ana.id })
  expect((await signIn(cloud, ana.email)).id).toBe(ana.id)

  // Without an account the link makes one.
  const unsure = someone({ email_verified: false })
  const lena = newVisitor()
  expect(await go(lena, unsure)).toBe('/today?x=1#oidc=mailed.1')
  expect(await session(lena)).toBeUndefined()
  expect((await post(lena, '/auth/oidc/connect', { token: linkIn(await mailTo(unsure.email as string, '/continue#')) })).status).toBe(200)
  expect(await session(lena)).toMatchObject({ email: unsure.email, email_verified: true })
  expect(await go(newVisitor(), { sub: randomUUID() })).toBe('/today?x=1#oidc=no-address.1')
})

it('[CL196] what somebody had set up with an address that they never proved ends when its owner comes with an issuer', async () => {
  const email = fresh('taken')
  const thief = await newPerson(cloud, 'Thief', email)
  const team = await newTeam(cloud, thief, 'trap')
  const thiefs = await browserOf(thief)
  // A second factor of theirs keeps nobody out who reads the mailbox.
  const { secret } = (await thief.call('POST', '/auth/totp', { password })).body
  expect((await thief.call('POST', '/auth/totp/confirm', { code: totpCode(unbase32(secret), stepAt(new Date())) })).status).toBe(200)
  const atIssuer = someone()
  expect(await go(thiefs, atIssuer, { how: 'link', returnTo: '/settings/account' })).toBe('/settings/account#oidc=linked.1')
  const owner = newVisitor()
  expect(await go(owner, someone({ email, name: 'Owner' }))).toBe('/today?x=1#oidc=mailed.1')
  expect((await post(owner, '/auth/oidc/connect', { token: linkIn(await mailTo(email, '/continue#')) })).status).toBe(200)
  expect(await session(owner)).toMatchObject({ id: thief.id, name: 'Owner', email_verified: true })
  expect(await session(thiefs)).toBeUndefined()
  expectProblem(await cloud.call('POST', '/auth/sign-in', { email, password }), 401)
  expect((await team.call('GET', '/tasks')).status).toBe(401)
  expect((await asPerson(owner).call('GET', '/teams')).body).toEqual([])
  // What the thief connected is nobody's now.
  const again = newVisitor()
  expect(await go(again, atIssuer)).toBe('/today?x=1')
  expect((await session(again))?.id).not.toBe(thief.id)
  // The same where the address is proven with the mail of the sign-up.
  const second = await newPerson(cloud, 'Second')
  const other = someone()
  await go(await browserOf(second), other, { how: 'link' })
  const confirm = linkIn(await mailTo(second.email, '/verify#'))
  expect((await cloud.call('POST', '/auth/verify', { token: confirm, password })).status).toBe(204)
  const returned = newVisitor()
  await go(returned, other)
  expect((await session(returned))?.id).not.toBe(second.id)
})

it('[CL197] is connected in the settings and disconnected, each with a recent proof and a mail, and the last way in stays, also when two go at once', async () => {
  const ana = await proven('Ana')
  const visitor = await browserOf(ana)
  const at = someone()
  const ago = (minutes: number) =>
    onDatabase(cloud.database.url, (client) =>
      client.query('UPDATE sessions SET proven_at = now() - make_interval(mins => $2) WHERE user_id = $1', [ana.id, minutes]),
    )
  await ago(11)
  expectProblem(await post(visitor, '/auth/oidc/1/link', {}), 403, /Confirm that it’s you/)
  expectProblem(await post(visitor, '/auth/prove', { password: 'not the password' }), 403)
  expect((await post(visitor, '/auth/prove', { password })).status).toBe(204)
  expect(await go(visitor, at, { how: 'link', returnTo: '/settings/account' })).toBe('/settings/account#oidc=linked.1')
  await mailTo(ana.email, 'with Example')
  const ways = async () => (await asPerson(visitor).call('GET', '/auth/ways')).body
  const [identity] = (await ways()).identities
  expect(await ways()).toMatchObject({ password: true, identities: [{ email: at.email }] })
  // It is somebody's, and nobody else's.
  expect(await go(await browserOf(await proven('Bo')), at, { how: 'link' })).toBe('/today?x=1#oidc=taken.1')
  expect(await go(visitor, someone(), { how: 'link' })).toBe('/today?x=1#oidc=taken.1')
  expectProblem(await (await proven('Cy')).call('DELETE', `/auth/ways/identities/${identity.id}`), 404)

  const remove = (path: string) => asPerson(visitor).call('DELETE', `/auth/ways/${path}`)
  await ago(11)
  expectProblem(await remove('password'), 403, /Confirm/)
  // With the issuer instead of the password.
  visitor.forget(issuer.url)
  expect(await go(visitor, someone(), { how: 'prove' })).toBe('/today?x=1#oidc=another.1')
  visitor.forget(issuer.url)
  expectProblem(await remove('password'), 403, /Confirm/)
  expect(await go(visitor, at, { how: 'prove' })).toBe('/today?x=1#oidc=proven.1')
  const both = await Promise.all([remove('password'), remove(`identities/${identity.id}`)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 409]))
  expectProblem(both.find(({ status }) => status === 409) as (typeof both)[0], 409, /only way you can sign in. Add another one first/)
  await mailTo(ana.email, 'A way to sign in was removed')
})

it('[CL198] an account without a password sets one, is exported, moves its address and ends, with a recent sign-in in place of the password', async () => {
  const ana = someone()
  const visitor = newVisitor()
  await go(visitor, ana)
  const person = asPerson(visitor)
  const { id } = (await session(visitor)) as { id: string }
  const exported = await (await visitor.fetch(`${cloud.url}/api/auth/export`)).text()
  expect(exported).toContain(ana.sub)
  expect(exported).not.toMatch(/password_hash|token_hash|sealed/)
  expectProblem(await cloud.call('POST', '/auth/sign-in', { email: ana.email, password }), 401)
  expectProblem(await person.call('POST', '/auth/totp', { password }), 403)
  const late = () =>
    onDatabase(cloud.database.url, (client) => client.query("UPDATE sessions SET proven_at = now() - interval '1 hour' WHERE user_id = $1", [id]))
  await late()
  for (const [path, body] of [
    ['/auth/password', { password }],
    ['/auth/address', { email: fresh() }],
    ['/auth/account/delete', {}],
  ] as const)
    expectProblem(await person.call('POST', path, body), 403, /Confirm/)
  await go(visitor, ana, { how: 'prove' })
  const email = fresh('moved')
  expect((await person.call('POST', '/auth/address', { email })).status).toBe(202)
  expect((await cloud.call('POST', '/auth/address/confirm', { token: linkIn(await mailTo(email, '/address#')) })).status).toBe(204)
  expect(await session(visitor)).toMatchObject({ id, email })
  expect((await person.call('POST', '/auth/password', { password })).status).toBe(204)
  expect((await signIn(cloud, email)).id).toBe(id)
  // From here on the password is asked for, however recent the sign-in.
  expectProblem(await person.call('POST', '/auth/password', { password: 'another password' }), 400, /current_password/)
  expectProblem(await person.call('POST', '/auth/account/delete', {}), 400, /password is required/)
  // Whoever reads the old mailbox takes back everything of since then.
  const undo = linkIn(await mailTo(ana.email as string, '/address-undo#'))
  expect((await cloud.call('POST', '/auth/address/undo', { token: undo })).status).toBe(204)
  expect(await session(visitor)).toBeUndefined()
  await go(visitor, ana)
  expect(await session(visitor)).toMatchObject({ id, email: ana.email })
  expect((await asPerson(visitor).call('POST', '/auth/account/delete', {})).status).toBe(204)
  const anew = newVisitor()
  await go(anew, ana)
  expect((await session(anew))?.id).not.toBe(id)
})

it('[CL199] a way to the issuer is one browser’s, is used once, and leads back to our own pages only', async () => {
  const ana = someone()
  issuer.account = ana
  for (const return_to of ['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'today', '/a#b', '/%0d\r\nX: y'])
    expectProblem(await post(newVisitor(), '/auth/oidc/1/start', { return_to }), 400, /return_to|path/)
  expectProblem(await post(newVisitor(), '/auth/oidc/2/start', {}), 404)
  const mine = newVisitor()
  const { body } = await post(mine, '/auth/oidc/1/start', {})
  const callback = await mine.visit(body.url, (url) => url.pathname.endsWith('/callback'))
  const ends = (visitor: Visitor, url: URL) => visitor.visit(url.href, ({ pathname }) => !pathname.startsWith('/api/')).then(({ hash }) => hash)
  // Another browser with the code and the state, and this one with another state.
  const theirs = newVisitor()
  await post(theirs, '/auth/oidc/1/start', {})
  expect(await ends(theirs, callback)).toBe('#oidc=expired.1')
  expect(await session(theirs)).toBeUndefined()
  const forged = new URL(callback)
  forged.searchParams.set('state', 'A'.repeat(43))
  expect(await ends(mine, forged)).toBe('#oidc=expired.1')
  // Another way of the same browser: the code was not asked for on it.
  const second = (await post(mine, '/auth/oidc/1/start', {})).body.url as string
  const swapped = new URL(callback)
  swapped.searchParams.set('state', new URL(second).searchParams.get('state') as string)
  expect(await ends(mine, swapped)).toBe('#oidc=failed.1')
  expect(await session(mine)).toBeUndefined()
  // What is left of the first is still good, once.
  const third = newVisitor()
  const good = await third.visit((await post(third, '/auth/oidc/1/start', {})).body.url, (url) => url.pathname.endsWith('/callback'))
  const twice = await Promise.all([ends(third, good), ends(third, good)])
  expect(twice.sort()).toEqual(['', '#oidc=expired.1'])
  expect(await session(third)).toMatchObject({ email: ana.email })
  issuer.account = undefined
  expect(await go(newVisitor(), undefined)).toBe('/today?x=1#oidc=denied.1')
})

it('[CL200] the issuer’s keys change: one read more; it is down: said, and other ways go on, also for a cloud that starts meanwhile', async () => {
  const ana = someone()
  await go(newVisitor(), ana)
  await issuer.rotate()
  const before = issuer.keyReads
  const visitor = newVisitor()
  expect(await go(visitor, ana)).toBe('/today?x=1')
  expect(issuer.keyReads - before).toBe(1)
  await go(newVisitor(), ana)
  expect(issuer.keyReads - before).toBe(1)

  const started = await post(visitor, '/auth/oidc/1/start', {})
  const callback = await visitor.visit(started.body.url, (url) => url.pathname.endsWith('/callback'))
  await issuer.stop()
  onTestFinished(() => issuer.start())
  expect((await visitor.visit(callback.href, ({ pathname }) => !pathname.startsWith('/api/'))).hash).toBe('#oidc=away.1')
  const late = await openCloud({ oidc: [configOf(issuer)] }, cloud.database)
  onTestFinished(() => late.close())
  expectProblem(await post(newVisitor(), '/auth/oidc/1/start', {}, late), 503, /Example can’t be reached/)
  expect((await signIn(late, (await newPerson(late, 'Bo')).email)).token).toMatch(/^tds_/)
})

it('[CL201] new accounts follow TANDEM_SIGN_UPS; with the issuer only, passwords are off and what began goes on', async () => {
  const ana = await proven('Ana')
  const team = await newTeam(cloud, ana)
  const lena = someone()
  await ana.call('POST', `/teams/${team.id}/members`, { email: lena.email })
  const here = { oidc: [configOf(issuer)] }
  // The issuer knows the first cloud’s address only.
  const on = async (options: object) => {
    const other = await openCloud({ ...here, ...options, publicUrl: cloud.url }, cloud.database)
    onTestFinished(() => other.close())
    // Everything but the pages of the first is asked of the other one.
    return {
      other,
      async go(account: Account) {
        const visitor = newVisitor()
        issuer.account = account
        const { body } = await post(visitor, '/auth/oidc/1/start', {}, { ...other, url: cloud.url })
        const callback = await visitor.visit(body.url, (url) => url.pathname.endsWith('/callback'))
        const there = new URL(`${callback.pathname}${callback.search}`, other.url)
        const reply = await fetch(there, { redirect: 'manual', headers: { cookie: visitor.cookies(cloud.url) } })
        return [new URL(reply.headers.get('location') as string).hash, reply.headers.getSetCookie().length]
      },
    }
  }
  const invited = await on({ signUps: 'invited' })
  expect(await invited.go(someone())).toEqual(['#oidc=closed.1', 0])
  expect(await invited.go(lena)).toEqual(['', 1])
  const closed = await on({ signUps: 'closed' })
  expect(await closed.go(someone())).toEqual(['#oidc=closed.1', 0])
  expect(await closed.go(lena)).toEqual(['', 1])

  const { other } = await on({ signInWays: 'oidc' })
  expect((await other.call('GET', '/auth/options')).body).toMatchObject({ passwords: false })
  for (const [path, body] of [
    ['/auth/sign-in', { email: ana.email, password }],
    ['/auth/sign-up', { email: fresh(), password }],
    ['/auth/reset', { email: ana.email }],
    ['/auth/reset/confirm', { token: 'x', password }],
    ['/auth/verify', { token: 'x', password }],
  ] as const)
    expectProblem(await other.call('POST', path, body), 403, /signs people in with Example only/)
  expect((await other.call('GET', '/auth/session', undefined, ana.as)).body.user.id).toBe(ana.id)
  expect((await other.call('GET', '/tasks', undefined, team.as)).status).toBe(200)
  // A password is no way in here: what is left is.
  expectProblem(await other.call('DELETE', '/auth/ways/password', undefined, ana.as), 409, /connect Example/)
})
