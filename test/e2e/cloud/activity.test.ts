// Activity in the cloud's window.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
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

it.runIf(process.env.TANDEM_LONG)('[PW14] [CL108] undoes all that an agent did after a preview, a deleted task with its comments, and a contact', async () => {
  const person = await newPerson(cloud, 'Ana')
  const team = await newTeam(cloud, person, 'Kitchen')
  const claude = { 'x-actor': 'agent:claude' }
  const { id } = (await team.call('POST', '/tasks', { title: 'Order flour' }, { 'x-actor': 'agent:codex' })).body
  await team.call('POST', `/tasks/${id}/comments`, { body: 'Two sacks' }, { 'x-actor': 'agent:codex' })
  for (const priority of ['high', 'low']) await team.call('PATCH', `/tasks/${id}`, { priority }, claude)
  await team.call('POST', '/contacts', { name: 'Greta Graf' }, claude)
  await team.call('DELETE', `/tasks/${id}`, undefined, claude)
  const page = await visitor.open(`${cloud.url}/activity`, { serviceWorkers: 'block' })
  await signInPage(page, person.email)
  const activity = page.getByRole('region', { name: 'Activity' })
  await activity.waitFor()
  const burst = activity.locator('article').filter({ hasText: 'claude' })
  await burst.getByRole('button', { name: 'Undo all of these' }).click()
  const asked = burst.getByRole('group', { name: 'Undo all of these' })
  await asked.getByText('restore 1 deleted item').waitFor()
  expect((await team.call('GET', `/tasks/${id}`)).status).toBe(404)
  await asked.getByRole('button').first().click()
  await expect.poll(async () => (await team.call('GET', `/tasks/${id}`)).body).toMatchObject({ title: 'Order flour', priority: 'medium' })
  expect((await team.call('GET', `/tasks/${id}/comments`)).body).toMatchObject([{ body: 'Two sacks' }])
  expect((await team.call('GET', '/contacts')).body).toEqual([])
  await activity.locator('article').filter({ hasText: 'Ana' }).first().waitFor()
  await page.goto(`${cloud.url}/open`)
  await page.getByRole('link', { name: /Order flour/ }).waitFor()
})

it.runIf(process.env.TANDEM_LONG)('[CL153] whose work somebody else takes back sees it at once, and in Activity', async () => {
  const [ana, bo] = [await newPerson(cloud, 'Ana'), await newPerson(cloud, 'Bo')]
  const team = await newTeam(cloud, ana, 'Mill')
  await addMember(cloud, team, ana, bo)
  const t = { 'x-team-id': team.id }
  const { id } = (await bo.call('POST', '/tasks', { title: 'Grind the rye' }, t)).body
  await bo.call('PATCH', `/tasks/${id}`, { priority: 'high' }, t)
  const page = await visitor.open(`${cloud.url}/open`, { serviceWorkers: 'block' })
  await signInPage(page, bo.email)
  await page.getByRole('link', { name: /Grind the rye/ }).waitFor()
  const { seq } = ((await ana.call('GET', `/tasks/${id}/history`, undefined, t)).body as { seq: number }[])[0] as { seq: number }
  expect((await ana.call('POST', '/undo', { entry: seq }, t)).status).toBe(200)
  const notice = page.getByRole('status').filter({ hasText: 'Ana undid a change of yours' })
  await notice.getByRole('button', { name: 'Activity' }).click()
  await page.getByRole('region', { name: 'Activity' }).locator('article').filter({ hasText: 'Ana' }).first().waitFor()
})

it.runIf(process.env.TANDEM_LONG)('[PW25] a link into another team stays there: also after the next task, and loaded again without a network', async () => {
  const ana = await newPerson(cloud, 'Ana')
  // The newest stands first where nothing was chosen.
  const [second, first] = [await newTeam(cloud, ana, 'Second'), await newTeam(cloud, ana, 'First')]
  for (const [team, titles] of [[first, ['Order flour', 'Order yeast']] as const, [second, ['Grind the rye', 'Clean the sieves']] as const])
    for (const title of titles) await team.call('POST', '/tasks', { title })
  const page = await visitor.open(`${cloud.url}/open?team=${first.id}`)
  await signInPage(page, ana.email)
  await page.getByRole('link', { name: /Order flour/ }).waitFor()
  await page.goto(`${cloud.url}/task/1?team=${second.id}`)
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect.poll(() => title.inputValue()).toBe('Grind the rye')
  await keptForOffline(page)
  await page
    .getByRole('link', { name: /Clean the sieves/ })
    .first()
    .click()
  await expect.poll(() => title.inputValue()).toBe('Clean the sieves')
  expect(page.url()).not.toContain('team=')
  await page.getByText('Up to date').waitFor()
  await page.context().setOffline(true)
  await page.reload()
  await expect.poll(() => title.inputValue()).toBe('Clean the sieves')
  await page.getByRole('button', { name: /^Team Second/ }).waitFor()
  await page.context().setOffline(false)
})
