// What agents ask for, what looks alike, who has what in hand, and where a person says what agents may do.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { fillReview, fillWithSample } from '../../scripts/sample-tasks.ts'
import { violations } from '../support/browser/axe.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { startWindow } from '../support/browser/window.ts'

const tandem = await startWindow({ withMeaning: true })
const visitor = useBrowser()
const [me, claude] = [tandem.as('person'), tandem.as('agent:claude')]
await fillWithSample(tandem.url)
await fillReview(tandem)

afterEach(() => expect(visitor.problems).toEqual([]))

/** The line of a card, beside which the selected card stands. */
const lineOf = (page: Page, name: string | RegExp) => page.locator('[data-review-list]').getByRole('button', { name })

describe('review', () => {
  test('[W5] y accepts, n rejects, with the difference in sight; undo takes an accepted write back', async () => {
    const page = await visitor.open(`${tandem.url}/review`)
    const proposals = lineOf(page, /wants/)
    await expect.poll(() => proposals.count()).toBe(3)
    const closing = page.getByRole('article', { name: 'claude wants to close 4 tasks' })
    await expect.poll(() => closing.getAttribute('aria-current')).toBe('true')
    const changing = page.getByRole('article', { name: 'claude wants to change a task' })
    await page.keyboard.press('j')
    await changing.locator('del', { hasText: 'High' }).waitFor()
    await changing.locator('ins', { hasText: 'Medium' }).waitFor()
    await page.keyboard.press('y')
    await page.getByRole('status').getByText('Accepted: claude wants to change a task').waitFor()
    const proposed = async (state: 'accepted' | 'rejected') => (await me.listProposals({ query: { state } })).length
    expect(await proposed('accepted')).toBe(1)
    const [{ task_id: id } = { task_id: 0 }] = await me.listProposals({ query: { state: 'accepted' } })
    expect((await me.getTask({ params: { id: id ?? 0 } })).labels).toEqual(['s3a', 'resilience'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await me.getTask({ params: { id: id ?? 0 } })).labels).toEqual(['bug', 's3a'])
    // It waits again, in its place.
    await lineOf(page, 'claude wants to change a task').waitFor()
    expect(await proposed('accepted')).toBe(0)

    // The next card has the selection; n turns it down, with a reason for the agent if one is given.
    const adding = page.getByRole('article', { name: 'codex wants to add a task' })
    await expect.poll(() => adding.getAttribute('aria-current')).toBe('true')
    await adding.getByRole('button', { name: 'Reject with a reason' }).click()
    await page.keyboard.type('there is one')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await me.listProposals({ query: { state: 'rejected' } })).map(({ reason }) => reason)).toEqual(['there is one'])
    for (const name of ['claude wants to change a task', 'claude wants to close 4 tasks']) {
      await lineOf(page, name).click()
      await expect.poll(() => page.getByRole('article', { name }).getAttribute('aria-current')).toBe('true')
      await page.keyboard.press('n')
    }
    await expect.poll(() => proposed('rejected')).toBe(6)
    await expect.poll(() => proposals.count()).toBe(0)
  })

  test.runIf(process.env.TANDEM_LONG)('[A9] [A11] in a browser that is not signed in the act is refused and says how; the link signs it in, once', async () => {
    const fresh = await startWindow()
    await fillWithSample(fresh.url)
    await fillReview(fresh)
    const page = await visitor.open(`${fresh.url}/review`, { signedIn: false })
    const changing = page.getByRole('article', { name: 'claude wants to change a task' })
    await lineOf(page, 'claude wants to change a task').click()
    await changing.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('status').getByText('This browser isn’t signed in. In the Tandem folder, run “node electron/cli/tandem.mjs open”').waitFor()
    await lineOf(page, 'claude wants to change a task').waitFor()
    expect((await fresh.as('person').listProposals({ query: { state: 'accepted' } })).length).toBe(0)

    const { url } = await fresh.as('person').makeSignInLink()
    await page.goto(url)
    await page.getByText('You’re signed in.').waitFor()
    expect(page.url()).not.toContain('sign-in')
    await page.goto(`${fresh.url}/review`)
    await lineOf(page, 'claude wants to change a task').click()
    await changing.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('status').getByText('Accepted: claude wants to change a task').waitFor()
    expect((await fresh.as('person').listProposals({ query: { state: 'accepted' } })).length).toBe(1)
    // In a tab that stands, only what is behind the # changes.
    await page.goto(`${fresh.url}/#${url.split('#')[1]}`)
    await page.getByText('the link was already used').waitFor()
  })

  test.runIf(process.env.TANDEM_LONG)('[W4] [W5] z right after y or n takes it back: what was written is undone, and the proposal waits again', async () => {
    const fresh = await startWindow()
    await fillWithSample(fresh.url)
    await fillReview(fresh)
    const person = fresh.as('person')
    const page = await visitor.open(`${fresh.url}/review`)
    const proposals = lineOf(page, /wants/)
    const said = page.getByRole('status')
    await expect.poll(() => proposals.count()).toBe(3)
    const before = await person.listTasks()
    const decided = async () =>
      (await Promise.all((['accepted', 'rejected'] as const).map((state) => person.listProposals({ query: { state } })))).flat().length

    const select = () => lineOf(page, 'claude wants to close 4 tasks').click()
    for (const key of ['y', 'n']) {
      await select()
      await page.keyboard.press(key)
      await expect.poll(decided).toBe(4)
      await said.getByRole('button', { name: /^Undo/ }).waitFor()
      await page.keyboard.press('z')
      await expect.poll(decided).toBe(0)
      await expect.poll(() => proposals.count()).toBe(3)
      await said.getByText('Undone').waitFor()
      expect((await person.listTasks()).map(({ id, status }) => [id, status])).toEqual(before.map(({ id, status }) => [id, status]))
    }
    // Before the answer is here, too; and once more, by the button that offers it.
    await select()
    await page.keyboard.press('y')
    await page.keyboard.press('z')
    await said.getByRole('button', { name: 'Redo' }).click()
    await expect.poll(decided).toBe(4)
    // Pressed once too often it tells so, and covers nothing.
    await said.getByRole('button', { name: /^Undo/ }).waitFor()
    await page.keyboard.press('z')
    await expect.poll(decided).toBe(0)
    await said.getByText('Undone').waitFor()
    await page.keyboard.press('z')
    await said.getByText('Nothing to undo').waitFor()
    await said.getByRole('button', { name: 'Redo' }).waitFor()
  })

  test.runIf(process.env.TANDEM_LONG)('[W5] a mail that was added to a task it looks like comes off it again with z, and waits as before', async () => {
    const { id } = await me.createTask({ body: { title: 'Replace the broken printer on the second floor' } })
    const comments = async () => (await me.listComments({ params: { id } })).length
    await me.takeInConversation({
      body: {
        source: 'email',
        external_id: 'printer',
        subject: 'Broken printer on the second floor',
        messages: [{ external_id: 'printer-1', from: 'Dora <dora@example.org>', sent_at: new Date().toISOString(), body: 'Could it be replaced? unsubscribe' }],
      },
    })
    const page = await visitor.open(`${tandem.url}/review`)
    const add = page.getByRole('button', { name: `Add to #${id}`, exact: true })
    await lineOf(page, /printer/).click()
    await add.click()
    await page.getByRole('status').getByText(`Added to #${id}`).waitFor()
    await expect.poll(comments).toBe(1)
    await page.keyboard.press('z')
    await lineOf(page, /printer/).click()
    await add.waitFor()
    expect(await comments()).toBe(0)
    // Also before the service has answered.
    await add.click()
    await page.keyboard.press('z')
    await page.getByRole('status').getByText('Undone').waitFor()
    await lineOf(page, /printer/).click()
    await add.waitFor()
    expect(await comments()).toBe(0)
    const waiting = (await me.listProposals({ query: {} })).find(({ conversation_id }) => conversation_id !== null)
    await me.rejectProposal({ params: { id: waiting?.id ?? 0 }, body: {} })
  })

  test.runIf(process.env.TANDEM_LONG)('[W5] e accepts what is nearly right, and opens it to be mended', async () => {
    const fresh = await startWindow()
    await fillReview(fresh)
    const page = await visitor.open(`${fresh.url}/review`)
    await page.getByRole('article', { name: 'codex wants to add a task' }).getByRole('button', { name: 'Accept and edit' }).waitFor()
    await page.keyboard.press('e')
    const title = page.getByRole('textbox', { name: 'Title' })
    await expect.poll(() => title.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.press('End')
    await page.keyboard.insertText(', twice')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await fresh.as('person').listTasks())[0]?.title).toBe('Add a smoke test for the token rotation, twice')
  })

  test('[W5] tasks that look alike stand side by side: n keeps both, y makes one, and undo brings it back', async () => {
    const page = await visitor.open(`${tandem.url}/review`)
    const pair = page.getByRole('article', { name: /may be duplicates/ }).first()
    await lineOf(page, /may be duplicates/)
      .first()
      .click()
    await pair.waitFor()
    const [suspected] = await me.listDuplicates()
    if (!suspected) throw new Error('no pair')
    const ids = [suspected.a.id, suspected.b.id].sort((a, b) => a - b)
    await page.keyboard.press('n')
    await expect.poll(() => pair.count()).toBe(0)
    await page.keyboard.press('z')
    await lineOf(page, /may be duplicates/)
      .first()
      .click()
    await page.getByRole('status').getByText('Undone').waitFor()
    await page.keyboard.press('y')
    await page.getByRole('status').getByText(`#${ids[1]} merged into #${ids[0]}`).waitFor()
    await expect.poll(async () => (await me.listTasks()).some((task) => task.id === ids[1])).toBe(false)
    await page.keyboard.press('z')
    await expect.poll(async () => (await me.listTasks()).some((task) => task.id === ids[1])).toBe(true)
  })

  test.runIf(process.env.TANDEM_LONG)('[W5] in a task, one key merges it with what it looks like', async () => {
    const one = await me.createTask({ body: { title: 'Replace the toner of the printer on floor two' } })
    const other = await me.createTask({ body: { title: 'Replace the toner of the printer on floor two' } })
    const page = await visitor.open(`${tandem.url}/open/${other.id}`)
    await page.getByRole('complementary', { name: `#${other.id} and #${one.id} may be duplicates` }).waitFor()
    await page.keyboard.press('=')
    await expect.poll(() => page.url()).toBe(`${tandem.url}/open/${one.id}`)
    await expect.poll(async () => (await me.listTasks()).some((task) => task.id === other.id)).toBe(false)
  })
})

