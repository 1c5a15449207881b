// Activity in the cloud's window.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam, type TestCloud } from '../../support/cloud/cloud.ts'
import { openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'

const visitor = useBrowser()
let cloud: TestCloud
beforeAll(async () => {
  cloud = await openCloudWindow()
})
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

it('[PW14] shows what everybody did, as it happens; one change is undone there, also one that was told only now', async () => {
  const person = await newPerson(cloud, 'Ana')
  const team = await newTeam(cloud, person, 'Kitchen')
  const id = (await team.call('POST', '/tasks', { title: 'Order flour', priority: 'low' })).body.id as number
  await team.call('PATCH', `/tasks/${id}`, { priority: 'high' })
  await team.call('POST', '/contacts', { name: 'Greta Graf' })
  const page = await visitor.open(`${cloud.url}/open`, { serviceWorkers: 'block' })
  await signInPage(page, person.email)
  await page.getByRole('link', { name: /Order flour/ }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  const activity = page.getByRole('region', { name: 'Activity' })
  const line = (text: RegExp) => activity.locator('li').filter({ hasText: text })
  await line(/priority to High/i).waitFor()
  await line(/Greta Graf/).waitFor()
  expect(
    await line(/Greta Graf/)
      .getByRole('button', { name: /^Undo/ })
      .count(),
  ).toBe(0)
  expect(await violations(page)).toEqual([])

  await team.call('PATCH', `/tasks/${id}`, { status: 'in_progress' })
  const fold = activity.getByRole('button', { expanded: false })
  await fold.click()
  await line(/status to In progress/i)
    .getByRole('button', { name: /^Undo/ })
    .click()
  await expect.poll(async () => (await team.call('GET', `/tasks/${id}`)).body).toMatchObject({ status: 'backlog', priority: 'high' })
  await line(/priority to High/i)
    .getByRole('button', { name: /^Undo/ })
    .click()
  await expect.poll(async () => (await team.call('GET', `/tasks/${id}`)).body.priority).toBe('low')
  await page.reload()
  await activity.waitFor()
  expect(new URL(page.url()).pathname).toBe('/activity')
})
