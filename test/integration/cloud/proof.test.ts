// Whose account is it? Anybody can sign up with anybody's address; it is theirs once they open the link that was mailed there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepAt, totpCode } from '../../../cloud/auth/totp.ts'
import { expectProblem } from '../../contract/http.ts'
import { unbase32 } from '../../support/base32.ts'
import { type Call, newPerson, newTeam, openCloud, password, signIn, type TestCloud, type TestPerson } from '../../support/cloud/cloud.ts'
import { onDatabase, waitingForLock } from '../../support/cloud/postgres.ts'
import { firstOf } from '../../support/first-of.ts'

let open: TestCloud
let strict: TestCloud
beforeAll(async () => {
  open = await openCloud()
  strict = await openCloud({ requireVerified: true })
})
afterAll(async () => {
  await open.close()
  await strict.close()
})

let number = 0
const fresh = () => `proof-${++number}@example.org`
const own = 'the password of the owner'

/** The link of the newest mail about that. */
async function link(cloud: TestCloud, email: string, page: 'verify' | 'reset' | 'invitation', count = 1): Promise<string> {
  const mails = () => cloud.mails(email).filter((mail) => mail.includes(`/${page}#token=`))
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(count)
  return /#token=([\w-]+)/.exec(mails().at(-1) as string)?.[1] as string
}
const signUp = (cloud: TestCloud, email: string, secret: string, name?: string) => cloud.call('POST', '/auth/sign-up', { email, password: secret, name })
const tryIn = async (cloud: TestCloud, email: string, secret: string) => (await cloud.call('POST', '/auth/sign-in', { email, password: secret })).status

const kinds: [string, () => TestCloud][] = [
  ['where only confirmed ones do', () => strict],
  ['where any address signs in', () => open],
]
describe.each(firstOf(1, kinds))('an account that somebody else made first, %s', (_, cloudOf) => {
  it('[CL49] opens nothing to them once the address is confirmed', async () => {
    const cloud = cloudOf()
    const email = fresh()
    const owner = await newPerson(open === cloud ? cloud : { call: provenCall(cloud) })
    const team = await newTeam(cloud, owner)
    await signUp(cloud, email, password, 'Not Ana')
    expect((await owner.call('POST', `/teams/${team.id}/members`, { email })).body.status).toBe('invited')
    expect(await tryIn(cloud, email, password)).toBe(cloud === open ? 200 : 403)
    // The owner of the address signs up, too, and opens the link.
    await signUp(cloud, email, own, 'Ana')
    const token = await link(cloud, email, 'verify', 2)
    expectProblem(await cloud.call('POST', '/auth/verify', { token }), 400, /password/)
    expect((await cloud.call('POST', '/auth/verify', { token, password: own, name: 'Ana' })).status).toBe(204)
    expect(await tryIn(cloud, email, password)).toBe(401)
    const ana = await signIn(cloud, email, { password: own })
    expect((await ana.call('GET', '/auth/session')).body).toMatchObject({ user: { name: 'Ana', email_verified: true }, teams: [{ id: team.id }] })
  })
})

/** Signs people up as those who own their address. */
function provenCall(cloud: TestCloud): Call {
  return async (method, path, body, headers) => {
    const reply = await cloud.call(method, path, body, headers)
    if (path === '/auth/sign-up') {
      const { email, name } = body as { email: string; name?: string }
      await cloud.call('POST', '/auth/verify', { token: await link(cloud, email, 'verify'), password, name })
    }
    return reply
  }
}