test.runIf(process.env.TANDEM_LONG)(
  '[W76] what is decided in Review is in the palette and in the menu of a card; each is undone and redone, and no message takes the place of another',
  async () => {
    const fresh = await startWindow()
    await fillWithSample(fresh.url)
    await fillReview(fresh)
    const person = fresh.as('person')
    const decided = async (state: 'accepted' | 'rejected') => (await person.listProposals({ query: { state } })).map(({ tool }) => tool)
    const page = await visitor.open(`${fresh.url}/review`)
    const changing = lineOf(page, 'claude wants to change a task')
    const adding = lineOf(page, 'codex wants to add a task')
    const said = page.getByRole('status')
    const offered = (what: string) => said.getByRole('button', { name: `Undo: ${what}` })
    await changing.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Reject', exact: true }).click()
    await expect.poll(() => decided('rejected')).toEqual(['update_task'])
    await adding.click()
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'codex wants to add a task' }).waitFor()
    await page.getByRole('combobox').fill('accept')
    await page.getByRole('option', { name: 'Accept', exact: true }).click()
    await expect.poll(() => decided('accepted')).toEqual(['create_task'])
    await offered('Rejected: claude wants to change a task').waitFor()
    await offered('Accepted: codex wants to add a task').waitFor()
    await page.keyboard.press('z')
    await adding.waitFor()
    await page.keyboard.press('z')
    await changing.waitFor()
    expect([await decided('accepted'), await decided('rejected')]).toEqual([[], []])
    await page.keyboard.press('Shift+Z')
    await expect.poll(() => decided('rejected')).toEqual(['update_task'])
    await page.keyboard.press('Shift+Z')
    await expect.poll(() => decided('accepted')).toEqual(['create_task'])
    await page.keyboard.press('z')
    await adding.waitFor()
    // A reason is asked for by key.
    await adding.click()
    await page.keyboard.press('Shift+N')
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await person.listProposals({ query: { state: 'rejected' } })).map(({ reason }) => reason)).toContain('not this one')
  },
)

