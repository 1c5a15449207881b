// Who may create an account, as the operator says.
import { expect, it, onTestFinished } from 'vitest'
import { expectProblem } from '../../../contract/http.ts'
import { newPerson, newTeam, openCloud, password, signIn } from '../../../support/cloud/cloud.ts'

it('[CL170] open, for the invited only, or for nobody; no answer tells who is invited, and who has an account signs in as ever', async () => {
  const open = await openCloud()
  onTestFinished(() => open.close())
  const owner = await newPerson(open, 'Ana')
  const team = await newTeam(open, owner, 'Kitchen')
  expect((await open.call('GET', '/auth/options')).body).toMatchObject({ sign_ups: 'open' })
  for (const email of ['lena@example.org', 'late@example.org']) expect((await owner.call('POST', `/teams/${team.id}/members`, { email })).status).toBe(201)

  const invited = await openCloud({ signUps: 'invited' }, open.database)
  onTestFinished(() => invited.close())
  expect((await invited.call('GET', '/auth/options')).body).toMatchObject({ sign_ups: 'invited' })
  const signUp = (email: string, on = invited) => on.call('POST', '/auth/sign-up', { email, password, name: 'Somebody' })
  const mailed = (email: string, subject: RegExp) => expect.poll(() => invited.mails(email).at(-1), { timeout: 15_000 }).toMatch(subject)
  const stranger = await signUp('stranger@example.org')
  const lena = await signUp('Lena@Example.org')
  expect([stranger.status, stranger.body]).toEqual([lena.status, lena.body])
  await mailed('stranger@example.org', /Subject: No Tandem account was created/)
  await mailed('Lena@Example.org', /Subject: Confirm your address/)
  expectProblem(await invited.call('POST', '/auth/sign-in', { email: 'stranger@example.org', password }), 401)
  expect((await signIn(invited, 'lena@example.org')).email).toBe('lena@example.org')
  expect((await signUp(owner.email)).body).toEqual(lena.body)
  expect((await signIn(invited, owner.email)).email).toBe(owner.email)
  const members = (await owner.call('GET', `/teams/${team.id}/members`)).body as { id: string; email: string }[]
  const late = members.find(({ email }) => email === 'late@example.org')
  expect((await owner.call('DELETE', `/teams/${team.id}/members/${late?.id}`)).status).toBe(204)
  await signUp('late@example.org')
  await mailed('late@example.org', /Subject: No Tandem account was created/)

  const closed = await openCloud({ signUps: 'closed' }, open.database)
  onTestFinished(() => closed.close())
  expect((await closed.call('GET', '/auth/options')).body).toMatchObject({ sign_ups: 'closed' })
  expectProblem(await signUp('anybody@example.org', closed), 403, /takes no new accounts/)
  expectProblem(await signUp(owner.email, closed), 403, /takes no new accounts/)
  expect((await signIn(closed, owner.email)).email).toBe(owner.email)
})