describe('the proof of an address', () => {
  /** Everything that an account can be given before its address is proven. */
  async function squatted(email: string): Promise<{ squatter: TestPerson; apiToken: string; teamId: string }> {
    const squatter = await newPerson(open, 'Squatter', email)
    const team = await newTeam(open, squatter, 'A trap')
    const device = await squatter.call('POST', '/devices', { platform: 'android', token: `t${email.replaceAll(/\W/g, '')}${'x'.repeat(30)}` })
    expect(device.status).toBe(201)
    const { secret } = (await squatter.call('POST', '/auth/totp', { password })).body
    expect((await squatter.call('POST', '/auth/totp/confirm', { code: totpCode(unbase32(secret), stepAt(new Date())) })).status).toBe(200)
    return { squatter, apiToken: team.token, teamId: team.id }
  }

  it.each(firstOf(1, ['reset', 'verify']))('[CL49] leaves nothing that was there before, by /%s', async (page) => {
    const email = fresh()
    const { squatter, apiToken, teamId } = await squatted(email)
    if (page === 'reset') await open.call('POST', '/auth/reset', { email })
    const token = await link(open, email, page)
    const path = page === 'reset' ? '/auth/reset/confirm' : '/auth/verify'
    expect((await open.call('POST', path, { token, password: own })).status).toBe(204)
    // Password, session, second factor, device, API token and name are gone, and the team is one to be asked about.
    expect(await tryIn(open, email, password)).toBe(401)
    expectProblem(await squatter.call('GET', '/auth/session'), 401)
    expectProblem(await open.call('GET', '/tasks', undefined, { authorization: `Bearer ${apiToken}`, 'x-team-id': teamId }), 401)
    const ana = await signIn(open, email, { password: own })
    expect((await ana.call('GET', '/auth/session')).body).toEqual({
      user: { id: squatter.id, email, name: null, email_verified: true, totp_enabled: false },
      teams: [],
    })
    expect((await ana.call('GET', '/devices')).body).toEqual([])
    const waiting = (await ana.call('GET', '/invitations')).body
    expect(waiting).toMatchObject([{ team: { id: teamId, name: 'A trap' }, role: 'owner' }])
    expect((await ana.call('POST', `/invitations/${waiting[0].id}/accept`)).body).toMatchObject({ id: teamId, role: 'owner' })
  })

  it('[CL49] keeps the name and the teams of who knows the password, and ends the rest', async () => {
    const email = fresh()
    const { squatter: same, apiToken, teamId } = await squatted(email)
    const token = await link(open, email, 'verify')
    expect((await open.call('POST', '/auth/verify', { token, password })).status).toBe(204)
    expectProblem(await same.call('GET', '/auth/session'), 401)
    expectProblem(await open.call('GET', '/tasks', undefined, { authorization: `Bearer ${apiToken}`, 'x-team-id': teamId }), 401)
    const again = await signIn(open, email)
    expect((await again.call('GET', '/auth/session')).body).toMatchObject({ user: { name: 'Squatter', totp_enabled: false }, teams: [{ id: teamId }] })
  })

  it('[CL49] voids the other links: a late one takes neither password nor second factor away', async () => {
    const email = fresh()
    await signUp(open, email, password)
    const verify = await link(open, email, 'verify')
    await open.call('POST', '/auth/reset', { email })
    const reset = await link(open, email, 'reset')
    expect((await open.call('POST', '/auth/reset/confirm', { token: reset, password: own })).status).toBe(204)
    expectProblem(await open.call('POST', '/auth/verify', { token: verify, password }), 400, /already used/)
    // An address that is proven gets no more links to confirm it.
    await open.call('POST', '/auth/verify/resend', { email })
    await signUp(open, email, password)
    await expect.poll(() => open.mails(email).filter((mail) => /already has an account/.test(mail)).length, { timeout: 20_000 }).toBe(1)
    expect(open.mails(email).filter((mail) => mail.includes('/verify#'))).toHaveLength(1)
    expect(await tryIn(open, email, own)).toBe(200)
  })

  it('[CL41] a look-alike of a letter does not take the mails of an address away', async () => {
    const email = `kelvin-${fresh()}`
    await signUp(open, email.replace('k', '\u212a'), password)
    await signUp(open, email, own)
    await expect.poll(() => open.mails(email).length + open.mails(`K${email.slice(1)}`).length, { timeout: 20_000 }).toBe(2)
  })

  it('[CL49] two who confirm at the same moment: one password holds', async () => {
    const email = fresh()
    await signUp(open, email, password)
    const token = await link(open, email, 'verify')
    const words = ['first of the two', 'second of the two']
    const replies = await Promise.all(words.map((secret) => open.call('POST', '/auth/verify', { token, password: secret })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400])
    const holds = await Promise.all([...words, password].map((secret) => tryIn(open, email, secret)))
    expect(holds.toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })

  it('[CL49] an API token that is being made at that moment is not left behind', async () => {
    const email = fresh()
    const squatter = await newPerson(open, 'squatter', email)
    const team = await newTeam(open, squatter)
    const token = await link(open, email, 'verify')
    await onDatabase(open.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT 1 FROM teams WHERE id = $1 FOR UPDATE', [team.id])
      const proving = open.call('POST', '/auth/verify', { token, password })
      await expect.poll(() => waitingForLock(client), { timeout: 20_000 }).toBe(1)
      const making = squatter.call('POST', `/teams/${team.id}/tokens`, { name: 'keepsake' })
      await expect.poll(() => waitingForLock(client), { timeout: 20_000 }).toBe(2)
      await client.query('COMMIT')
      expect((await proving).status).toBe(204)
      await making
      expect((await client.query('SELECT 1 FROM api_tokens WHERE team_id = $1', [team.id])).rowCount).toBe(0)
    })
  })

  it('[CL49] a team that is being made at that moment is not made', async () => {
    const email = fresh()
    const squatter = await newPerson(open, 'squatter', email)
    const token = await link(open, email, 'verify')
    await onDatabase(open.database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE teams IN SHARE MODE')
      const making = squatter.call('POST', '/teams', { name: 'A late trap' })
      await expect.poll(() => waitingForLock(client), { timeout: 20_000 }).toBe(1)
      expect((await open.call('POST', '/auth/verify', { token, password: own })).status).toBe(204)
      await client.query('COMMIT')
      expectProblem(await making, 401)
    })
    const ana = await signIn(open, email, { password: own })
    expect((await ana.call('GET', '/auth/session')).body.teams).toEqual([])
  })

  it('[CL45] a session that began with the old password while a new one is set does not stay', async () => {
    const person = await newPerson(open)
    await open.call('POST', '/auth/reset', { email: person.email })
    const token = await link(open, person.email, 'reset')
    const [, ...tries] = await Promise.all([
      open.call('POST', '/auth/reset/confirm', { token, password: own }),
      ...Array.from({ length: 8 }, () => open.call('POST', '/auth/sign-in', { email: person.email, password })),
    ])
    for (const { status, body } of tries)
      if (status === 200) expectProblem(await open.call('GET', '/auth/session', undefined, { authorization: `Bearer ${body.token}` }), 401)
  })
})

