// The same field edited on two devices without a network: nobody's text is lost, and a person says which stands.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { keptForOffline, openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'

const visitor = useBrowser()
let cloud: TestCloud
let ana: TestPerson
let team: TestTeam
beforeAll(async () => {
  cloud = await openCloudWindow()
  ana = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, ana, 'Kitchen')
})
afterAll(() => cloud.close())

const titleOf = async (id: number) => (await team.call('GET', `/tasks/${id}`)).body.title as string

/** A device of Ana's with the task open. */
async function device(id: number): Promise<Page> {
  const page = await visitor.open(`${cloud.url}/all/${id}`)
  await signInPage(page, ana.email)
  await keptForOffline(page)
  await page.getByText('Up to date').waitFor()
  return page
}

async function retitle(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'will be sent' }).waitFor()
}

it.runIf(process.env.TANDEM_LONG)(
  '[PW7] [W4] two devices edit a title offline: both texts stand in Review, on the device that came last, and it is answered once',
  async () => {
    const id = (await team.call('POST', '/tasks', { title: 'Menu', triage: null })).body.id as number
    const [phone, laptop] = await Promise.all([device(id), device(id)])
    await Promise.all([phone, laptop].map((page) => page.context().setOffline(true)))
    await retitle(phone, 'Menu for spring')
    await retitle(laptop, 'Menu for May')
    await phone.context().setOffline(false)
    await expect.poll(() => titleOf(id)).toBe('Menu for spring')
    await laptop.context().setOffline(false)
    await expect.poll(() => titleOf(id)).toBe('Menu for May')

    // It outlives the page; the task says so, and Review has both.
    await laptop.getByRole('status').getByText('someone else had set “Title” to “Menu for spring”').waitFor()
    await laptop.reload()
    await laptop.getByRole('complementary', { name: 'Conflicts' }).getByRole('button', { name: 'Compare' }).click()
    const card = laptop.getByRole('article', { name: `Task ${id}: “Title” edited on two devices` })
    await card.getByText('Menu for spring').waitFor()
    await card.getByText('Menu for May').waitFor()
    expect(await violations(laptop)).toEqual([])
    await laptop.getByRole('link', { name: 'Review Waiting for approval: 1' }).waitFor()

    await card.getByRole('button', { name: 'Use the other device’s version' }).click()
    await expect.poll(() => titleOf(id)).toBe('Menu for spring')
    await card.waitFor({ state: 'detached' })
    // Taken back, it is asked again; done again, it is answered. Without a network, too.
    await laptop.getByRole('status').getByRole('button', { name: /^Undo/ }).first().waitFor()
    await laptop.keyboard.press('z')
    await expect.poll(() => titleOf(id)).toBe('Menu for May')
    await card.waitFor()
    await laptop.keyboard.press('Shift+Z')
    await expect.poll(() => titleOf(id)).toBe('Menu for spring')
    await card.waitFor({ state: 'detached' })
    await laptop.keyboard.press('z')
    await card.waitFor()
    await expect.poll(() => titleOf(id)).toBe('Menu for May')
    await laptop.context().setOffline(true)
    await card.getByRole('button', { name: 'Keep current' }).click()
    await card.waitFor({ state: 'detached' })
    await laptop.context().setOffline(false)
    await laptop.getByText('Up to date').waitFor()
    await laptop.reload()
    await laptop.getByRole('heading', { name: 'Review', exact: true }).waitFor()
    await laptop.getByText('Up to date').waitFor()
    expect(await card.count()).toBe(0)
    expect(await titleOf(id)).toBe('Menu for May')
    await phone.goto(`${cloud.url}/review`)
    await phone.getByText('Up to date').waitFor()
    expect(await phone.getByRole('article').count()).toBe(0)
  },
)
