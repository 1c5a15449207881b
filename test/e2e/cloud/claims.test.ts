// Who works on what, in the cloud's web UI: as it happens, and a person may end it.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, it } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam } from '../../support/cloud/cloud.ts'
import { openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'
import { openAs } from '../../support/service/signed-in.ts'

const visitor = useBrowser()
const cloud = await openCloudWindow()
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

it('[PW21] what an agent takes shows at once, waits for nobody else, and is released by a person', async () => {
  const ana = await newPerson(cloud, 'Ana')
  const team = await newTeam(cloud, ana, 'Bakery')
  const add = async (title: string) => (await ana.call('POST', '/tasks', { title, status: 'todo' })).body.id as number
  const [id] = [await add('Order flour'), await add('Order yeast')]
  const page = await visitor.open(`${cloud.url}/next`, { serviceWorkers: 'block' })
  await signInPage(page, ana.email)
  const row = page.getByRole('link', { name: /Order flour/ })
  await row.waitFor()
  const claude = { 'x-actor': 'agent:claude', 'x-run': 'one' }
  expect((await team.call('POST', '/tasks/next', { id }, claude)).body.outcome).toBe('claimed')
  await row.waitFor({ state: 'detached' })

  await page.goto(`${cloud.url}/task/${id}`)
  const release = page.getByRole('button', { name: 'Release' })
  await release.waitFor()
  await page.getByText('claude').first().waitFor()
  await release.click()
  await release.waitFor({ state: 'detached' })
  await expect.poll(async () => (await ana.call('GET', '/claims')).body).toEqual([])

  await team.call('POST', '/tasks/next', { id }, claude)
  await release.waitFor()
})

it.runIf(process.env.TANDEM_LONG)(
  '[PW24] on a phone each agent stands with what it has in hand, its last changes and what it may; a person takes a task from it',
  async () => {
    const ana = await newPerson(cloud, 'Ana')
    const team = await newTeam(cloud, ana, 'Mill')
    const add = async (title: string) => (await ana.call('POST', '/tasks', { title, status: 'todo' })).body.id as number
    const ids = [await add('Grind the rye for the weekend market'), await add('Clean the sieves')]
    const claude = { 'x-actor': 'agent:claude', 'x-run': 'one' }
    for (const id of ids) expect((await team.call('PUT', `/tasks/${id}/claim`, {}, claude)).status).toBe(200)
    await team.call('POST', `/tasks/${ids[0]}/comments`, { body: 'Began with the coarse one' }, claude)
    // One that only a desktop brought.
    const brought = { key: randomUUID(), action: 'create', uid: randomUUID(), actor: { kind: 'agent', name: 'codex' }, fields: { title: 'Weigh the sacks' } }
    expect((await team.call('POST', '/sync', { tasks: [brought] })).body.results[0].status).toBe('applied')

    const page = await openAs(visitor, cloud, ana, '/today', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Agents' }).tap()
    await page.getByRole('button', { name: /^codex/ }).waitFor()
    await page.getByRole('button', { name: /^claude working on 2 tasks/ }).tap()
    await page
      .getByText('Began with')
      .or(page.getByRole('listitem').filter({ hasText: /comment/ }))
      .first()
      .waitFor()
    await page.getByRole('button', { name: `Release #${ids[0]}` }).tap()
    await page.getByRole('button', { name: /^claude working on 1 task/ }).waitFor()
    await expect.poll(async () => ((await ana.call('GET', '/claims')).body as unknown[]).length).toBe(1)
    // Somebody else gives it another one meanwhile.
    await team.call('PUT', `/tasks/${ids[0]}/claim`, {}, claude)
    await page.getByRole('button', { name: `Release #${ids[0]}` }).waitFor()
    await page
      .getByRole('radiogroup', { name: 'Delete tasks' })
      .or(page.getByRole('group', { name: 'Delete tasks' }))
      .waitFor()
    expect(await violations(page)).toEqual([])
  },
)