describe('an invitation', () => {
  it('[CL26] is accepted by nobody whose address is not proven, by no way', async () => {
    const owner = await newPerson(open, 'owner')
    const team = await newTeam(open, owner)
    const email = fresh()
    const squatter = await newPerson(open, 'squatter', email)
    const { id } = (await owner.call('POST', `/teams/${team.id}/members`, { email })).body
    const token = await link(open, email, 'invitation')
    expectProblem(await squatter.call('POST', '/invitations/accept', { token }), 403, /Confirm your email address/)
    expectProblem(await squatter.call('POST', `/invitations/${id}/accept`), 403, /Confirm your email address/)
    expectProblem(await squatter.call('DELETE', `/invitations/${id}`), 403)
    expect((await squatter.call('GET', '/invitations')).body).toEqual([])
    const again = await signIn(open, email)
    expect((await again.call('GET', '/teams')).body).toEqual([])
  })
})

describe('a password', () => {
  it.each([' '.repeat(10), `a${' '.repeat(9)}`, '\u00a0'.repeat(12), '\u200b'.repeat(12), '\u2800'.repeat(12), `pass${'\u200d'.repeat(20)}`, '\t\n'.repeat(9)])(
    '[CL41] of %j is none',
    async (secret) => expectProblem(await signUp(open, fresh(), secret), 400, /not counting spaces/),
  )

  it('[CL41] is not repeated when it is refused', async () => {
    const { body } = await signUp(open, fresh(), 'hunter2')
    expect(JSON.stringify(body)).toContain('at least 10 characters')
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  it('[CL41] may have spaces besides', async () => expect((await signUp(open, fresh(), 'correct horse')).status).toBe(202))
})