describe('[W77] the list of what waits', () => {
  test.runIf(process.env.TANDEM_LONG)(
    'stands beside the selected card from 1100 px on; below, and beside an open task, the cards stand below each other',
    async () => {
      const fresh = await startWindow()
      await fillWithSample(fresh.url)
      await fillReview(fresh)
      const page = await visitor.open(`${fresh.url}/review`, { viewport: { width: 1100, height: 800 } })
      const cards = page.getByRole('article')
      const closing = lineOf(page, 'claude wants to close 4 tasks')
      await closing.getByText('+3').waitFor()
      expect(await cards.count()).toBe(1)
      await expect.poll(() => closing.getAttribute('aria-current')).toBe('true')
      expect(await violations(page)).toEqual([])
      // The keyboard goes to the card, and the next one takes its place once it is decided.
      await lineOf(page, 'codex wants to add a task').click()
      await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('codex wants to add a task')
      await page.keyboard.press('k')
      await page.getByRole('article', { name: 'claude wants to change a task' }).waitFor()
      await page.keyboard.press('n')
      await page.getByRole('article', { name: 'codex wants to add a task' }).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1100)
      await page.setViewportSize({ width: 1090, height: 800 })
      await expect.poll(() => cards.count()).toBeGreaterThan(1)
      expect(await page.locator('[data-review-list]').count()).toBe(0)
    },
  )

  test.runIf(process.env.TANDEM_LONG)(
    'counts what waits for approval apart from what looks alike; a phone has numbers beside titles and not over them',
    async () => {
      const fresh = await startWindow({ withMeaning: true })
      await fillWithSample(fresh.url)
      await fillReview(fresh)
      const wide = await visitor.open(`${fresh.url}/review`)
      await wide.getByRole('link', { name: 'Review Possible duplicates: 1 Waiting for approval: 6' }).waitFor()
      await wide.locator('[data-review-list]').getByRole('heading', { name: 'Waiting for approval 6' }).waitFor()
      await wide.locator('[data-review-list]').getByRole('heading', { name: 'Possible duplicates 1' }).waitFor()
      const page = await visitor.open(`${fresh.url}/review`, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
      const links = page.getByRole('article', { name: /wants to/ }).getByRole('link')
      await links.first().locator('bdi', { hasText: /\w/ }).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      // However long its title is, what a line begins with keeps its size.
      const closing = page.getByRole('article', { name: 'claude wants to close 4 tasks' }).getByRole('link')
      const starts = await Promise.all((await closing.all()).map(async (link) => (await link.locator('bdi').boundingBox())?.x ?? 0))
      expect(starts).toHaveLength(4)
      expect(Math.max(...starts) - Math.min(...starts)).toBeLessThanOrEqual(2)
      for (const link of await links.all()) {
        const [number, title] = [await link.locator('.tabular').boundingBox(), await link.locator('bdi').boundingBox()]
        expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThanOrEqual(title?.x ?? 0)
      }
    },
  )
})

