// The Inbox in the cloud's window: triage by key and by thumb, undone, seen by others, and without a network.
import type { Page } from 'playwright-core'
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

const rows = (page: Page) =>
  page
    .getByRole('main')
    .locator('[data-row]')
    .evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row'))))

async function opened(name: string) {
  const ana = await newPerson(cloud, 'Ana')
  const team = await newTeam(cloud, ana, name)
  const add = async (title: string) => (await team.call('POST', '/tasks', { title })).body.id as number
  const waiting = async () => ((await team.call('GET', '/tasks?inbox=true')).body as { id: number }[]).map(({ id }) => id)
  const ids = [await add('Roof leaks'), await add('Door squeaks'), await add('Bell is mute')].toReversed()
  expect(await waiting()).toEqual(ids)
  return { ana, team, add, waiting, ids }
}

it.runIf(process.env.TANDEM_LONG)(
  '[W115] [PW12] each decision goes on to the next, others see it, undo and redo come back, also without a network',
  async () => {
    const { ana, team, add, waiting, ids } = await opened('Workshop')
    const [third, second, first] = ids as [number, number, number]
    const bo = await newPerson(cloud, 'Bo')
    await addMember(cloud, team, ana, bo, 'member')
    const page = await visitor.open(`${cloud.url}/inbox`)
    await signInPage(page, ana.email)
    const other = await visitor.open(`${cloud.url}/inbox`, { serviceWorkers: 'block' })
    await signInPage(other, bo.email)
    for (const one of [page, other]) await expect.poll(() => rows(one)).toEqual(ids)
    await page.getByRole('link', { name: 'Inbox 3' }).waitFor()
    expect(await violations(page)).toEqual([])

    await page.keyboard.press('j')
    await page.keyboard.press('i')
    for (const one of [page, other]) await expect.poll(() => rows(one)).toEqual([second, first])
    await expect.poll(waiting).toEqual([second, first])
    await page.getByRole('main').getByText('1 of 3 triaged').waitFor()
    await page.keyboard.press('z')
    for (const one of [page, other]) await expect.poll(() => rows(one)).toEqual(ids)

    // What a member adds waits for all of them.
    const fourth = await add('Lamp flickers')
    await expect.poll(() => rows(page)).toEqual([fourth, third, second, first])

    await keptForOffline(page)
    await page.context().setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await page.locator(`[data-row="${fourth}"]`).focus()
    await page.keyboard.press('2')
    await expect.poll(() => rows(page)).toEqual([third, second, first])
    await page.keyboard.press('i')
    await expect.poll(() => rows(page)).toEqual([second, first])
    await page.keyboard.press('z')
    await expect.poll(() => rows(page)).toEqual([third, second, first])
    await page.keyboard.press('Shift+Z')
    await expect.poll(() => rows(page)).toEqual([second, first])
    expect(await waiting()).toEqual([fourth, third, second, first])
    await page.context().setOffline(false)
    await expect.poll(waiting).toEqual([second, first])
    await expect.poll(() => rows(other)).toEqual([second, first])
    expect((await team.call('GET', `/tasks/${fourth}`)).body).toMatchObject({ status: 'todo', triage: null })
  },
)

it.runIf(process.env.TANDEM_LONG)('[W115] by thumb: a decision opens the next task, and the last one leads back to the list', async () => {
  const { ana, waiting, ids } = await opened('Phone')
  const page = await visitor.open(`${cloud.url}/inbox/${ids[0]}`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signInPage(page, ana.email)
  for (const id of ids) await page.locator(`[data-detail="${id}"]`).getByRole('button', { name: 'Keep in Open' }).tap()
  await page.getByText('The Inbox is empty').waitFor()
  await expect.poll(waiting).toEqual([])
})
