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

it.runIf(process.env.TANDEM_LONG)(
  '[SL5] [W107] are the team’s: what one saves, renames and deletes the other sees at once; what the browser kept moves there; they are here without a network',
  async () => {
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
  },
)

it.runIf(process.env.TANDEM_LONG)(
  '[PW16] are saved, renamed, moved and deleted without a network, undone before they are sent, and sent once it is back',
  async () => {
    const ana = await newPerson(cloud, 'Ana')
    const team = await newTeam(cloud, ana, 'Brewery')
    await team.call('POST', '/tasks', { title: 'Barrels leak', labels: ['bug'] })
    for (const name of ['Old', 'Renamed later', 'Gone meanwhile']) await team.call('POST', '/lists', { name, query: { label: ['bug'] } })
    const lists = async () => (await team.call('GET', '/lists')).body as SavedList[]
    const names = async () => (await lists()).map(({ name }) => name)
    const inSidebar = (page: Page) =>
      page
        .getByRole('navigation')
        .getByRole('link', { name: /^(Old|Renamed|Gone|Leaks|Kept|Not sent)/ })
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.split('\n')[0]))

    const page = await visitor.open(`${cloud.url}/all?label=bug`)
    await signInPage(page, ana.email)
    await link(page, 'Old').waitFor()
    await keptForOffline(page)
    await page.context().setOffline(true)
    await page.getByText('You’re offline.').waitFor()

    const rename = async (from: string, to: string) => {
      await link(page, from).focus()
      await page.keyboard.press('F2')
      await page.getByRole('textbox', { name: `New name for “${from}”` }).fill(to)
      await page.keyboard.press('Enter')
      await link(page, to).waitFor()
    }
    const save = async (name: string) => {
      await page.getByRole('button', { name: 'Save list' }).click()
      await page.getByRole('textbox', { name: 'List name' }).fill(name)
      await page.keyboard.press('Enter')
      await link(page, name).waitFor()
    }
    await page.goto(`${cloud.url}/all?label=leak`)
    await save('Leaks')
    const address = (await link(page, 'Leaks').getAttribute('href')) ?? ''
    await rename('Leaks', 'Leaks of barrels')
    await rename('Renamed later', 'Renamed')
    await rename('Gone meanwhile', 'Kept after all')
    await link(page, 'Old').focus()
    await page.keyboard.press('Delete')
    await link(page, 'Old').waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await link(page, 'Old').waitFor()
    await page.keyboard.press('Shift+Z')
    await link(page, 'Old').waitFor({ state: 'detached' })
    await link(page, 'Leaks of barrels').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => inSidebar(page)).toEqual(['Renamed', 'Leaks of barrels', 'Kept after all'])
    expect(await names()).toEqual(['Old', 'Renamed later', 'Gone meanwhile'])

    // Another page takes over what this one leaves.
    await page.reload()
    await expect.poll(() => inSidebar(page)).toEqual(['Renamed', 'Leaks of barrels', 'Kept after all'])
    const gone = (await lists()).find(({ name }) => name === 'Gone meanwhile') as SavedList
    await team.call('DELETE', `/lists/${gone.uid}`)
    await page.context().setOffline(false)
    await expect.poll(async () => (await names()).toSorted()).toEqual(['Kept after all', 'Leaks of barrels', 'Renamed'])
    await expect.poll(() => inSidebar(page)).toEqual(await names())
    expect((await lists()).find(({ name }) => name === 'Leaks of barrels')).toMatchObject({ query: { label: ['leak'] } })
    // It is the list that was made here: what was put in order in it is.
    expect(address).toContain((await lists()).find(({ name }) => name === 'Leaks of barrels')?.uid)
    await link(page, 'Leaks of barrels').click()
    await page.getByRole('heading', { level: 1, name: 'Leaks of barrels' }).waitFor()
  },
)
