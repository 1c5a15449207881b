// Passkeys: an authenticator in software, which also lies. The journey through a browser is in test/e2e/cloud/people/passkeys.test.ts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { expectProblem } from '../../../contract/http.ts'
import { type Authenticator, type Lies, newAuthenticator } from '../../../support/cloud/authenticator.ts'
import { type Call, newPerson, openCloud, password, prove, signIn, type TestCloud, type TestPerson } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'

const origin = 'http://localhost:4873'
let cloud: TestCloud

beforeAll(async () => {
  cloud = await openCloud({ publicUrl: origin })
})
afterAll(() => cloud.close())

async function proven(name: string): Promise<TestPerson> {
  const person = await newPerson(cloud, name)
  await prove(cloud, person)
  return signIn(cloud, person.email)
}

type Who = Pick<TestPerson, 'call'>

async function add(who: Who, device: Authenticator, lies?: Lies) {
  const { status, body } = await who.call('POST', '/auth/passkeys/options')
  expect([status, body.rp]).toEqual([200, { name: 'Tandem', id: 'localhost' }])
  return who.call('POST', '/auth/passkeys', device.create(body, lies))
}
async function signInWith(device: Authenticator, lies?: Lies, on: { call: Call } = cloud) {
  const { body } = await on.call('POST', '/auth/passkeys/sign-in/options')
  return on.call('POST', '/auth/passkeys/sign-in', device.get(body, lies))
}
async function proveWith(who: Who, device: Authenticator) {
  const { body } = await who.call('POST', '/auth/passkeys/prove/options')
  return who.call('POST', '/auth/passkeys/prove', device.get(body))
}
/** A person with a passkey and the device that keeps it. */
async function withPasskey(name: string) {
  const person = await proven(name)
  const device = newAuthenticator(origin)
  const added = await add(person, device)
  expect(added.status).toBe(201)
  return { person, device, passkey: added.body as { id: string } }
}
const asPerson = (token: string): Who => ({
  call: (method, path, body, headers) => cloud.call(method, path, body, { authorization: `Bearer ${token}`, ...headers }),
})
const age = (id: string, minutes: number) =>
  onDatabase(cloud.database.url, (client) =>
    client.query('UPDATE sessions SET proven_at = now() - make_interval(mins => $2) WHERE user_id = $1', [id, minutes]),
  )
const mailTo = (email: string, what: string) => expect.poll(() => cloud.mails(email).some((mail) => mail.includes(what)), { timeout: 10_000 }).toBe(true)

it('[CL248] a passkey is added with a recent proof and a mail, signs in without password or code, and is listed and exported', async () => {
  const ana = await proven('Ana')
  const device = newAuthenticator(origin)
  await age(ana.id, 11)
  expectProblem(await ana.call('POST', '/auth/passkeys/options'), 403, /Confirm that it’s you/)
  await ana.call('POST', '/auth/prove', { password })
  const added = await add(ana, device)
  expect([added.status, added.body]).toEqual([201, expect.objectContaining({ synced: true })])
  await mailTo(ana.email, 'signed in to with a passkey')
  expect((await ana.call('GET', '/auth/ways')).body).toMatchObject({ password: true, passkeys: [added.body] })
  // The second factor belongs to the password: whoever holds the device has shown who they are to it.
  await onDatabase(cloud.database.url, (client) => client.query("UPDATE users SET totp_secret = '\\x00', totp_confirmed_at = now() WHERE id = $1", [ana.id]))
  const signedIn = await signInWith(device)
  expect([signedIn.status, signedIn.body.user.id]).toEqual([200, ana.id])
  expect(signedIn.headers.get('set-cookie')).toMatch(/tandem_session=tds_/)
  expect((await asPerson(signedIn.body.token).call('GET', '/auth/session')).body.user.email).toBe(ana.email)
  // What the browser is given says the account's id, never its address, and which of the passkeys it has already.
  const again = (await ana.call('POST', '/auth/passkeys/options')).body
  expect(Buffer.from(again.user.id, 'base64url').toString('hex')).toBe(ana.id.replaceAll('-', ''))
  expect(again.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([device.kept[0]?.id.toString('base64url')])
})

it('[CL249] an answer counts once, for what was asked of this session, and only as the device signed it', async () => {
  const { person, device } = await withPasskey('Bo')
  const other = await withPasskey('Cy')
  const lies: Lies[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { type: 'webauthn.create' },
    { challenge: 'AAAA' },
    { challenge: { a: 1 } },
    { challenge: null },
    { unverified: true },
    { forged: true },
    { handle: Buffer.from(other.person.id.replaceAll('-', ''), 'hex').toString('base64url') },
  ]
  for (const lie of lies) expectProblem(await signInWith(device, lie), 401, /wasn’t accepted/)
  for (const lie of lies.filter(({ forged, handle }) => !forged && handle === undefined))
    expectProblem(await add(person, newAuthenticator(origin), 'type' in lie ? { type: 'webauthn.get' } : lie), 401, /wasn’t accepted/)

  // Once, also when both come at once.
  const { body: options } = await cloud.call('POST', '/auth/passkeys/sign-in/options')
  const answer = device.get(options)
  const both = await Promise.all([cloud.call('POST', '/auth/passkeys/sign-in', answer), cloud.call('POST', '/auth/passkeys/sign-in', answer)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])

  // What was asked of one session, or for something else, or long ago.
  const proof = (await person.call('POST', '/auth/passkeys/prove/options')).body
  expectProblem(await cloud.call('POST', '/auth/passkeys/sign-in', device.get(proof)), 401)
  const elsewhere = await signIn(cloud, person.email)
  expectProblem(await elsewhere.call('POST', '/auth/passkeys/prove', device.get(proof)), 401)
  expect((await person.call('POST', '/auth/passkeys/prove', device.get(proof))).status).toBe(204)
  const theirs = (await other.person.call('POST', '/auth/passkeys/prove/options')).body
  expectProblem(await other.person.call('POST', '/auth/passkeys/prove', device.get(theirs)), 401)
  const late = (await cloud.call('POST', '/auth/passkeys/sign-in/options')).body
  await onDatabase(cloud.database.url, (client) => client.query('UPDATE passkey_challenges SET expires_at = now()'))
  expectProblem(await cloud.call('POST', '/auth/passkeys/sign-in', device.get(late)), 401)

  // A copied device: its counter has not gone on.
  expect((await signInWith(device, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 6, 0]) expectProblem(await signInWith(device, { counter }), 401)
  expect((await signInWith(device, { counter: 8 })).status).toBe(200)
  // The same device for another account: it is somebody's already.
  const offered = (await other.person.call('POST', '/auth/passkeys/options')).body
  const copied = newAuthenticator(origin)
  const { body: mine } = await person.call('POST', '/auth/passkeys/options')
  const made = copied.create(mine)
  expect((await person.call('POST', '/auth/passkeys', made)).status).toBe(201)
  const stolen = {
    ...made,
    response: {
      ...made.response,
      clientDataJSON: Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge: offered.challenge, origin })).toString('base64url'),
    },
  }
  expectProblem(await other.person.call('POST', '/auth/passkeys', stolen), 409, /already/)
})

