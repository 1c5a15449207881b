// Parts, blockers and the Ready list in the window that the cloud serves: worked out from the copy on the device, written through the outbox.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'

const visitor = useBrowser()
let cloud: TestCloud
let person: TestPerson
let team: TestTeam
beforeAll(async () => {
  cloud = await openCloudWindow()
  person = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, person, 'Kitchen')
})
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

const add = async (title: string, more: object = {}) => (await team.call('POST', '/tasks', { title, status: 'todo', ...more })).body.id as number
const read = async (id: number) => (await team.call('GET', `/tasks/${id}`)).body
const patch = (id: number, fields: object) => team.call('PATCH', `/tasks/${id}`, fields)

async function enter(path: string): Promise<Page> {
  const page = await visitor.open(`${cloud.url}${path}`, { serviceWorkers: 'block' })
  await signInPage(page, person.email)
  await page.getByRole('button', { name: /Team Kitchen/ }).waitFor()
  await page.getByText('Up to date').waitFor()
  return page
}

const shown = (page: Page, id: number) => page.locator(`[data-detail="${id}"]`)

async function choose(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name })
  await field.fill(text)
  await page.getByRole('option', { name: new RegExp(text) }).waitFor()
  await page.keyboard.press('Enter')
  // Until it has gone the next key is one of its own.
  await field.waitFor({ state: 'detached' })
}

it.runIf(process.env.TANDEM_LONG)('[W45] [W52] parts are written, ticked off, put into another task and taken out again', async () => {
  const [shop, sign] = [await add('Open the shop'), await add('Paint the sign')]
  const page = await enter(`/all/${shop}`)
  await shown(page, shop).getByRole('button', { name: 'Add a part' }).waitFor()
  await page.keyboard.press('Shift+P')
  for (const title of ['Rent rooms', 'Hire a baker']) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await read(shop)).parts).toEqual({ open: 2, total: 2 })
  await shown(page, shop)
    .getByRole('button', { name: /^Complete #\d+: Rent rooms/ })
    .click()
  await shown(page, shop).getByText('1 of 2 done', { exact: true }).waitFor()

  await page.getByRole('link', { name: /Paint the sign/ }).click()
  await shown(page, sign).waitFor()
  await page.keyboard.press('Shift+I')
  await choose(page, 'Make part of…', 'Open the shop')
  const trail = page.getByRole('navigation', { name: 'Part of' })
  await trail.getByRole('link', { name: /Open the shop/ }).waitFor()
  await expect.poll(async () => (await read(sign)).parent_id).toBe(shop)
  await page.getByRole('tab', { name: /History/ }).click()
  await page
    .getByRole('tabpanel', { name: /History/ })
    .getByText(`made it part of #${shop} Open the shop`)
    .waitFor()
  await page.keyboard.press('z')
  await trail.waitFor({ state: 'detached' })
  await expect.poll(async () => (await read(sign)).parent_id).toBe(null)
})

it.runIf(process.env.TANDEM_LONG)(
  '[W46] [W51] [W47] blockers are found, a circle is refused with its way, the graph and Ready follow what others finish',
  async () => {
    const [oven, bread, stall] = [await add('Repair the oven'), await add('Bake the bread'), await add('Sell at the market')]
    await patch(stall, { blocked_by: [bread] })
    const page = await enter(`/all/${bread}`)
    const task = shown(page, bread)
    await task.getByRole('button', { name: 'Add a blocker' }).waitFor()
    await page.keyboard.press('Shift+B')
    await choose(page, 'Add a blocker', 'Repair the oven')
    await task.getByText(`Waiting for #${oven}`, { exact: true }).waitFor()
    await expect.poll(async () => (await read(bread)).blocked_by).toEqual([oven])
    const graph = page.getByRole('region', { name: 'Dependencies' })
    await expect
      .poll(() => graph.getByRole('listitem').allTextContents())
      .toEqual([
        `${oven}Repair the oven, To do`,
        `${bread}Bake the bread, To do, Waiting for #${oven}`,
        `${stall}Sell at the market, To do, Waiting for #${bread}`,
      ])

    await page.keyboard.press('Shift+B')
    await choose(page, 'Add a blocker', 'Sell at the market')
    await page
      .getByRole('status')
      .getByText(new RegExp(`#${bread} would wait for itself: #${bread} → #\\d+ → #${bread}`))
      .waitFor()
    expect((await read(bread)).blocked_by).toEqual([oven])

    await page.keyboard.press('g')
    await page.keyboard.press('n')
    const rows = () => page.locator('[data-row]').evaluateAll((links) => links.map((link) => Number(link.getAttribute('data-row'))))
    await expect.poll(rows).toContain(oven)
    expect(await rows()).not.toContain(bread)
    await patch(oven, { status: 'done' })
    await expect.poll(rows).toContain(bread)
    expect(await rows()).not.toContain(oven)
    await patch(bread, { assignee: 'agent:claude' })
    await expect.poll(rows).not.toContain(bread)
  },
)