test('[W6] a claim is on the row and in the task while it lasts, and a person can end it', async () => {
  const { id } = await me.createTask({ body: { title: 'In somebody else’s hands' } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  const row = page.getByRole('listitem').filter({ hasText: 'In somebody' })
  await row.waitFor()
  const { key } = await claude.claimTask({ params: { id }, body: {} })
  await row.getByTitle(/claude is working until/).waitFor()
  await page.getByText('Working on it').waitFor()
  await claude.releaseClaim({ params: { id }, query: { key } })
  await row.getByTitle(/claude is working until/).waitFor({ state: 'detached' })
  await claude.claimTask({ params: { id }, body: {} })
  await page.getByRole('button', { name: 'Release' }).click()
  await expect.poll(async () => (await me.listClaims()).some((claim) => claim.task_id === id)).toBe(false)
})

test('[A20] an agent that wrote too much is on top of Review until a person lets it go on; its limits are in Settings', async () => {
  const hasty = tandem.as('agent:hasty')
  await me.setAgentPolicy({ params: { name: 'hasty' }, body: { brake: { writes: 1, deletes: 1 } } })
  const page = await visitor.open(`${tandem.url}/review`)
  const add = (title: string) => hasty.createTask({ body: { title } })
  await add('The first of a hasty agent')
  await expect(add('Another one right after it')).rejects.toThrow(/may only propose/)
  const card = page.getByRole('article', { name: 'hasty was stopped' })
  const lines = page.locator('[data-review-list]').getByRole('button')
  await lines.first().filter({ hasText: 'hasty was stopped' }).click()
  await card.getByText('2 changes in 5 minutes; the limit is 1').waitFor()
  await card.getByRole('button', { name: 'Let it continue' }).click()
  await page.getByRole('status').getByText('hasty can write again').waitFor()
  await card.waitFor({ state: 'detached' })
  await add('And on it goes, as it was told')
  await expect(add('Until it is too much once more')).rejects.toThrow(/may only propose/)
  await lineOf(page, /^hasty was stopped/).click()
  await card.getByRole('button', { name: 'Keep proposing' }).click()
  await card.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await page.getByRole('status').getByText('This can’t be undone: hasty keeps proposing').waitFor()

  await page.goto(`${tandem.url}/settings/agents`)
  const line = page.getByRole('listitem').filter({ hasText: 'hasty' })
  await line.getByText('Asks first.').waitFor()
  await line.getByRole('button', { name: /hasty/ }).click()
  await line.getByLabel('Changes', { exact: true }).fill('200')
  await line.getByLabel('Deletions').fill('')
  await line.getByRole('button', { name: 'Save' }).click()
  await line.getByRole('radiogroup', { name: 'After reading an email' }).getByLabel('Allow', { exact: true }).check()
  await expect.poll(() => me.getAgentPolicy({ params: { name: 'hasty' } })).toEqual({ brake: { writes: 200, deletes: null }, outside: 'allow' })
  await line.getByRole('button', { name: 'Let it continue' }).click()
  await line.getByText('Asks first.').waitFor({ state: 'detached' })
})

test.runIf(process.env.TANDEM_LONG)('[W6] a claim that is made while the window reads who has what is seen', async () => {
  const waiting = [1, 2].map((n) => `Claimed in between ${n}`)
  const ids = new Map<string, number>()
  for (const title of waiting) ids.set(title, (await me.createTask({ body: { title } })).id)
  const page = await visitor.open('about:blank')
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  const claimed: string[] = []
  // The first answer is on its way when the stream begins; the second is the one that is read again therefore.
  await page.route('**/claims', async (route) => {
    const response = await route.fetch()
    const title = waiting.shift()
    if (title) {
      await claude.claimTask({ params: { id: ids.get(title) ?? 0 }, body: {} })
      claimed.push(title)
      // What is written after it has come: the window was told of the claim.
      await me.createTask({ body: { title: `After: ${title}` } })
      await row(`After: ${title}`).waitFor()
    }
    await route.fulfill({ response })
  })
  await page.goto(`${tandem.url}/open`)
  await expect.poll(() => claimed.length).toBe(2)
  for (const title of claimed)
    await row(title)
      .filter({ hasNotText: 'After' })
      .getByTitle(/claude is working until/)
      .waitFor()
})

describe('settings', () => {
  test.runIf(process.env.TANDEM_LONG)('[W7] the setup of a client is there to copy, and a policy set here holds', async () => {
    const page = await visitor.open(`${tandem.url}/settings/agents`)
    await page.getByText(`claude mcp add --transport http tandem ${tandem.url}/mcp`).waitFor()
    await page.getByRole('button', { name: 'Client: Claude Code' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Cursor' }).click()
    await page.getByText('"mcpServers"').waitFor()
    await page.getByRole('button', { name: /^claude .* model tokens read/ }).click()
    await page.getByRole('radiogroup', { name: 'Comment' }).getByRole('radio', { name: 'Deny', exact: true }).click()
    await expect.poll(async () => (await me.getAgentPolicy({ params: { name: 'claude' } })).comment).toBe('deny')
    await page
      .getByRole('radiogroup', { name: 'Comment' })
      .getByRole('radio', { name: /^Inherit/ })
      .click()
    const comment = async () => (await me.getAgentPolicy({ params: { name: 'claude' } })).comment
    await expect.poll(comment).toBeUndefined()
    await page.keyboard.press('z')
    await expect.poll(comment).toBe('deny')
    await page.keyboard.press('z')
    await expect.poll(comment).toBeUndefined()
    // [W4] Two, of which neither is answered yet when both are taken back: the older one is undone last.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/agents/claude/policy', async (route) => {
      if (route.request().method() === 'PUT') await held
      await route.continue()
    })
    const choose = (name: string) => page.getByRole('radiogroup', { name: 'Comment' }).getByRole('radio', { name, exact: true }).click()
    await choose('Deny')
    await choose('Ask')
    await page.keyboard.press('z')
    await page.keyboard.press('z')
    release()
    await page.getByRole('status').getByText('Undone').last().waitFor()
    await expect.poll(comment).toBeUndefined()
    await expect
      .poll(() =>
        page
          .getByRole('radiogroup', { name: 'Comment' })
          .getByRole('radio', { name: /^Inherit/ })
          .isChecked(),
      )
      .toBe(true)
  })

  test.runIf(process.env.TANDEM_LONG)('[W7] search says how it is, and takes another reranker and deadlines', async () => {
    const page = await visitor.open(`${tandem.url}/settings/search`)
    // The model may only just have been loaded.
    await page.getByText('All tasks are indexed').waitFor({ timeout: 60_000 })
    await page.getByRole('radiogroup', { name: 'Reranker' }).getByRole('radio', { name: 'Off' }).click()
    await expect.poll(async () => (await me.readSettings()).search.reranker.kind).toBe('off')
    await page.getByLabel('Total').fill('0')
    await page.getByText('1 to 60000').waitFor()
    await page.getByLabel('Total').fill('200')
    await page.keyboard.press('Enter')
    const total = async () => (await me.readSettings()).search.deadlines_ms.total
    await expect.poll(total).toBe(200)
    await page.getByRole('button', { name: 'Undo: Settings changed' }).last().click()
    await expect.poll(total).not.toBe(200)
  })

  test.runIf(process.env.TANDEM_LONG)('[W7] [W122] quiet hours and what is shown as a notice', async () => {
    const page = await visitor.open(`${tandem.url}/settings/reminders`)
    await page.getByRole('radiogroup', { name: 'Do not disturb' }).getByRole('radio', { name: 'On' }).click()
    await page.getByLabel('From').fill('21:30')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await me.readSettings()).reminders.do_not_disturb).toMatchObject({ enabled: true, from: '21:30' })
    expect(await page.getByLabel('From').inputValue()).toMatch(/^9:30\sPM$/)
  })

  test.runIf(process.env.TANDEM_LONG)('[W7] a backup on demand, and everything to take along', async () => {
    const page = await visitor.open(`${tandem.url}/settings/data`)
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText('1 backup').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).first().click()])
    expect(download.suggestedFilename()).toMatch(/^tandem-.*\.jsonl$/)
    await page.getByRole('button', { name: 'Add sample tasks' }).click()
    await expect.poll(async () => (await me.listTasks({ query: { label: ['sample'] } })).length).toBeGreaterThan(5)
    await page.getByRole('button', { name: /Remove \d+ sample tasks/ }).click()
    await expect.poll(async () => (await me.listTasks({ query: { label: ['sample'] } })).length).toBe(0)
  })
})