it('[CL249] what is no answer of a browser is refused with what to send, and changes nothing', async () => {
  const { person, device } = await withPasskey('Di')
  const { body: options } = await cloud.call('POST', '/auth/passkeys/sign-in/options')
  const good = device.get(options)
  const bad: unknown[] = [
    undefined,
    null,
    [],
    {},
    { ...good, id: 'a b' },
    { ...good, type: 'password' },
    { ...good, response: {} },
    { ...good, id: 'x'.repeat(2000) },
  ]
  for (const body of bad) expectProblem(await cloud.call('POST', '/auth/passkeys/sign-in', body), 400)
  for (const body of [
    { ...good, id: 'AAAA', rawId: 'AAAA' },
    { ...good, rawId: 'AAAA' },
    { ...good, response: { ...good.response, clientDataJSON: 'AAAA' } },
    { ...good, response: { ...good.response, authenticatorData: 'AA' } },
  ])
    expectProblem(await cloud.call('POST', '/auth/passkeys/sign-in', body), 401)
  const { body: creation } = await person.call('POST', '/auth/passkeys/options')
  const made = newAuthenticator(origin).create(creation)
  for (const attestationObject of ['AAAA', 'oA', made.response.attestationObject.slice(0, -20)])
    expectProblem(await person.call('POST', '/auth/passkeys', { ...made, response: { ...made.response, attestationObject } }), 401)
  expect((await person.call('GET', '/auth/ways')).body.passkeys).toHaveLength(1)
  expectProblem(await person.call('DELETE', `/auth/ways/passkeys/${randomUUID()}`), 404)
})

