// Saved lists in the cloud's window: the team's, for everyone who is in it.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { SavedList } from '../../../shared/schema/saved-list.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { addMember, newPerson, newTeam, type TestCloud } from '../../support/cloud/cloud.ts'
import { keptForOffline, openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'

const visitor = useBrowser()
let cloud: TestCloud
beforeAll(async () => {
  cloud = await openCloudWindow()
})
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

const link = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()

it('[SL5] [W107] are the team’s: what one saves, renames and deletes the other sees at once; what the browser kept moves there; they are here without a network', async () => {
  const ana = await newPerson(cloud, 'Ana')
  const bo = await newPerson(cloud, 'Bo')
  const team = await newTeam(cloud, ana, 'Bakery')
  await addMember(cloud, team, ana, bo, 'member')
  await team.call('POST', '/tasks', { title: 'Oven is cold', labels: ['bug'] })
  const lists = async () => (await team.call('GET', '/lists')).body as SavedList[]
  const names = async () => (await lists()).map(({ name }) => name)

  const page = await visitor.open(`${cloud.url}/all?label=bug`)
  await signInPage(page, ana.email)
  const other = await visitor.open(`${cloud.url}/all`, { serviceWorkers: 'block' })
  await signInPage(other, bo.email)
  await other.getByRole('link', { name: /Oven is cold/ }).waitFor()

  await page.getByRole('button', { name: 'Save list' }).click()
  await page.getByRole('textbox', { name: 'List name' }).fill('Bugs')
  await page.keyboard.press('Enter')
  await link(page, 'Bugs').waitFor()
  await expect.poll(names).toEqual(['Bugs'])
  await link(other, 'Bugs').waitFor()
  await link(other, 'Bugs').focus()
  await other.keyboard.press('F2')
  await other.getByRole('textbox', { name: 'New name for “Bugs”' }).fill('Broken')
  await other.keyboard.press('Enter')
  await link(page, 'Broken').waitFor()
  await link(other, 'Broken').focus()
  await other.keyboard.press('Delete')
  await link(page, 'Broken').waitFor({ state: 'detached' })
  await expect.poll(names).toEqual([])
  await other.keyboard.press('z')
  await link(page, 'Broken').waitFor()
  await other.getByText(/^Undone/).waitFor()
  await other.keyboard.press('Shift+Z')
  await link(page, 'Broken').waitFor({ state: 'detached' })
  await other.keyboard.press('z')
  await link(page, 'Broken').waitFor()

  // As an earlier version kept it.
  const kept = { id: 1, uid: crypto.randomUUID(), name: 'Mine', position: 1, view: 'board', color: 'green', query: { label: ['bug'] }, version: 1 }
  await page.evaluate((list) => localStorage.setItem('tandem:lists', JSON.stringify([list])), kept)
  await page.reload()
  await link(page, 'Mine').waitFor()
  expect(await lists()).toMatchObject([{ name: 'Broken' }, { name: 'Mine', view: 'board', color: 'green', query: { label: ['bug'] } }])
  expect(await page.evaluate(() => localStorage.getItem('tandem:lists'))).toBeNull()

  await keptForOffline(page)
  await page.context().setOffline(true)
  await page.reload()
  await link(page, 'Mine').click()
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
  await page.context().setOffline(false)
})
