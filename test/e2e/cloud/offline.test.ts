// The cloud's window without a network: it opens, it is read and written in, nothing is lost, nobody's edit is trampled.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { keptForOffline, openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'

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

const add = async (title: string, more: object = {}) => (await team.call('POST', '/tasks', { title, triage: null, ...more })).body.id as number
const read = async (id: number) => (await team.call('GET', `/tasks/${id}`)).body

async function enterAnew(path: string, keep = false): Promise<Page> {
  const page = await visitor.open(`${cloud.url}${path}`, { keep })
  await signInPage(page, person.email)
  await page.getByRole('button', { name: /Team Kitchen/ }).waitFor()
  await keptForOffline(page)
  await page.getByText('Up to date').waitFor()
  return page
}

/** To another place of the window, as its own links do it. */
const goWithin = (page: Page, path: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

/** Keeping the whole window is most of what a test here would cost: one window goes through them all, as long as they pass. */
let standing: Page | undefined
afterEach(async ({ task }) => {
  if (task.result?.state === 'pass' || !standing) return
  await standing.context().close()
  standing = undefined
})
async function enter(path: string): Promise<Page> {
  if (!standing) return (standing = await enterAnew(path, true))
  await goWithin(standing, path)
  const id = /[/](\d+)$/.exec(path)?.[1]
  if (id) await standing.getByRole('region', { name: new RegExp(`\\b${id}\\b`) }).waitFor()
  await standing.getByText('Up to date').waitFor()
  return standing
}

async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  await page.context().setOffline(isOffline)
  await page
    .getByRole('alert')
    .filter({ hasText: 'You’re offline' })
    .waitFor({ state: isOffline ? 'visible' : 'detached' })
}

const keptContacts = (page: Page) =>
  page.evaluate(`new Promise((done) => {
    const asked = indexedDB.open('tandem-team-${team.id}')
    asked.onsuccess = () => {
      const all = asked.result.transaction('contacts').objectStore('contacts').getAll()
      all.onsuccess = () => { asked.result.close(); done(all.result.map(({ name }) => name).join()) }
    }
  })`) as Promise<string>