test.runIf(process.env.TANDEM_LONG)(
  '[W8] hits by words are first and stay where they are when meaning adds its own; a tag says why each is there',
  async () => {
    const { id } = await me.createTask({ body: { title: 'Users are logged out after five minutes' } })
    await expect.poll(async () => (await me.searchTasks({ query: { q: 'cannot stay signed in', mode: 'semantic' } })).some((hit) => hit.id === id)).toBe(true)
    const page = await visitor.open(tandem.url)
    // Meaning comes late: until then only words are there.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/mode=hybrid/, async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('stay signed in')
    const hits = page.getByRole('group', { name: 'Tasks' }).getByRole('option')
    await page.getByRole('option', { name: /Let users stay signed in/ }).waitFor()
    // Until the words of the whole query are there: what was found for its beginning is replaced.
    const titles = async () => (await hits.allInnerTexts()).map((text) => text.split('\n')[0])
    const byWords = (await me.searchTasks({ query: { q: 'stay signed in', mode: 'keyword' } })).map(({ title }) => title)
    await expect.poll(titles).toEqual(byWords)
    const before = await titles()
    release()
    await page
      .getByRole('option', { name: /Users are logged out/ })
      .getByText('meaning')
      .first()
      .waitFor()
    expect((await titles()).slice(0, before.length)).toEqual(before)
    await page
      .getByRole('option', { name: /Let users stay signed in/ })
      .getByText('keywords')
      .waitFor()
  },
)
