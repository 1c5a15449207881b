// An invitation, opened by somebody who has never heard of Tandem, who has an account, or for whom it is not.
import { afterAll, afterEach, expect, test } from 'vitest'
import { violations } from '../../../support/browser/axe.ts'
import { useBrowser } from '../../../support/browser/browser.ts'
import { newPerson, newTeam, password, prove } from '../../../support/cloud/cloud.ts'
import { openCloudWindow, signInPage } from '../../../support/cloud/cloud-window.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'

const cloud = await openCloudWindow()
const visitor = useBrowser()
const refused = /the server responded with a status of (?:401|404)/
afterEach(() => expect(visitor.problems.splice(0).filter((problem) => !refused.test(problem))).toEqual([]))
afterAll(() => cloud.close())

const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' as const }
let number = 0

async function kitchen() {
  const bo = await newPerson(cloud, 'Bo')
  const team = await newTeam(cloud, bo, 'Kitchen')
  await prove(cloud, bo)
  /** The path of the link in the newest mail. */
  async function invite(email: string): Promise<string> {
    const mails = () => cloud.mails(email).filter((text) => text.includes('/invitation#'))
    const before = mails().length
    expect((await bo.call('POST', `/teams/${team.id}/members`, { email })).status).toBe(201)
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(before + 1)
    return /\/invitation#\S+/.exec(mails().at(-1) as string)?.[0] as string
  }
  const members = async () => (await bo.call('GET', `/teams/${team.id}/members`)).body as { id: string; email: string; status: string }[]
  const statusOf = async (email: string) => (await members()).find((one) => one.email === email)?.status
  return { bo, team, invite, statusOf, members }
}
const proveByMail = async (email: string) => {
  const { rows } = await onDatabase(cloud.database.url, (client) => client.query('SELECT id FROM users WHERE email = $1', [email]))
  await prove(cloud, { id: rows[0].id })
}

test.runIf(process.env.TANDEM_LONG)(
  '[CL152] without an account: who invites, into what, and after the sign-up and the proof of the address one is in',
  async () => {
    const { invite, statusOf } = await kitchen()
    const email = `guest-${++number}-${process.pid}@example.org`
    const page = await visitor.open(`${cloud.url}${await invite(email)}`, phone)
    await page.getByRole('heading', { name: 'Bo invites you to “Kitchen” on Tandem.' }).waitFor()
    const shown = page.locator('section:visible')
    await shown.getByText('one task list that people and AI agents share').waitFor()
    await shown.getByText(`The invitation is for g…@example.org.`).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Create an account and join' }).click()
    await page.getByText('Then you join the team “Kitchen”').waitFor()
    await page.getByLabel('Your name').fill('Guest')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    // Nobody joins with an address that is not proven.
    await page.getByText(`${email} isn’t confirmed yet`).waitFor()
    expect(await statusOf(email)).toBe('invited')
    await proveByMail(email)
    await page.reload()
    await page.getByRole('button', { name: 'More', exact: true }).waitFor()
    expect(await statusOf(email)).toBe('active')
  },
)

test('[CL152] with an account one signs in and is in, in that team; opened again, expired, withdrawn or for another address, it says so and leads on', async () => {
  const { bo, team, invite, statusOf, members } = await kitchen()
  const cy = await newPerson(cloud, 'Cy')
  await prove(cloud, cy)
  await newTeam(cloud, cy, 'Garden')
  const link = await invite(cy.email)
  const page = await visitor.open(`${cloud.url}${link}`, phone)
  await page.getByRole('link', { name: 'Sign in and join' }).click()
  await page.getByLabel('Email address').fill(cy.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^Team Kitchen/ }).waitFor()
  expect(await statusOf(cy.email)).toBe('active')
  const again = async (path: string) => {
    await page.goto('about:blank')
    await page.goto(`${cloud.url}${path}`)
  }
  await again(link)
  await page.getByText('You’re on “Kitchen” already.').waitFor()
  await page.getByRole('link', { name: 'Open Tandem' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).waitFor()

  // Signed in, and meant: one button.
  const attic = await newTeam(cloud, bo, 'Attic')
  await bo.call('POST', `/teams/${attic.id}/members`, { email: cy.email })
  const toAttic = () => cloud.mails(cy.email).find((text) => text.includes(`&team=${attic.id}`))
  await expect.poll(toAttic, { timeout: 20_000 }).toBeDefined()
  await again(/\/invitation#\S+/.exec(toAttic() as string)?.[0] as string)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('You’ve joined “Attic”.').waitFor()

  // For somebody else, whose address begins alike: signed out, it is as for everybody, and is kept for after the sign-in once that is pressed.
  const email = `cindy-${++number}-${process.pid}@example.org`
  const theirs = await invite(email)
  await again(theirs)
  await page.getByText(`You’re signed in as ${cy.email}. The invitation is for c…@example.org.`).waitFor()
  await page.getByRole('button', { name: 'Sign out and use that address' }).click()
  const kept = () => page.evaluate("localStorage.getItem('tandem:invitation')")
  await page.getByRole('link', { name: 'Create an account and join' }).waitFor()
  expect(await kept()).toBe(null)
  await page.getByRole('link', { name: 'Sign in and join' }).click()
  expect(await kept()).toContain(team.id)
  // Somebody signs in who is not meant: they see what is theirs.
  const dora = await newPerson(cloud, 'Dora')
  await prove(cloud, dora)
  await newTeam(cloud, dora, 'Shed')
  await signInPage(page, dora.email)
  await page.getByRole('button', { name: /^Team Shed/ }).waitFor()
  expect(await kept()).toBe(null)

  if (!process.env.TANDEM_LONG) return
  const german = await visitor.open(`${cloud.url}${theirs}`, { ...phone, locale: 'de-DE', colorScheme: 'dark' })
  await german.getByRole('heading', { name: 'Bo lädt dich auf Tandem in „Kitchen“ ein.' }).waitFor()
  await onDatabase(cloud.database.url, (client) =>
    client.query("UPDATE members SET invitation_expires_at = now() - interval '1 minute' WHERE email = $1 AND team_id = $2", [email, team.id]),
  )
  await german.reload()
  await german.getByText('Diese Einladung ist abgelaufen. Bitte um eine neue (Bo, „Kitchen“).').waitFor()
  const { id } = (await members()).find((one) => one.email === email) as { id: string }
  await bo.call('DELETE', `/teams/${team.id}/members/${id}`)
  await again(theirs)
  await page.getByText('already used or withdrawn').waitFor()
  await page.getByRole('link', { name: 'Open Tandem' }).waitFor()
})
