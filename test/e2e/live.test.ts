import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { localContract } from '../../shared/contract/local.ts'
import { createClient } from '../../shared/http/client.ts'
import { goWithin } from '../support/browser/go-within.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { startChild } from '../support/service/child-service.ts'
import { twoWindows } from '../support/browser/journeys.ts'
import { startWindow } from '../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const [me, claude] = [tandem.as('person'), tandem.as('agent:claude')]

afterEach(() => expect(visitor.problems).toEqual([]))

/** Marks when a stream stands. In the page. */
function markStream(): void {
  const Stream = globalThis.EventSource
  globalThis.EventSource = class extends Stream {
    constructor(address: string | URL) {
      super(address)
      this.addEventListener('hello', () => setTimeout(() => performance.mark('stream')))
    }
  }
}
/** The window calls a stream late after 300 ms, which a busy machine needs for anything. In the page. */
function waitForStream(): void {
  const after = globalThis.setTimeout
  globalThis.setTimeout = ((run: () => void, ms?: number) => after(run, ms === 300 ? 60_000 : ms)) as typeof setTimeout
}
const streamStands = (page: Page) => expect.poll(() => page.evaluate("performance.getEntriesByName('stream').length")).toBe(1)

describe('live', () => {
  test('what one window does is in the other within a moment', async () => {
    const { id } = await me.createTask({ body: { title: 'Shared by two windows' } })
    await twoWindows(await visitor.open(tandem.url), await visitor.open(`${tandem.url}/open/${id}`))
  })

  test('[W1] a window that opens reads each thing once; where its stream comes late, again', async () => {
    await me.createTask({ body: { title: 'There before', status: 'todo' } })
    const open = async (isLate: boolean) => {
      const page = await visitor.open('about:blank')
      await page.addInitScript(markStream)
      const read: string[] = []
      page.on('request', (one) => one.resourceType() === 'fetch' && read.push(one.url()))
      // On a busy machine it would come late by itself: neither the window nor what it reads waits less than that long.
      if (!isLate) {
        await page.addInitScript(waitForStream)
        await page.route('**/*', async (route) => {
          const one = route.request()
          if (one.resourceType() === 'fetch' && !one.url().endsWith('/events')) await streamStands(page)
          await route.fallback()
        })
      }
      // It comes when the lists stand.
      await page.route('**/events', async (route) => {
        if (isLate) {
          await page.getByRole('link', { name: /There before/ }).waitFor()
          await claude.createTask({ body: { title: 'Before the stream' } })
        }
        await route.continue()
      })
      await page.goto(tandem.url)
      await streamStands(page)
      if (isLate) await page.getByRole('link', { name: /Before the stream/ }).waitFor()
      await page.getByRole('button', { name: 'Filter', exact: true }).waitFor()
      return read.filter((one, at) => read.indexOf(one) !== at)
    }
    expect(await open(false)).toEqual([])
    expect((await open(true)).length).toBeGreaterThan(3)
  })

  test.runIf(process.env.TANDEM_LONG)(
    '[W1] a task that is written while the window begins is seen, though the list was answered before it and arrives after the stream',
    async () => {
      const page = await visitor.open('about:blank')
      let written: Promise<unknown> | undefined
      await page.route(/\/tasks\?/, async (route) => {
        const response = await route.fetch()
        const body = await response.text()
        if (!body.includes('Written in between')) {
          await (written ??= claude.createTask({ body: { title: 'Written in between' } }))
          // The stream stands, and has told how far the journal is.
          await streamStands(page)
        }
        await route.fulfill({ response, body })
      })
      await page.addInitScript(markStream)
      await page.goto(tandem.url)
      await page.getByRole('link', { name: /Written in between/ }).waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  )

  test.runIf(process.env.TANDEM_LONG)('[W1] what is written while a list or the comments are being read is seen, though their answer is older', async () => {
    const { id } = await me.createTask({ body: { title: 'Read about just now', status: 'done' } })
    const page = await visitor.open(tandem.url)
    const open = page.getByRole('link', { name: /^Open/ })
    // Each is held back until the window has heard of what was written after it.
    const late: [RegExp, () => Promise<unknown>][] = [
      [/status=done/, () => claude.createTask({ body: { title: 'Done in between', status: 'done' } })],
      [/comments/, () => claude.createComment({ params: { id }, body: { body: 'Said in between' } })],
    ]
    for (const [address, write] of late) {
      let isFirst = true
      await page.route(address, async (route) => {
        if (!isFirst) return route.fallback()
        isFirst = false
        const before = await open.textContent()
        const response = await route.fetch()
        await write()
        await me.createTask({ body: { title: 'After that' } })
        // The window has heard of both: the sidebar counts one more.
        await expect.poll(() => open.textContent()).not.toBe(before)
        await route.fulfill({ response })
      })
    }
    await goWithin(page, '/all?status=done')
    await page.getByRole('link', { name: 'Done in between' }).waitFor()
    await page.getByRole('link', { name: 'Read about just now' }).click()
    await page.getByText('Said in between').waitFor()
  })

  test.runIf(process.env.TANDEM_LONG)('[W1] a list that nobody looks at is read again when somebody does, whatever comes in between', async () => {
    const ids: number[] = []
    for (let n = 1; n <= 25; n++) ids.push((await me.createTask({ body: { title: `Closed elsewhere ${n}`, status: 'done' } })).id)
    const page = await visitor.open(`${tandem.url}/all?label=elsewhere`)
    await page.getByText('No tasks match').waitFor()
    await goWithin(page, '/open')
    await claude.changeTasks({ body: { changes: [{ ids, patch: { labels: ['elsewhere'] } }] } })
    for (const title of ['Then one more', 'And another']) {
      await me.createTask({ body: { title } })
      await page.getByRole('link', { name: title }).waitFor()
    }
    await goWithin(page, '/all?label=elsewhere')
    await page.getByText('Closed elsewhere 25').waitFor()
    await page.getByText('Closed elsewhere 1', { exact: true }).waitFor()
  })

  test("an agent's change shows with its mark, and is taken back from the history", async () => {
    const { id } = await me.createTask({ body: { title: 'Watched by an agent' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.getByRole('button', { name: 'Priority: Medium' }).waitFor()
    await claude.updateTask({ params: { id }, body: { priority: 'high' } })
    await page.getByRole('button', { name: 'Priority: High' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Watched by an agent' }).first().getByText('claude').waitFor()
    await page.getByRole('tab', { name: /History/ }).click()
    await page.getByRole('button', { name: 'Undo: claude set priority to High' }).last().focus()
    await page.keyboard.press('u')
    await page.getByRole('button', { name: 'Priority: Medium' }).waitFor()
    expect((await me.getTask({ params: { id } })).priority).toBe('medium')
  })

  test.runIf(process.env.TANDEM_LONG)('what is being typed is left alone, and a change under it is shown as a conflict', async () => {
    const { id } = await me.createTask({ body: { title: 'Written by two', description: 'first' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.locator('[data-detail]').getByText('first', { exact: true }).waitFor()
    await page.keyboard.press('Shift+E')
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.fill('first, and mine')
    await claude.updateTask({ params: { id }, body: { description: 'first, by claude', title: 'Written by two of us' } })
    await page.getByText('Someone changed this text while you were editing').waitFor()
    expect(await field.inputValue()).toBe('first, and mine')
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Written by two of us')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await me.getTask({ params: { id } })).description).toBe('first, and mine')
  })

  test('[W39] a title that two change at once: both are shown, one key each, and nothing is saved over unsaid', async () => {
    const { id } = await me.createTask({ body: { title: 'First' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    const title = page.getByRole('textbox', { name: 'Title' })
    const note = page.getByRole('alert').filter({ hasText: 'Someone changed the title' })
    const saved = async () => (await me.getTask({ params: { id } })).title
    const overwrite = async (theirs: string) => {
      await claude.updateTask({ params: { id }, body: { title: theirs } })
      await note.getByText(theirs, { exact: true }).waitFor()
    }

    await title.fill('Mine')
    await overwrite('Theirs')
    // Leaving the field decides nothing, and neither does loading the window again.
    await title.blur()
    await page.reload()
    await note.getByText('Theirs', { exact: true }).waitFor()
    expect([await title.inputValue(), await saved()]).toEqual(['Mine', 'Theirs'])
    await title.press('Enter')
    await expect.poll(saved).toBe('Mine')
    await page.getByText('replacing “Theirs”').waitFor()
    await note.waitFor({ state: 'detached' })

    await title.fill('Mine again')
    await overwrite('Theirs again')
    await title.press('Escape')
    await expect.poll(() => title.inputValue()).toBe('Theirs again')
    expect(await saved()).toBe('Theirs again')
  })

  test.runIf(process.env.TANDEM_LONG)(
    '[W39] a title that somebody saved a moment before is not saved over, also where this window has not heard of it',
    async () => {
      const { id } = await me.createTask({ body: { title: 'First' } })
      const page = await visitor.open(`${tandem.url}/open/${id}`)
      const title = page.getByRole('textbox', { name: 'Title' })
      await title.waitFor()
      await page.route('**/tasks/*', async (route) => {
        if (route.request().method() === 'PATCH') await claude.updateTask({ params: { id }, body: { title: 'By claude' } })
        await route.continue()
      })
      await title.fill('By me')
      await title.press('Enter')
      await page.getByRole('alert').getByText('By claude').waitFor()
      expect([await title.inputValue(), (await me.getTask({ params: { id } })).title]).toEqual(['By me', 'By claude'])
      await page.unrouteAll()
      // Another field is no conflict.
      await title.press('Escape')
      await title.fill('By me, later')
      await page.route('**/tasks/*', async (route) => {
        if (route.request().method() === 'PATCH') await claude.updateTask({ params: { id }, body: { priority: 'high' } })
        await route.continue()
      })
      await title.press('Enter')
      await expect.poll(async () => (await me.getTask({ params: { id } })).title).toBe('By me, later')
    },
  )

  test.runIf(process.env.TANDEM_LONG)('[W39] a description that somebody saved a moment before stays, and mine waits with it', async () => {
    const { id } = await me.createTask({ body: { title: 'Described by two', description: 'first' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.locator('[data-detail]').getByText('first', { exact: true }).waitFor()
    await page.route('**/tasks/*', async (route) => {
      if (route.request().method() === 'PATCH') await claude.updateTask({ params: { id }, body: { description: 'first, by claude' } })
      await route.continue()
    })
    await page.keyboard.press('Shift+E')
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.fill('first, and mine')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Yours isn’t saved yet').waitFor()
    expect((await me.getTask({ params: { id } })).description).toBe('first, by claude')
    await page.unrouteAll()
    await page.getByText('Someone changed this text while you were editing').waitFor()
    expect(await field.inputValue()).toBe('first, and mine')
    await page.getByRole('button', { name: 'Merge both' }).click()
    await expect.poll(() => field.inputValue()).toContain('by claude')
    await field.press('Control+Enter')
    await expect.poll(async () => (await me.getTask({ params: { id } })).description).toMatch(/by claude[^]*and mine|and mine[^]*by claude/)
  })

  test.runIf(process.env.TANDEM_LONG)('[W2] [W10] many that change while the service is away change once, when it is back', async () => {
    const ids: number[] = []
    for (const n of [1, 2, 3]) ids.push((await me.createTask({ body: { title: `Away ${n}`, labels: ['away'] } })).id)
    const page = await visitor.open(`${tandem.url}/all?label=away`)
    await page.getByRole('link', { name: /^Away 3/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
    await tandem.stop()
    await page.getByText('Can’t reach Tandem.', { exact: true }).waitFor()
    await page.keyboard.press('3')
    // What is done to one of them meanwhile comes after.
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await page.getByRole('combobox', { name: 'Set priority…' }).waitFor()
    await page.keyboard.press('1')
    await tandem.start()
    await expect.poll(async () => (await me.listTasks({ query: { label: ['away'], status: ['in_progress'] } })).length, { timeout: 15_000 }).toBe(3)
    await expect.poll(async () => (await me.listTasks({ query: { label: ['away'], priority: ['high'] } })).length, { timeout: 15_000 }).toBe(1)
    for (const id of ids) expect((await me.readTaskHistory({ params: { id } })).filter(({ after }) => after?.status === 'in_progress')).toHaveLength(1)
  })

  // With one service that is only stopped, and with more tasks, it is part of every run.
  test.runIf(process.env.TANDEM_LONG)('[W1] [W2] one of two is done while the service is dead: it leaves once, and the other stays', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tandem-killed-'))
    let service = await startChild(dataDir)
    onTestFinished(async () => {
      await service.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const { url } = service
    const person = createClient(localContract, { baseUrl: url, headers: { 'X-Actor': 'person' } })
    for (const title of ['Stays open', 'Gets done']) await person.createTask({ body: { title } })
    const page = await visitor.open(url)
    const stays = page.getByRole('link', { name: /^Stays open/ })
    await stays.waitFor()
    await page.keyboard.press('j')
    await service.kill()
    await page.getByText('Can’t reach Tandem.', { exact: true }).waitFor()
    await page.keyboard.press('5')
    service = await startChild(dataDir, '--port', new URL(url).port)
    await page.getByText('Can’t reach Tandem.', { exact: true }).waitFor({ state: 'detached' })
    // Written after it: once this is here, the window has heard of everything before.
    await person.createTask({ body: { title: 'And one more' } })
    await page.getByRole('link', { name: /^And one more/ }).waitFor()
    await expect.poll(async () => (await person.listTasks({ query: { status: ['done'] } })).map(({ title }) => title)).toEqual(['Gets done'])
    await stays.waitFor()
    await page.getByRole('button', { name: /^Backlog.*2/ }).waitFor()
  })

  test('the service goes and comes back: a banner, and nothing typed is lost', async () => {
    const { id } = await me.createTask({ body: { title: 'Outlives a restart' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    const composer = page.getByRole('textbox', { name: /Leave a comment/ })
    await composer.fill('half a comm')
    await tandem.stop()
    await page.getByText('Can’t reach Tandem.', { exact: true }).waitFor()
    expect(await composer.inputValue()).toBe('half a comm')
    // Writing goes on meanwhile; it is sent when the service is back.
    await composer.press('End')
    await page.keyboard.type('ent')
    await page.keyboard.press('Control+Enter')
    await page.getByText('One unsent change').waitFor()
    await tandem.start()
    await page.getByText('Can’t reach Tandem.', { exact: true }).waitFor({ state: 'detached' })
    await expect.poll(async () => (await me.listComments({ params: { id } })).map((comment) => comment.body), { timeout: 10_000 }).toEqual(['half a comment'])
    await claude.updateTask({ params: { id }, body: { status: 'todo' } })
    await page.getByRole('button', { name: 'Status: To do' }).waitFor()
  })

  test.runIf(process.env.TANDEM_LONG)('a half-typed comment survives a reload of the window', async () => {
    const { id } = await me.createTask({ body: { title: 'Keeps a draft' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.getByRole('textbox', { name: /Leave a comment/ }).fill('not yet sent')
    await page.reload()
    await expect.poll(() => page.getByRole('textbox', { name: /Leave a comment/ }).inputValue()).toBe('not yet sent')
  })

  test.runIf(process.env.TANDEM_LONG)('a deleted task says who deleted it and can come back', async () => {
    const { id } = await me.createTask({ body: { title: 'Gone for a moment' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.getByRole('button', { name: 'Status: Backlog' }).waitFor()
    await claude.deleteTask({ params: { id } })
    await page.getByText(`#${id} was deleted by claude`).waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Status: Backlog' }).waitFor()
    expect((await me.getTask({ params: { id } })).title).toBe('Gone for a moment')
  })
})
