// Two acts in one task of the page, as dictation, extensions and assistive tools send them: the second meets what the first has changed.
import type { JSHandle, Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { goWithin } from '../support/browser/go-within.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { startWindow } from '../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const [me, claude] = [tandem.as('person'), tandem.as('agent:claude')]

afterEach(() => expect(visitor.problems).toEqual([]))

type Act = readonly [where: Locator, key: 'click' | 'Enter' | 'Control+Enter']

/** What the page has of it. */
interface Part {
  click(): void
  dispatchEvent(event: Event): boolean
}
declare const KeyboardEvent: new (type: string, init: object) => Event

/** Without giving the page a moment in between. */
async function atOnce(page: Page, acts: readonly Act[]): Promise<void> {
  const all = await Promise.all(acts.map(async ([where, key]) => ({ on: (await where.elementHandle()) as unknown as JSHandle<Part>, key })))
  await page.evaluate((them) => {
    for (const { on, key } of them) {
      if (key === 'click') on.click()
      else on.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: key !== 'Enter', bubbles: true, cancelable: true }))
    }
  }, all)
}

describe('[W19] [W39] of two who wrote', () => {
  test('"Merge both" and at once Ctrl+Enter save both texts', async () => {
    const { id } = await me.createTask({ body: { title: 'Described by two', description: 'top\n\nbottom' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.locator('[data-detail]').getByText('bottom', { exact: true }).waitFor()
    await page.keyboard.press('Shift+E')
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.fill('top, mine\n\nbottom')
    await claude.updateTask({ params: { id }, body: { description: 'top\n\nbottom, theirs' } })
    const merge = page.getByRole('button', { name: 'Merge both' })
    await merge.waitFor()
    await atOnce(page, [
      [merge, 'click'],
      [field, 'Control+Enter'],
    ])
    await page.locator('[data-detail]').getByText('bottom, theirs', { exact: true }).waitFor()
    await expect.poll(async () => (await me.getTask({ params: { id } })).description).toBe('top, mine\n\nbottom, theirs')
    // Nothing is left of it as a draft.
    await page.reload()
    await page.locator('[data-detail]').getByText('bottom, theirs', { exact: true }).waitFor()
  })

  test.runIf(process.env.TANDEM_LONG)('a draft whose text was saved before the page heard so is none after a reload', async () => {
    const { id } = await me.createTask({ body: { title: 'Saved unheard', description: 'first' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.locator('[data-detail]').getByText('first', { exact: true }).waitFor()
    await page.keyboard.press('Shift+E')
    await page.getByRole('textbox', { name: 'Description' }).fill('second')
    // The service has it; its answer never arrives.
    await page.route(`**/tasks/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await route.fetch()
    })
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await me.getTask({ params: { id } })).description).toBe('second')
    await page.reload()
    await page.locator('[data-detail]').getByText('second', { exact: true }).waitFor()
    await page.keyboard.press('Shift+E')
    await page.getByRole('textbox', { name: 'Description' }).fill('third')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test.runIf(process.env.TANDEM_LONG)('a text that is being sent is kept until it is there, also where it is shown already', async () => {
    const { id } = await me.createTask({ body: { title: 'Refused late', description: 'first' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    const detail = page.locator('[data-detail]')
    await detail.getByText('first', { exact: true }).waitFor()
    let refuse = () => {}
    await page.route(`**/tasks/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await new Promise<void>((resolve) => {
        refuse = resolve
      })
      await route.fulfill({ status: 400, contentType: 'application/problem+json', json: { status: 400, code: 'invalid', title: 'No', detail: 'Not today.' } })
    })
    await page.keyboard.press('Shift+E')
    await page.getByRole('textbox', { name: 'Description' }).fill('second')
    await page.keyboard.press('Control+Enter')
    await detail.getByText('second', { exact: true }).waitFor()
    await goWithin(page, '/open')
    await detail.waitFor({ state: 'detached' })
    await goWithin(page, `/open/${id}`)
    await detail.getByText('second', { exact: true }).waitFor()
    refuse()
    await page.getByText('Not today.').first().waitFor()
    await goWithin(page, '/open')
    await detail.waitFor({ state: 'detached' })
    await goWithin(page, `/open/${id}`)
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('second')
  })

  test.runIf(process.env.TANDEM_LONG)('after a choice the keys go on in the text', async () => {
    const { id } = await me.createTask({ body: { title: 'Chosen by key', description: 'first' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.locator('[data-detail]').getByText('first', { exact: true }).waitFor()
    await page.keyboard.press('Shift+E')
    await page.getByRole('textbox', { name: 'Description' }).fill('mine')
    await claude.updateTask({ params: { id }, body: { description: 'theirs' } })
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await me.getTask({ params: { id } })).description).toBe('mine')
  })

  test.runIf(process.env.TANDEM_LONG)('a title that was given up is not saved by the Enter after it', async () => {
    const { id } = await me.createTask({ body: { title: 'First' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Mine')
    await claude.updateTask({ params: { id }, body: { title: 'Theirs' } })
    const take = page.getByRole('button', { name: 'Use theirs' })
    await take.waitFor()
    await atOnce(page, [
      [take, 'click'],
      [title, 'Enter'],
    ])
    await expect.poll(() => title.inputValue()).toBe('Theirs')
    await me.createComment({ params: { id }, body: { body: 'Afterwards' } })
    await page.getByText('Afterwards').waitFor()
    expect((await me.readTaskHistory({ params: { id } })).filter(({ after }) => after?.title === 'Mine')).toEqual([])
  })
})

describe('[W19] what is sent twice at once goes once', () => {
  test('a comment', async () => {
    const { id } = await me.createTask({ body: { title: 'Commented once' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    const field = page.getByRole('textbox', { name: /Leave a comment/ })
    await field.fill('Only once')
    const send = page.getByRole('button', { name: 'Send' })
    await atOnce(page, [
      [field, 'Control+Enter'],
      [send, 'click'],
      [field, 'Control+Enter'],
    ])
    await field.fill('Then this')
    await field.press('Control+Enter')
    await expect.poll(async () => (await me.listComments({ params: { id } })).map(({ body }) => body)).toEqual(['Only once', 'Then this'])
  })

  test.runIf(process.env.TANDEM_LONG)('a task, a contact', async () => {
    const page = await visitor.open(tandem.url)
    await page.keyboard.press('c')
    const line = page.getByRole('textbox', { name: 'New task' })
    await line.fill('Added only once')
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await atOnce(page, [
      [add, 'click'],
      [add, 'click'],
    ])
    await line.fill('Added afterwards')
    await line.press('Enter')
    const added = async () => (await me.listTasks()).map(({ title }) => title).filter((title) => title.startsWith('Added'))
    await expect.poll(added).toEqual(['Added afterwards', 'Added only once'])

    await page.goto(`${tandem.url}/people`)
    await page.getByRole('button', { name: 'New contact' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ana Once')
    const save = page.getByRole('button', { name: 'Save' })
    await atOnce(page, [
      [save, 'click'],
      [save, 'click'],
    ])
    await page.getByRole('heading', { name: 'Ana Once' }).waitFor()
    expect((await me.listContacts()).map(({ slug }) => slug)).toEqual(['ana-once'])
  })
})

describe('[W19] what is typed meanwhile stays', () => {
  test.runIf(process.env.TANDEM_LONG)('a comment and a task that are refused come back before it', async () => {
    const { id } = await me.createTask({ body: { title: 'Refuses once' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    const held: (() => void)[] = []
    await page.route(/\/(?:tasks|comments)$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await new Promise<void>((resolve) => held.push(resolve))
      await route.fulfill({ status: 400, contentType: 'application/problem+json', json: { status: 400, code: 'invalid', title: 'No', detail: 'Not now.' } })
    })
    const field = page.getByRole('textbox', { name: /Leave a comment/ })
    await field.fill('Refused')
    await field.press('Control+Enter')
    await field.fill('Typed since')
    await expect.poll(() => held.length).toBe(1)
    held.pop()?.()
    await expect.poll(() => field.inputValue()).toBe('Refused\n\nTyped since')

    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    const line = page.getByRole('textbox', { name: 'New task' })
    await line.fill('Refused')
    await line.press('Enter')
    await line.fill('typed since')
    await expect.poll(() => held.length).toBe(1)
    held.pop()?.()
    await expect.poll(() => line.inputValue()).toBe('Refused typed since')
  })

  test.runIf(process.env.TANDEM_LONG)('Enter in the palette before its hits are there means the first of them', async () => {
    const { id } = await me.createTask({ body: { title: 'Zymurgy for beginners' } })
    const before = (await me.listTasks()).length
    const page = await visitor.open(tandem.url)
    let answer: (() => void) | undefined
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/tasks/search*', async (route) => {
      await asked
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zymurgy')
    await page.keyboard.press('Enter')
    answer?.()
    await expect.poll(() => page.url()).toBe(`${tandem.url}/open/${id}`)
    expect((await me.listTasks()).length).toBe(before)
  })

  test.runIf(process.env.TANDEM_LONG)('Enter before the palette itself is there, too', async () => {
    const { id } = await me.createTask({ body: { title: 'Quokkas on holiday' } })
    const page = await visitor.open('about:blank')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/palette-[^/]*\.js/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(tandem.url)
    await page.getByRole('heading', { name: 'Open', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('quokkas')
    await page.keyboard.press('Enter')
    release()
    await expect.poll(() => page.url()).toBe(`${tandem.url}/open/${id}`)
  })
})
