// A passkey in a real browser, with its virtual authenticator: added in the settings, used to sign in and to prove, removed.
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { violations } from '../../../support/browser/axe.ts'
import { useBrowser } from '../../../support/browser/browser.ts'
import { newPerson, newTeam, prove } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { openCloudWindow, signInPage } from '../../../support/cloud/cloud-window.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => void server.close(done))
  return port
}

// Passkeys are for names: browsers have none at 127.0.0.1.
const port = await freePort()
const cloud = await openCloudWindow({ port, publicUrl: `http://localhost:${port}` })
const url = `http://localhost:${port}`
const visitor = useBrowser()
const refused = /the server responded with a status of (?:401|403|409)/
afterEach(() => expect(visitor.problems.splice(0).filter((problem) => !refused.test(problem))).toEqual([]))
afterAll(() => cloud.close())

/** A device that answers without being touched; `isVerified`: it finds that the one who holds it is its owner. */
async function giveDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  return { verified: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) }
}

test('[CL248] [CL250] a passkey is added, signs in and proves, and the last way stays', async () => {
  const ana = await newPerson(cloud, 'Ana')
  await prove(cloud, ana)
  await newTeam(cloud, ana, 'Kitchen')
  const page = await visitor.open(`${url}/settings/account`, { serviceWorkers: 'block' })
  const device = await giveDevice(page)
  // Without one nothing happens, and it is said how to go on.
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('No passkey was used').waitFor()
  expect(await violations(page)).toEqual([])
  await signInPage(page, ana.email)

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added. You can sign in with it from now on').waitFor()
  await page
    .getByText(/Chrome, Linux.*last used/)
    .first()
    .waitFor()
  // The device has one: it says so, and makes no second.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('This device already has a passkey for your account').waitFor()
  await page.getByRole('button', { name: 'Remove password' }).click()
  await page.getByText('Password removed').waitFor()
  await page.getByRole('button', { name: /^Remove the passkey/ }).waitFor({ state: 'detached' })
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  // Somebody else picked the device up.
  await device.verified(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('No passkey was used').waitFor()
  await device.verified(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor({ state: 'detached' })
  await page.goto(`${url}/settings/account`)
  await page.getByText(ana.email).first().waitFor()

  // Ten minutes later a change asks again; there is no password to ask for.
  await onDatabase(cloud.database.url, (client) => client.query("UPDATE sessions SET proven_at = now() - interval '11 minutes'"))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  expect(await asked.getByLabel('Password').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await asked.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('This device already has a passkey for your account').waitFor()
})