describe('without a network', () => {
  it('[PW5] [PW6] opens, shows everything, and keeps what is written over a reload until it can be sent', async () => {
    const id = await add('Descale the kettle', { labels: ['tools'] })
    await team.call('POST', `/tasks/${id}/comments`, { body: 'It is white inside.' })
    const page = await enter(`/all/${id}`)
    await page.getByText('It is white inside.').waitFor()
    await setOffline(page, true)

    await page.getByRole('button', { name: /Status: Backlog/ }).click()
    await page.getByRole('option', { name: /Done/ }).click()
    // Each key is pressed once what the one before has opened or closed is so.
    const writesIn = (tag: string) => expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe(tag)
    await page.keyboard.press('m')
    await writesIn('TEXTAREA')
    await page.keyboard.insertText('Done with vinegar.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('sending').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await writesIn('INPUT')
    await page.keyboard.insertText('Buy vinegar')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '3 changes will be sent' }).waitFor()

    await page.reload()
    await page.getByRole('alert').filter({ hasText: '3 changes will be sent' }).waitFor()
    await page.getByRole('button', { name: /Status: Done/ }).waitFor()
    await page.getByText('It is white inside.').waitFor()
    await page.getByText('Done with vinegar.').waitFor()
    // A task that has no number yet can be changed as well.
    await page.getByRole('link', { name: /Buy vinegar/ }).click()
    await page.keyboard.press('2')
    await page.getByRole('button', { name: /Status: To do/ }).waitFor()
    expect((await read(id)).status).toBe('backlog')

    await setOffline(page, false)
    await expect.poll(async () => (await read(id)).status).toBe('done')
    await expect
      .poll(async () => (await team.call('GET', `/tasks/${id}/comments`)).body.map(({ body }: { body: string }) => body))
      .toEqual(['It is white inside.', 'Done with vinegar.'])
    await expect
      .poll(async () => (await team.call('GET', '/tasks')).body.filter(({ title }: { title: string }) => title === 'Buy vinegar'))
      .toMatchObject([{ status: 'todo' }])
    await page.getByText('Up to date').waitFor()
    expect(visitor.problems).toEqual([])
  })

  it.runIf(process.env.TANDEM_LONG)('[PW5] [CL219] shows and finds what was never opened here, and takes back what has not been sent', async () => {
    const id = await add('Fill the larder')
    await team.call('POST', `/tasks/${id}/comments`, { body: 'Flour is out.' })
    const page = await enterAnew('/all')
    await page.getByRole('link', { name: /Fill the larder/ }).waitFor()
    // The cloud knows comments.
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('flour')
    await page.getByRole('option', { name: /Fill the larder/ }).waitFor()
    await page.keyboard.press('Escape')
    await setOffline(page, true)
    await page.getByRole('link', { name: /Fill the larder/ }).click()
    await page.getByText('Flour is out.').waitFor()
    await page.keyboard.press('5')
    await page.getByRole('button', { name: /Status: Done/ }).waitFor()
    await page.keyboard.press('z')
    await page.getByRole('button', { name: /Status: Backlog/ }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'Your changes will be sent' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('larder')
    await page.getByRole('option', { name: /Fill the larder/ }).waitFor()
    await page.getByRole('status').filter({ hasText: 'what your device found' }).waitFor()
  })

  it('[PW6] [W72] a task added without a network is taken back and done again, and goes by its title until it has a number', async () => {
    const page = await enter('/all')
    await page.locator('[data-row]').first().waitFor()
    await setOffline(page, true)
    await page.keyboard.press('c')
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('INPUT')
    await page.keyboard.insertText('Bottle the plums')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    const row = page.getByRole('link', { name: /Bottle the plums/ })
    const says = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
    await row.waitFor()
    await says('“Bottle the plums” added')
    await page.keyboard.press('z')
    await row.waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+Z')
    await row.focus()
    await page.keyboard.press('3')
    await says('“Bottle the plums” moved to In progress')

    await setOffline(page, false)
    const named = async () => (await team.call('GET', '/tasks')).body.filter(({ title }: { title: string }) => title === 'Bottle the plums')
    await expect.poll(named).toMatchObject([{ status: 'in_progress' }])
    // It has its number since.
    await page.getByText('Up to date').waitFor()
    await page.keyboard.press('z')
    await expect.poll(named).toMatchObject([{ status: 'backlog' }])
    await page.keyboard.press('z')
    await expect.poll(named).toEqual([])
    expect(visitor.problems).toEqual([])
  })

  it.runIf(process.env.TANDEM_LONG)('[PW12] what was taken back before it was sent is done again, and sent', async () => {
    const [id, gone] = [await add('Pickle the beets'), await add('Old list of jars')]
    await team.call('POST', `/tasks/${id}/schedules`, { type: 'weekly', day_of_week: 1, time: '08:15', timezone: 'Europe/Berlin' })
    const page = await enter(`/all/${id}`)
    const waits = (count: string) =>
      page
        .getByRole('alert')
        .filter({ hasText: `${count} will be sent` })
        .waitFor()
    const status = (name: string) => page.getByRole('button', { name: new RegExp(`Status: ${name}`) }).waitFor()
    await page.getByText('Every Monday at 8:15 AM').waitFor()
    await setOffline(page, true)

    await page.keyboard.press('5')
    await status('Done')
    await page.keyboard.press('z')
    await status('Backlog')
    await page.getByRole('button', { name: 'Redo' }).waitFor()
    await page.keyboard.press('Shift+Z')
    await status('Done')
    await page.keyboard.press('z')
    await status('Backlog')
    await page.keyboard.press('Shift+Z')
    await status('Done')
    await waits('One change')

    await page.getByRole('button', { name: 'Remove reminder' }).click()
    await page.getByText('Every Monday at 8:15 AM').waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await page.getByText('Every Monday at 8:15 AM').waitFor()
    await page.keyboard.press('Shift+Z')
    await page.getByText('Every Monday at 8:15 AM').waitFor({ state: 'detached' })

    await page.goto(`${cloud.url}/all/${gone}`)
    await page.getByRole('heading', { name: 'Old list of jars' }).waitFor()
    await page.keyboard.press('Control+Backspace')
    const row = page.getByRole('link', { name: /Old list of jars/ })
    await row.waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await row.waitFor()
    await page.keyboard.press('Shift+Z')
    await row.waitFor({ state: 'detached' })
    await waits('3 changes')

    await setOffline(page, false)
    await expect.poll(async () => (await read(id)).status).toBe('done')
    await expect.poll(async () => (await team.call('GET', `/tasks/${id}/schedules`)).body).toEqual([])
    await expect.poll(async () => (await team.call('GET', `/tasks/${gone}`)).status).toBe(404)
    expect(visitor.problems).toEqual([])
  })

  it.runIf(process.env.TANDEM_LONG)(
    '[PW12] a field is taken back only if nobody changed it since; a deleted task comes back under its number with its comments',
    async () => {
      const id = await add('Stew the plums')
      await team.call('POST', `/tasks/${id}/comments`, { body: 'With cinnamon.' })
      const page = await enter(`/all/${id}`)
      await page.keyboard.press('5')
      await expect.poll(async () => (await read(id)).status).toBe('done')
      await team.call('PATCH', `/tasks/${id}`, { status: 'in_progress' })
      await page.getByRole('button', { name: /Status: In progress/ }).waitFor()
      await page.keyboard.press('z')
      await page.getByText(`Not undone: #${id}: “Status” has changed since.`).waitFor()
      expect(await read(id)).toMatchObject({ status: 'in_progress' })

      const plums = async () => ((await team.call('GET', '/tasks')).body as { id: number; title: string }[]).filter(({ title }) => title === 'Stew the plums')
      await page.keyboard.press('Control+Backspace')
      await expect.poll(plums).toEqual([])
      await page.keyboard.press('z')
      await expect.poll(plums).toMatchObject([{ title: 'Stew the plums', status: 'in_progress' }])
      const again = (await plums())[0]?.id as number
      expect(again).toBe(id)
      await expect.poll(async () => (await team.call('GET', `/tasks/${again}/comments`)).body).toMatchObject([{ body: 'With cinnamon.' }])
    },
  )

  it.runIf(process.env.TANDEM_LONG)('[W4] [PW12] of what was sent in part all is taken back, and all is done again', async () => {
    const ids = [await add('Salt the cod'), await add('Soak the cod')]
    const page = await enterAnew('/all')
    const statuses = () => Promise.all(ids.map(async (id) => (await read(id)).status))
    const row = (title: string) => page.getByRole('link', { name: new RegExp(title) })
    // One goes, the other waits.
    const isHeld = (url: URL) => url.pathname.endsWith(`/tasks/${ids[1]}`)
    await page.route(isHeld, (route) => (route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.fallback()))
    await row('Soak the cod').focus()
    await page.keyboard.press('x')
    await row('Salt the cod').focus()
    await page.keyboard.press('x')
    await page.keyboard.press('5')
    await expect.poll(statuses).toEqual(['done', 'backlog'])
    await page.keyboard.press('z')
    await page
      .getByRole('status')
      .getByText(/^Undone/)
      .waitFor()
    await expect.poll(statuses).toEqual(['backlog', 'backlog'])
    await page.unroute(isHeld)
    await page.keyboard.press('Shift+Z')
    await expect.poll(statuses).toEqual(['done', 'done'])
    await page.keyboard.press('z')
    await expect.poll(statuses).toEqual(['backlog', 'backlog'])
  })

  it('[PW7] an edit made offline is brought together with what others wrote meanwhile', async () => {
    const id = await add('Menu', { description: 'Soup\n\nBread\n\nCake', labels: ['a', 'b'] })
    const page = await enter(`/all/${id}`)
    await setOffline(page, true)
    await page.keyboard.press('Shift+E')
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.fill('Soup\n\nBread\n\nApple cake')
    await field.press('Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'One change will be sent' }).waitFor()
    await team.call('PATCH', `/tasks/${id}`, { description: 'Onion soup\n\nBread\n\nCake', priority: 'high' })
    await setOffline(page, false)
    await expect.poll(async () => (await read(id)).description).toBe('Onion soup\n\nBread\n\nApple cake')
    expect(await read(id)).toMatchObject({ priority: 'high', labels: ['a', 'b'] })
    await page.getByText('Onion soup').waitFor()
  })

  it.runIf(process.env.TANDEM_LONG)('[PW7] what somebody else set meanwhile does not go without a word: it can be taken', async () => {
    const id = await add('Wash the floor')
    const page = await enter(`/all/${id}`)
    await setOffline(page, true)
    await page.keyboard.press('3')
    await page.getByRole('button', { name: /Status: In progress/ }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'One change will be sent' }).waitFor()
    await team.call('PATCH', `/tasks/${id}`, { status: 'done', priority: 'high' })
    await setOffline(page, false)
    await page.getByText(`#${id}: someone else had set “Status” to “Done” in the meantime. Your change was kept.`).waitFor()
    expect(await read(id)).toMatchObject({ status: 'in_progress', priority: 'high' })
    await page.getByRole('button', { name: /^Compare: #/ }).click()
    await page.getByRole('article', { name: `Task ${id}: “Status” edited on two devices` }).waitFor()
    await page.keyboard.press('2')
    await expect.poll(async () => (await read(id)).status).toBe('done')
    await page.getByRole('article').waitFor({ state: 'detached' })
  })

  it.runIf(process.env.TANDEM_LONG)('[PW7] an edit outlives a delete made elsewhere, and a delete gives way to an edit', async () => {
    const [edited, deleted] = [await add('Edited here'), await add('Deleted here')]
    const page = await enter(`/all/${edited}`)
    await setOffline(page, true)
    await page.keyboard.press('3')
    await page.getByRole('button', { name: /Status: In progress/ }).waitFor()
    await page.getByRole('link', { name: /Deleted here/ }).click()
    await page.getByRole('heading', { name: 'Deleted here' }).waitFor()
    await page.keyboard.press('Control+Backspace')
    await page.getByRole('alert').filter({ hasText: '2 changes will be sent' }).waitFor()
    await team.call('DELETE', `/tasks/${edited}`)
    await team.call('PATCH', `/tasks/${deleted}`, { priority: 'high' })
    await setOffline(page, false)
    const titled = async (title: string) => (await team.call('GET', '/tasks')).body.filter((task: { title: string }) => task.title === title)
    await expect.poll(() => titled('Edited here')).toMatchObject([{ status: 'in_progress' }])
    expect(await titled('Deleted here')).toMatchObject([{ id: deleted, priority: 'high' }])
    await page.getByRole('link', { name: /Deleted here/ }).waitFor()
  })

  it.runIf(process.env.TANDEM_LONG)('[PW5] contacts that others add are here without a network, though nobody looked at them', async () => {
    const page = await enter('/all')
    await team.call('POST', '/contacts', { name: 'Greta Graf' })
    // Read again after the event: seen from the page's own copy.
    await expect.poll(() => keptContacts(page)).toContain('Greta Graf')
    await setOffline(page, true)
    await page.goto(`${cloud.url}/people`)
    await page.getByText('Greta Graf').waitFor()
    await setOffline(page, false)
  })

  it.runIf(process.env.TANDEM_LONG)(
    '[PW6] [PW7] [PW12] one’s own comments are changed and deleted without a network; what was deleted elsewhere comes back for the change',
    async () => {
      const id = await add('Grease the mixer')
      const bodies = async () => (await team.call('GET', `/tasks/${id}/comments`)).body.map(({ body }: { body: string }) => body)
      const page = await enter(`/all/${id}`)
      const field = page.getByRole('textbox', { name: 'Leave a comment' })
      const write = async (text: string) => {
        await field.fill(text)
        await page.keyboard.press('Control+Enter')
        await page.getByRole('listitem').filter({ hasText: text }).waitFor()
      }
      const menu = async (text: string, entry: RegExp) => {
        await page
          .getByRole('listitem')
          .filter({ hasText: text })
          .getByRole('button', { name: /^Options for the comment/ })
          .click()
        await page.getByRole('menuitem', { name: entry }).click()
      }
      const edit = async (text: string, next: string) => {
        await menu(text, /^Edit/)
        await page.getByRole('textbox', { name: /^Edit/ }).fill(next)
        await page.keyboard.press('Control+Enter')
        await page.getByRole('listitem').filter({ hasText: next }).waitFor()
      }
      for (const text of ['First word', 'Second word', 'Third word']) await write(text)
      await expect.poll(bodies).toEqual(['First word', 'Second word', 'Third word'])
      await setOffline(page, true)
      await edit('First word', 'First word, and more')
      await menu('Second word', /^Delete/)
      await page.getByRole('listitem').filter({ hasText: 'Second word' }).waitFor({ state: 'detached' })
      await write('Fourth word')
      await edit('Third word', 'Third word, taken back')
      await page.keyboard.press('z')
      await page.getByRole('listitem').filter({ hasText: 'taken back' }).waitFor({ state: 'detached' })
      await page.reload()
      await page.getByText('First word, and more').waitFor()
      await page.getByText('Fourth word').waitFor()
      expect(await page.getByText('Second word').count()).toBe(0)
      const [first] = (await team.call('GET', `/tasks/${id}/comments`)).body
      await team.call('DELETE', `/tasks/${id}/comments/${first.id}`)
      await setOffline(page, false)
      await expect.poll(async () => (await bodies()).toSorted()).toEqual(['First word, and more', 'Fourth word', 'Third word'])
      await expect.poll(() => page.getByText('First word, and more').count()).toBe(1)
      expect(await page.getByText('Fourth word').count()).toBe(1)
    },
  )

  it.runIf(process.env.TANDEM_LONG)('[PW5] [PW6] reminders are seen, made and removed without a network', async () => {
    const id = await add('Feed the sourdough')
    const schedules = async () => (await team.call('GET', `/tasks/${id}/schedules`)).body as { type: string }[]
    await team.call('POST', `/tasks/${id}/schedules`, { type: 'weekly', day_of_week: 1, time: '08:15', timezone: 'Europe/Berlin' })
    const page = await enter('/all')
    await setOffline(page, true)
    await page.getByRole('link', { name: /Feed the sourdough/ }).click()
    await page.getByText('Every Monday at 8:15 AM').waitFor()
    const remove = page.getByRole('button', { name: 'Remove reminder' })
    await remove.click()
    await page.getByText('Every Monday at 8:15 AM').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add a reminder' }).click()
    await page.getByRole('option', { name: /Tomorrow/ }).click()
    await remove.waitFor()
    await page.getByRole('alert').filter({ hasText: '2 changes will be sent' }).waitFor()
    await page.reload()
    await page.getByRole('alert').filter({ hasText: '2 changes will be sent' }).waitFor()
    await expect.poll(() => remove.count()).toBe(1)
    expect(await page.getByText('Every Monday at 8:15 AM').count()).toBe(0)
    await setOffline(page, false)
    await expect.poll(schedules).toMatchObject([{ type: 'one_time' }])
    await expect.poll(() => remove.count()).toBe(1)
  })

  it.runIf(process.env.TANDEM_LONG)(
    '[PW6] [PW7] [PW12] reminders are changed without a network: also one that is new, or that somebody else removes; undo brings back what it was',
    async () => {
      const id = await add('Water the herbs')
      const schedules = async () => (await team.call('GET', `/tasks/${id}/schedules`)).body as { id: number; type: string; time: string; rule: string | null }[]
      const weekly = { type: 'weekly', day_of_week: 1, time: '08:15', timezone: 'Europe/Berlin' }
      const made = (await team.call('POST', `/tasks/${id}/schedules`, weekly)).body.id as number
      const page = await enter(`/all/${id}`)
      const edit = async (what: string, words: string) => {
        await page.getByRole('button', { name: `Edit reminder: ${what}` }).click()
        await page.getByRole('combobox', { name: 'When do you want to be reminded?' }).fill(words)
        await page.keyboard.press('Enter')
      }
      const shown = (what: string) => page.getByRole('button', { name: `Edit reminder: ${what}` }).waitFor()
      const waits = (count: number) =>
        page
          .getByRole('alert')
          .filter({ hasText: `${count} changes will be sent` })
          .waitFor()
      await shown('Every Monday at 8:15 AM')
      await setOffline(page, true)
      await edit('Every Monday at 8:15 AM', 'every other Friday 5pm')
      await shown('Every 2 weeks on Friday at 5:00 PM')
      await page.getByRole('button', { name: 'Add a reminder' }).click()
      await page.getByRole('combobox', { name: 'When do you want to be reminded?' }).fill('every day 7am')
      await page.keyboard.press('Enter')
      await edit('Every day at 7:00 AM', 'every Tuesday 6am')
      await shown('Every Tuesday at 6:00 AM')
      await waits(3)
      await page.reload()
      await waits(3)
      await shown('Every 2 weeks on Friday at 5:00 PM')
      await shown('Every Tuesday at 6:00 AM')
      await setOffline(page, false)
      await expect.poll(schedules).toMatchObject([
        { type: 'weekly', day_of_week: 2, time: '06:00' },
        { id: made, type: 'rule', time: '17:00' },
      ])
      await page.getByText('Up to date').waitFor()

      await edit('Every 2 weeks on Friday at 5:00 PM', 'every Sunday 9am')
      await expect.poll(schedules).toMatchObject([{ time: '06:00' }, { id: made, type: 'weekly', day_of_week: 0 }])
      await page.keyboard.press('z')
      await expect.poll(schedules).toMatchObject([{ time: '06:00' }, { id: made, type: 'rule', time: '17:00' }])
      await shown('Every 2 weeks on Friday at 5:00 PM')

      await setOffline(page, true)
      await edit('Every 2 weeks on Friday at 5:00 PM', 'every Monday 10am')
      await shown('Every Monday at 10:00 AM')
      await team.call('DELETE', `/tasks/${id}/schedules/${made}`)
      await setOffline(page, false)
      await expect.poll(schedules).toMatchObject([{ type: 'weekly', day_of_week: 1, time: '10:00' }, { time: '06:00' }])
      await shown('Every Monday at 10:00 AM')
      await expect.poll(() => page.getByRole('button', { name: 'Remove reminder' }).count()).toBe(2)
      expect(visitor.problems).toEqual([])
    },
  )

  it.runIf(process.env.TANDEM_LONG)(
    '[PW5] [PW6] what the build before kept here is read: its reminder waits and goes, and all reminders are here afterwards',
    async () => {
      const id = await add('Prove the dough')
      await team.call('POST', `/tasks/${id}/schedules`, { type: 'weekly', day_of_week: 2, time: '07:45', timezone: 'Europe/Berlin' })
      const page = await visitor.open('about:blank', { serviceWorkers: 'block' })
      await page.goto(`${cloud.url}/manifest.webmanifest`)
      const body = { type: 'one_time', fire_at: '2099-03-01T09:00:00Z', timezone: 'Europe/Berlin' }
      const now = Date.now()
      await page.evaluate(`new Promise((done) => {
      localStorage.setItem('tandem:kept-teams', '${team.id}')
      const asked = indexedDB.open('tandem-team-${team.id}', 1)
      asked.onupgradeneeded = () => {
        const db = asked.result
        db.createObjectStore('tasks', { keyPath: 'id' }).put(${JSON.stringify(await read(id))})
        db.createObjectStore('comments')
        db.createObjectStore('contacts', { keyPath: 'slug' })
        db.createObjectStore('outbox', { keyPath: 'turn' }).put(${JSON.stringify({ turn: now, page: 'before', kind: 'remind', id, key: `k${now}`, body })})
        const facts = db.createObjectStore('facts')
        facts.put(true, 'whole')
        facts.put(1000000, 'seen')
      }
      asked.onsuccess = () => { asked.result.close(); done() }
    })`)
      await page.route('**/api/tasks/*/schedules', (route) => route.abort())
      await page.goto(`${cloud.url}/all/${id}`)
      await signInPage(page, person.email)
      const remove = page.getByRole('button', { name: 'Remove reminder' })
      await page.getByText('Every Tuesday at 7:45 AM').waitFor()
      await expect.poll(() => remove.count()).toBe(2)
      await page.unroute('**/api/tasks/*/schedules')
      await expect.poll(async () => (await team.call('GET', `/tasks/${id}/schedules`)).body.length).toBe(2)
      await page.getByText('Up to date').waitFor()
    },
  )

  it.runIf(process.env.TANDEM_LONG)(
    '[PW6] [PW7] contacts are made, changed and deleted without a network, and what others changed meanwhile stands',
    async () => {
      const made = async (body: object) => (await team.call('POST', '/contacts', body)).body.slug as string
      const karl = await made({ name: 'Karl Klein', email: 'karl@example.org' })
      const [lena, mira] = [await made({ name: 'Lena Lang' }), await made({ name: 'Mira Moos' })]
      const page = await enter(`/people/${karl}`)
      await expect.poll(() => keptContacts(page)).toContain('Mira Moos')
      await setOffline(page, true)
      const waits = (count: number) =>
        page
          .getByRole('alert')
          .filter({ hasText: `${count} change${count === 1 ? '' : 's'} will be sent` })
          .waitFor()
      const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()

      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByLabel('Phone').fill('030 1234')
      await save()
      await page.getByRole('link', { name: '030 1234' }).waitFor()
      await goWithin(page, '/people/new')
      await page.getByLabel('Name').fill('Nora Neu')
      await save()
      await page.getByRole('heading', { name: 'Nora Neu' }).waitFor()
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByLabel('Organization').fill('Bakery')
      await save()
      await page.getByRole('article').getByText('Bakery').waitFor()
      for (const slug of [lena, mira]) {
        await goWithin(page, `/people/${slug}`)
        await page.getByRole('heading', { name: slug === lena ? 'Lena Lang' : 'Mira Moos' }).waitFor()
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await page.waitForURL(`${cloud.url}/people`)
      }
      await waits(5)
      await page.reload()
      await waits(5)
      await page.getByRole('link', { name: /Nora Neu/ }).waitFor()
      expect(await page.getByText('Lena Lang').count()).toBe(0)

      // Meanwhile somebody corrects other things of the same people, and there is another Nora.
      await team.call('PATCH', `/contacts/${karl}`, { email: 'karl.klein@example.org' })
      await team.call('PATCH', `/contacts/${mira}`, { role: 'Cook' })
      await made({ name: 'Nora Neu', role: 'Another one' })
      await setOffline(page, false)
      const there = async () => ((await team.call('GET', '/contacts')).body as { slug: string }[]).filter(({ slug }) => /^(karl|lena|mira|nora)/.test(slug))
      await expect
        .poll(async () => (await there()).sort((a, b) => (a.slug < b.slug ? -1 : 1)))
        .toMatchObject([
          { slug: 'karl-klein', email: 'karl.klein@example.org', phone: '030 1234' },
          { slug: 'mira-moos', role: 'Cook' },
          { slug: 'nora-neu', role: 'Another one' },
          { slug: 'nora-neu-2', organization: 'Bakery' },
        ])
      await page.getByText('Mira Moos wasn’t deleted because someone else changed it').waitFor()
      await page.getByRole('link', { name: /Mira Moos/ }).waitFor()
    },
  )

  it.runIf(process.env.TANDEM_LONG)('[X17] [PW6] a person whom two phones added without a network is one contact, with what either knew', async () => {
    const pages = [await enter('/people/new'), await enterAnew('/people/new')]
    for (const [n, page] of pages.entries()) {
      await setOffline(page, true)
      await page.getByLabel('Name').fill('Zoe Zahn')
      await page.getByLabel('Email').fill('zoe@example.org')
      await page.getByLabel(n === 0 ? 'Phone' : 'Organization').fill(n === 0 ? '040 1' : 'Mill')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('heading', { name: 'Zoe Zahn' }).waitFor()
    }
    const there = async () => ((await team.call('GET', '/contacts')).body as { name: string }[]).filter(({ name }) => name === 'Zoe Zahn')
    for (const page of pages) {
      await setOffline(page, false)
      await page.getByText('Up to date').waitFor()
    }
    await expect.poll(there).toMatchObject([{ email: 'zoe@example.org', phone: '040 1', organization: 'Mill' }])
  })

  it.runIf(process.env.TANDEM_LONG)('[PW6] tasks written without a network stand, and get their numbers, in the order in which they were written', async () => {
    const page = await enter('/all')
    const counted = async () => Number(/\d+$/.exec(await page.getByRole('link', { name: /^All tasks/ }).innerText())?.[0] ?? 0)
    const before = await counted()
    await setOffline(page, true)
    const titles = Array.from({ length: 8 }, (_, at) => `Course ${at + 1}`)
    await page.keyboard.press('c')
    for (const title of titles) {
      await page.keyboard.insertText(title)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: new RegExp(title) }).waitFor()
    }
    const shown = async () => (await page.getByRole('link', { name: /Course/ }).allInnerTexts()).map((text) => /Course \d/.exec(text)?.[0])
    expect(await shown()).toEqual(titles.toReversed())
    await expect.poll(counted).toBe(before + titles.length)
    await setOffline(page, false)
    const there = async () =>
      (await team.call('GET', '/tasks')).body.map(({ title }: { title: string }) => title).filter((title: string) => title.startsWith('Course'))
    await expect.poll(async () => (await there()).length).toBe(titles.length)
    expect(await there()).toEqual(titles.toReversed())
    await expect.poll(shown).toEqual(titles.toReversed())
    // The next test writes elsewhere.
    await page.keyboard.press('Escape')
  })

  it.runIf(process.env.TANDEM_LONG)(
    '[PW15] what another app shares stands in quick add, also without a network, and is made into a task by the person only',
    async () => {
      const page = await enter('/open')
      await setOffline(page, true)
      // As the system does it: a form sent to the address that the manifest names, from outside of any page of ours.
      await page.goto('about:blank')
      await page.evaluate(`(() => {
      const form = Object.assign(document.createElement('form'), { method: 'POST', action: '${cloud.url}/share' })
      for (const [name, value] of Object.entries({ title: 'Rye prices', text: 'up by a third', url: 'https://bakery.example/rye?from=#7' }))
        form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    })()`)
      const field = page.getByRole('textbox', { name: 'New task' })
      await field.waitFor()
      expect(new URL(page.url()).hash).toBe('')
      expect(await field.inputValue()).toBe('Rye prices')
      await page.getByText('up by a third').waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('link', { name: /Rye prices/ }).waitFor()
      await setOffline(page, false)
      const made = async () => ((await team.call('GET', '/tasks')).body as { title: string }[]).filter(({ title }) => title === 'Rye prices')
      await expect.poll(made).toMatchObject([{ description: 'up by a third\n\nhttps://bakery.example/rye?from=#7' }])
      await page.getByText('Up to date').waitFor()
      await page.keyboard.press('Escape')
    },
  )

  it.runIf(process.env.TANDEM_LONG)(
    '[PW15] a task that was open comes back after a reload without a network, also one without a number and after it has got one',
    async () => {
      const page = await enter('/open')
      await setOffline(page, true)
      await page.keyboard.press('c')
      await page.getByRole('textbox', { name: 'New task' }).fill('Sharpen the knives')
      await page.keyboard.press('Control+Enter')
      const title = page.getByRole('textbox', { name: 'Title' })
      await expect.poll(() => title.inputValue()).toBe('Sharpen the knives')
      const unnumbered = page.url()
      await page.reload()
      await expect.poll(() => title.inputValue()).toBe('Sharpen the knives')
      await setOffline(page, false)
      const made = async () => ((await team.call('GET', '/tasks')).body as { id: number; title: string }[]).find(({ title }) => title === 'Sharpen the knives')
      await expect.poll(async () => page.url().endsWith(`/${(await made())?.id}`)).toBe(true)
      await page.goto(unnumbered)
      await expect.poll(() => title.inputValue()).toBe('Sharpen the knives')
      await expect.poll(async () => page.url().endsWith(`/${(await made())?.id}`)).toBe(true)
      await page.getByText('Up to date').waitFor()
    },
  )

  it.runIf(process.env.TANDEM_LONG)('[PW6] a device without room says that what waits is in the page only', async () => {
    const id = await add('Full larder')
    const page = await enter(`/all/${id}`)
    await setOffline(page, true)
    await page.evaluate(`{
      globalThis.put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError') }
    }`)
    await page.keyboard.press('5')
    await page.getByText('This device is out of storage').waitFor()
    await setOffline(page, false)
    await expect.poll(async () => (await read(id)).status).toBe('done')
    await page.evaluate(`IDBObjectStore.prototype.put = put`)
  })

  it.runIf(process.env.TANDEM_LONG)(
    '[PW7] a comment outlives a delete made elsewhere: the task comes back once, with all that was written for it',
    async () => {
      const id = await add('Commented here', { labels: ['a'] })
      const page = await enter(`/all/${id}`)
      await setOffline(page, true)
      await page.keyboard.press('m')
      await page.keyboard.insertText('My long thoughts on this.')
      await page.keyboard.press('Control+Enter')
      await page.keyboard.press('Escape')
      await page.keyboard.press('3')
      await page.getByRole('alert').filter({ hasText: '2 changes will be sent' }).waitFor()
      await team.call('DELETE', `/tasks/${id}`)
      await setOffline(page, false)
      const titled = async () => (await team.call('GET', '/tasks')).body.filter((task: { title: string }) => task.title === 'Commented here')
      await expect.poll(titled).toMatchObject([{ status: 'in_progress', labels: ['a'] }])
      const [{ id: now }] = await titled()
      expect((await team.call('GET', `/tasks/${now}/comments`)).body).toMatchObject([{ body: 'My long thoughts on this.' }])
      // What is open is the task that came back.
      await page.getByText('My long thoughts on this.').waitFor()
      expect(new URL(page.url()).pathname).toBe(`/all/${now}`)
    },
  )

  it.runIf(process.env.TANDEM_LONG)('[PW6] [PW8] what waits for a team is sent also while another is shown, and signing out says that it waits', async () => {
    const two = await newPerson(cloud, 'Tova')
    const [first, second] = [await newTeam(cloud, two, 'First'), await newTeam(cloud, two, 'Second')]
    await first.call('POST', '/tasks', { title: 'In the first' })
    await second.call('POST', '/tasks', { title: 'In the second' })
    const page = await visitor.open(cloud.url)
    await signInPage(page, two.email)
    const go = async (name: string) => {
      await page.getByRole('button', { name: /^Team / }).click()
      await page.getByRole('menuitemcheckbox', { name }).click()
    }
    await page.getByText('In the second').waitFor()
    await keptForOffline(page)
    // All of it is on the device.
    await page.getByText('Up to date').waitFor()
    await go('First')
    await page.getByText('In the first').waitFor()
    await page.getByText('Up to date').waitFor()
    await setOffline(page, true)
    await page.getByRole('link', { name: /In the first/ }).click()
    await page.keyboard.press('5')
    await page.getByRole('alert').filter({ hasText: 'One change will be sent' }).waitFor()
    await go('Second')
    await page.getByText('In the second').waitFor()
    await page.getByRole('button', { name: /^Team Second/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByText('One change hasn’t been sent yet').waitFor()
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await setOffline(page, false)
    await expect.poll(async () => (await first.call('GET', '/tasks')).body).toMatchObject([{ status: 'done' }])
    expect((await second.call('GET', '/tasks')).body).toMatchObject([{ title: 'In the second', status: 'backlog' }])
  })
})
