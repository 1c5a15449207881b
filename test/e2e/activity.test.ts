import { afterEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { fillWith, startWindow } from '../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const [me, importer] = [tandem.as('person'), tandem.as('agent:importer')]

afterEach(() => expect(visitor.problems).toEqual([]))

describe('activity', () => {
  test.runIf(process.env.TANDEM_LONG)('everything since the first entry is in reach by keyboard, and no count is final before it is', async () => {
    await me.createTask({ body: { title: 'The very first' } })
    const total = 1203
    await fillWith(
      importer,
      Array.from({ length: total }, (_, index) => `Report ${index}`),
    )
    const page = await visitor.open(`${tandem.url}/activity`)
    const burst = page.getByRole('article').filter({ hasText: 'importer' })
    await burst.getByText('300+ changes').waitFor()
    expect(await page.getByText('The very first').count()).toBe(0)
    await page.getByRole('button', { name: 'Show earlier' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /The very first/ }).waitFor()
    await burst.getByText('1,203 changes').waitFor()
    expect(await burst.count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Show earlier' }).count()).toBe(0)
    await expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Activity')

    // What is written from now on comes on top, and what was read stays.
    await me.createTask({ body: { title: 'The very last' } })
    await page.getByRole('link', { name: /The very last/ }).waitFor()
    await page.getByRole('link', { name: /The very first/ }).waitFor()
    await burst.getByText('1,203 changes').waitFor()
    // Many changes are one line, until somebody looks.
    expect(await burst.getByRole('listitem').count()).toBe(0)
    await burst.getByRole('button', { name: /1,203 changes/ }).click()
    await burst.getByRole('button', { name: 'Show 200 more' }).click()
    await expect.poll(() => burst.getByRole('listitem').count()).toBe(400)
  })

  test.runIf(process.env.TANDEM_LONG)('[W21] what was unfolded, and a preview that is read, stay when the same one changes more meanwhile', async () => {
    const clerk = tandem.as('agent:clerk')
    await fillWith(clerk, ['Bill 1', 'Bill 2', 'Bill 3', 'Bill 4'])
    const page = await visitor.open(`${tandem.url}/activity`)
    const burst = page.getByRole('article').filter({ hasText: 'clerk' })
    await burst.getByRole('button', { name: /4 changes/ }).click()
    await burst.getByRole('button', { name: 'Undo all of these' }).click()
    const preview = burst.getByText('This would remove 4 added items.')
    await preview.waitFor()
    await clerk.createTask({ body: { title: 'Bill 5' } })
    await burst.getByRole('button', { name: /5 changes/ }).waitFor()
    expect(await preview.count()).toBe(1)
    expect(await burst.getByRole('listitem').count()).toBe(5)
    // The preview told of four: four are taken back.
    await burst.getByRole('button', { name: 'Undo 4 changes' }).click()
    await expect.poll(async () => (await me.listTasks()).map(({ title }) => title).filter((title) => title.startsWith('Bill '))).toEqual(['Bill 5'])
  })

  test.runIf(process.env.TANDEM_LONG)('a long import can be taken back as one, however little of it was read; a contact is named', async () => {
    const total = 1100
    await fillWith(
      tandem.as('agent:mover'),
      Array.from({ length: total }, (_, index) => `Box ${index}`),
    )
    const { slug } = await me.createContact({ body: { name: 'Nora Nilsson' } })
    const page = await visitor.open(`${tandem.url}/activity`)
    await page.getByText('added a contact · Nora Nilsson').waitFor()
    await me.deleteContact({ params: { slug } })
    await page.getByText('deleted a contact · Nora Nilsson').waitFor()
    const burst = page.getByRole('article').filter({ hasText: 'mover' })
    await burst.getByRole('button', { name: 'Undo all of these' }).click()
    // The preview covers the newest ones and counts the rest; what is pressed takes back all.
    await burst.getByText(/^This would remove [\d,]+ added items\.$/).waitFor()
    await burst.getByRole('button', { name: 'Undo 1,100 changes' }).click()
    await expect.poll(async () => (await me.listTasks()).filter(({ title }) => title.startsWith('Box ')).length).toBe(0)
  })

  test.runIf(process.env.TANDEM_LONG)(
    '[J5] [J7] a long history is read page by page, and a long text that an agent goes on writing is up to date in the window',
    async () => {
      let description = 'The log so far.\n'.repeat(100)
      const { id } = await me.createTask({ body: { title: 'Keep a log', description } })
      for (let n = 0; n < 70; n++) await tandem.as('agent:claude').updateTask({ params: { id }, body: { description: (description += `\n\nEntry ${n}`) } })
      const page = await visitor.open(`${tandem.url}/task/${id}`)
      await page.getByRole('tab', { name: /History/ }).click()
      await page.getByRole('tab', { name: /History 71/ }).waitFor()
      const lines = page.getByRole('tabpanel', { name: /History/ }).getByRole('listitem')
      await expect.poll(() => lines.count()).toBe(50)
      await lines.first().getByText('added to the description').waitFor()
      await page.getByRole('button', { name: 'Show earlier' }).click()
      await expect.poll(() => lines.count()).toBe(71)
      await tandem.as('agent:claude').updateTask({ params: { id }, body: { description: `${description}\n\nThe last one, seen at once` } })
      await page.getByText('The last one, seen at once').first().waitFor()
      await page.getByRole('tab', { name: /History 72/ }).waitFor()
      await lines.first().getByRole('button', { name: /Undo/ }).click()
      await expect.poll(async () => (await me.getTask({ params: { id } })).description).toBe(description)
      await expect.poll(() => page.getByText('The last one, seen at once').count()).toBe(0)
    },
  )

  test('[W21] by keyboard: line by line, from one to what another did, open, and undo', async () => {
    const agent = tandem.as('agent:sweeper')
    const [one, other] = [await me.createTask({ body: { title: 'Mine to keep' } }), await me.createTask({ body: { title: 'Mine to see' } })]
    await agent.updateTask({ params: { id: one.id }, body: { priority: 'high' } })
    await agent.updateTask({ params: { id: one.id }, body: { status: 'done' } })
    const page = await visitor.open(`${tandem.url}/activity`)
    const line = page.locator('[data-entry]:focus')
    await page.locator('[data-entry]').filter({ hasText: 'Done' }).first().waitFor()
    await page.keyboard.press('j')
    await line.filter({ hasText: '2 changes' }).waitFor()
    await page.keyboard.press('j')
    await line.filter({ hasText: 'Done' }).waitFor()
    await page.keyboard.press('j')
    await line.filter({ hasText: 'High' }).waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('u')
    await expect.poll(async () => (await me.getTask({ params: { id: one.id } })).status).toBe('backlog')
    expect((await me.getTask({ params: { id: one.id } })).priority).toBe('high')
    // The keyboard is where it was; what was undone stands above it.
    await line.filter({ hasText: 'undone' }).waitFor()
    await page.keyboard.press('Shift+J')
    await line.filter({ hasText: 'You' }).waitFor()
    // Folded, Enter unfolds it.
    if (await line.locator('[aria-expanded=false]').count()) await page.keyboard.press('Enter')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/activity/${other.id}`)
    await page.keyboard.press('j')
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/activity/${one.id}`)
    // A key without a line does nothing.
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Undo this change').waitFor()
  })

  test('[W92] a merge says into what, a reminder that came offers no undo, and an import goes by its file', async () => {
    const [kept, merged] = [await me.createTask({ body: { title: 'Count the spoons' } }), await me.createTask({ body: { title: 'Count all spoons' } })]
    await me.mergeTask({ params: { id: merged.id }, body: { into: kept.id } })
    const [ann, anna] = [await me.createContact({ body: { name: 'Ann Berg' } }), await me.createContact({ body: { name: 'Anna Berg' } })]
    await me.mergeContact({ params: { slug: ann.slug }, body: { into: anna.slug } })
    await me.createSchedule({ params: { id: kept.id }, body: { type: 'one_time', fire_at: new Date(Date.now() - 60_000).toISOString() } })
    await fillWith(tandem.as('person:import spoons.csv'), ['Polish the spoons'])
    const page = await visitor.open(`${tandem.url}/activity`)
    const line = (text: string) => page.locator('[data-entry]').filter({ hasText: text })
    await page.getByRole('article').getByText('Import of spoons.csv').waitFor()
    for (let n = 0; n < 2 && !(await line('merged the contact').isVisible()); n++) await page.locator('[data-fold][aria-expanded=false]').first().click()
    await line(`merged the task into #${kept.id}`)
      .getByRole('button', { name: /^Undo: / })
      .waitFor()
    await line('merged the contact into Anna Berg').waitFor()
    await line('sent a reminder').filter({ hasText: 'Count the spoons' }).waitFor()
    expect(await line('sent a reminder').getByRole('button').count()).toBe(0)
    await page.goto(`${tandem.url}/task/${merged.id}`)
    await page.getByText(`#${merged.id} was merged into #${kept.id}`).waitFor()
  })
})
