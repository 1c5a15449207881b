// The window that the cloud serves, in a real browser against a real cloud.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { password, type TestCloud } from '../../support/cloud/cloud.ts'
import { openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'

const visitor = useBrowser()
let cloud: TestCloud
beforeAll(async () => {
  cloud = await openCloudWindow()
})
afterAll(() => cloud.close())

describe('a new person', () => {
  it('[PW1] [PW2] [PW12] signs up, makes a team, adds, edits, takes back and finds a task; a second browser sees it live', async () => {
    // Keeping all of the window for offline is half of what it costs, and shown elsewhere.
    const light = { serviceWorkers: 'block' } as const
    const page = await visitor.open(`${cloud.url}/#sign-up`, light)
    await page.getByLabel('Your name').fill('Ana Lopez')
    await page.getByLabel('Email address').fill('ana.window@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Team name').fill('Kitchen')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('button', { name: /Team Kitchen/ }).waitFor()

    await page.keyboard.press('c')
    await page.keyboard.insertText('Sharpen the knives #tools')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /Sharpen the knives/ }).waitFor()

    const other = await visitor.open(`${cloud.url}/task/1`, light)
    await signInPage(other, 'ana.window@example.org')
    await other.getByRole('region', { name: /1/ }).getByText('Sharpen the knives').waitFor()
    expect(new URL(other.url()).pathname).toBe('/task/1')

    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /Sharpen the knives/ }).click()
    await page.getByRole('button', { name: /Status: Backlog/ }).click()
    await page.getByRole('option', { name: /In progress/ }).click()
    await other.getByRole('button', { name: /Status: In progress/ }).waitFor()
    await page.keyboard.press('z')
    await other.getByRole('button', { name: /Status: Backlog/ }).waitFor()
    await page
      .getByRole('status')
      .getByText(/^Undone/)
      .waitFor()
    await page.keyboard.press('Shift+Z')
    await other.getByRole('button', { name: /Status: In progress/ }).waitFor()
    await page.keyboard.press('z')
    await other.getByRole('button', { name: /Status: Backlog/ }).waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('knifes')
    await page.getByRole('option', { name: /Sharpen the knives/ }).waitFor()
    expect(visitor.problems).toEqual([])
  })
})