it('[CL250] the last way in stays, also when two go at once; a passkey proves, and an account with nothing else is changed and deleted with it', async () => {
  const { person, device, passkey } = await withPasskey('Eve')
  expect((await person.call('DELETE', '/auth/ways/password')).status).toBe(204)
  expectProblem(await person.call('DELETE', `/auth/ways/passkeys/${passkey.id}`), 409, /the only way you can sign in.*set a password/)
  const second = newAuthenticator(origin)
  const { id } = (await add(person, second)).body as { id: string }
  const gone = await Promise.all([person.call('DELETE', `/auth/ways/passkeys/${id}`), person.call('DELETE', `/auth/ways/passkeys/${passkey.id}`)])
  expect(gone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  const [left, removed] = gone[0].status === 204 ? [device, second] : [second, device]
  expectProblem(await signInWith(removed), 401)
  await mailTo(person.email, 'no longer be signed in to with a passkey')

  await age(person.id, 11)
  expectProblem(await person.call('POST', '/auth/account/delete', {}), 403, /Confirm/)
  // Somebody else's passkey proves nothing.
  const other = await withPasskey('Flo')
  expectProblem(await proveWith(person, other.device), 401)
  expect((await proveWith(person, left)).status).toBe(204)
  expect((await person.call('POST', '/auth/account/delete', {})).status).toBe(204)
  expectProblem(await signInWith(left), 401)
})

it('[CL250] what a stranger had added to an unproven account ends when the address is proven', async () => {
  const thief = await newPerson(cloud, 'Thief')
  const device = newAuthenticator(origin)
  expect((await add(thief, device)).status).toBe(201)
  expect((await signInWith(device)).status).toBe(200)
  const token = () =>
    cloud
      .mails(thief.email)
      .map((mail) => /#token=([\w-]+)/.exec(mail)?.[1])
      .find(Boolean)
  await expect.poll(token, { timeout: 10_000 }).toBeDefined()
  expect((await cloud.call('POST', '/auth/verify', { token: token(), password: 'another horse battery' })).status).toBe(204)
  expectProblem(await signInWith(device), 401)
})

it('[CL198] [CL250] who added a passkey before they changed the address is out when it is taken back; what is older stays', async () => {
  const { person, device } = await withPasskey('Ana')
  await onDatabase(cloud.database.url, (client) => client.query("UPDATE passkeys SET created_at = now() - interval '8 days' WHERE user_id = $1", [person.id]))
  const thief = await signIn(cloud, person.email)
  const thiefs = newAuthenticator(origin)
  expect((await add(thief, thiefs)).status).toBe(201)
  const theirs = `thief-${randomUUID()}@example.org`
  expect((await thief.call('POST', '/auth/address', { email: theirs, password })).status).toBe(202)
  const linkTo = async (email: string, page: string) => {
    const found = () => cloud.mails(email).flatMap((mail) => new RegExp(`/${page}#token=([\\w-]+)`).exec(mail)?.[1] ?? [])
    await expect.poll(() => found().length, { timeout: 10_000 }).toBe(1)
    return found()[0]
  }
  expect((await cloud.call('POST', '/auth/address/confirm', { token: await linkTo(theirs, 'address') })).status).toBe(204)
  expect((await signInWith(thiefs)).status).toBe(200)
  expect((await cloud.call('POST', '/auth/address/undo', { token: await linkTo(person.email, 'address-undo') })).status).toBe(204)
  expectProblem(await signInWith(thiefs), 401)
  expect((await signInWith(device)).status).toBe(200)
})

it('[CL251] there are no passkeys at an address with a number or without HTTPS, with issuers only, and none for who must confirm the address first', async () => {
  expect((await cloud.call('GET', '/auth/options')).body.passkeys).toBe(true)
  const { person, device } = await withPasskey('Gus')
  for (const more of [
    { publicUrl: 'http://192.0.2.7' },
    { publicUrl: 'https://192.0.2.7' },
    { publicUrl: 'https://[2001:db8::1]' },
    { publicUrl: 'http://tandem.example' },
    { publicUrl: origin, signInWays: 'oidc' as const },
  ]) {
    const other = await openCloud(more, cloud.database)
    onTestFinished(() => other.close())
    expect((await other.call('GET', '/auth/options')).body.passkeys).toBe(false)
    for (const path of ['/auth/passkeys/options', '/auth/passkeys/sign-in/options', '/auth/passkeys/prove/options'])
      expectProblem(await other.call('POST', path, undefined, person.as), 403, /aren’t available/)
    expect((await other.call('GET', '/auth/ways', undefined, person.as)).body.passkeys).toEqual([])
  }
  // At another host the passkey is unknown, and no way in that counts.
  const moved = await openCloud({ publicUrl: 'https://tandem.example' }, cloud.database)
  onTestFinished(() => moved.close())
  expectProblem(await signInWith(device, {}, moved), 401)
  expectProblem(await moved.call('DELETE', '/auth/ways/password', undefined, person.as), 409, /add a passkey/)

  const strict = await openCloud({ publicUrl: origin, requireVerified: true }, cloud.database)
  onTestFinished(() => strict.close())
  const newcomer = await newPerson(cloud, 'Hal')
  const theirs = newAuthenticator(origin)
  await add(newcomer, theirs)
  expectProblem(await signInWith(theirs, {}, strict), 403, /Confirm your email address/)
})

it('[CL249] trying is limited, and an account has at most 20', async () => {
  const slow = await openCloud({ publicUrl: origin, signInsPerMinute: 3 })
  onTestFinished(() => slow.close())
  const { person, device } = await withPasskey('Ida')
  const tries = [
    await signInWith(device, { forged: true }, slow),
    await signInWith(device, { forged: true }, slow),
    await signInWith(device, { forged: true }, slow),
  ]
  expect(tries.map(({ status }) => status)).toEqual([401, 401, 401])
  expectProblem(await slow.call('POST', '/auth/passkeys/sign-in/options'), 429)
  for (let n = 1; n < 19; n++) expect((await add(person, newAuthenticator(origin))).status).toBe(201)
  // Of three that were begun while there was room for one, one is added.
  const begun = await Promise.all([1, 2, 3].map(() => person.call('POST', '/auth/passkeys/options')))
  const last = await Promise.all(begun.map(({ body }) => person.call('POST', '/auth/passkeys', newAuthenticator(origin).create(body))))
  expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  expectProblem(await person.call('POST', '/auth/passkeys/options'), 409, /20 passkeys/)
})
