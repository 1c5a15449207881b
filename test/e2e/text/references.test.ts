// #12 and @name in texts: links where they mean something, and completed while they are typed.
import { afterEach, expect, test } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

async function open(title: string, description = 'Text') {
  const { id } = await me.createTask({ body: { title, description } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  const detail = page.locator('[data-detail]')
  await detail.getByRole('textbox', { name: 'Leave a comment…' }).waitFor()
  return { id, page, detail }
}

test.runIf(process.env.TANDEM_LONG)('[TP2] a number and a name are links where they mean something, and words in code and where they do not', async () => {
  const other = await me.createTask({ body: { title: 'Order the <b> flour', status: 'done' } })
  await me.createContact({ body: { name: 'Bobby Stone', email: 'bob@example.org' } })
  await tandem.as('agent:claude').createTask({ body: { title: 'By an agent', assignee: 'agent:claude' } })
  const { id, page, detail } = await open(
    'Bake',
    `After #${other.id}, with @bobby, \`#${other.id}\` and @claude.\n\n    @bobby in code\n\nNot #987654 or @nobody.`,
  )
  await me.createComment({ params: { id }, body: { body: `See **#${other.id}**` } })
  const link = detail.getByRole('link', { name: `#${other.id}`, exact: true })
  await expect.poll(() => link.count()).toBe(2)
  expect(await link.first().getAttribute('title')).toBe(`#${other.id} Order the <b> flour · Done`)
  expect(await detail.getByRole('link', { name: '@bobby' }).getAttribute('href')).toBe('/people/bobby-stone')
  expect(await detail.getByRole('link', { name: '@claude' }).getAttribute('href')).toBe('/all?assignee=agent%3Aclaude')
  expect(await detail.locator('.markdown').first().innerText()).toContain('Not #987654 or @nobody.')
  expect(await detail.locator('.markdown a').count()).toBe(4)
  await link.first().click()
  await page.locator(`[data-detail="${other.id}"]`).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/open/${other.id}`)
})

test.runIf(process.env.TANDEM_LONG)('[TP2] a name with its spaces is one link, and tells apart who shares the first of them', async () => {
  for (const name of ['Carla Brandt', 'Carla Nuñez Ortiz']) await me.createContact({ body: { name } })
  const { detail } = await open('Ask around', 'Ask @Carla Brandt, then @carla nuñez ortiz about it. @Carla Somebody and @Carla.')
  await detail.getByRole('link', { name: '@Carla Brandt', exact: true }).waitFor()
  expect(await detail.locator('.markdown a').allInnerTexts()).toEqual(['@Carla Brandt', '@carla nuñez ortiz'])
  expect(await detail.getByRole('link', { name: '@carla nuñez ortiz' }).getAttribute('href')).toMatch(/^\/people\/carla-nunez-ortiz$/)
  expect(await detail.locator('.markdown').first().innerText()).toContain('Ask @Carla Brandt, then @carla nuñez ortiz about it. @Carla Somebody and @Carla.')
})

test('[TP3] typing # or @ offers tasks and people; arrows, Enter, Tab and Esc choose or put it away', async () => {
  const flour = await me.createTask({ body: { title: 'Sieve the rye meal' } })
  await me.createContact({ body: { name: 'Petra Maler' } })
  const { id, page, detail } = await open('Complete')
  const field = detail.getByRole('textbox', { name: 'Leave a comment…' })
  const list = detail.getByRole('listbox', { name: 'Suggestions' })
  await field.focus()
  await page.keyboard.type('Ask @pet')
  await list.getByRole('option', { name: /Petra Maler/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('Ask @petra-maler ')
  await page.keyboard.type('about #rye')
  await list.getByRole('option', { name: /Sieve the rye meal/ }).waitFor()
  expect(await field.getAttribute('aria-activedescendant')).toBe(await list.getByRole('option', { selected: true }).getAttribute('id'))
  await page.keyboard.press('Tab')
  expect(await field.inputValue()).toBe(`Ask @petra-maler about #${flour.id} `)
  await page.keyboard.type('@p')
  await list.waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  expect(await field.evaluate((one) => (one as unknown as { matches(selector: string): boolean }).matches(':focus'))).toBe(true)
  await page.keyboard.press('Control+Enter')
  await detail.getByRole('link', { name: '@petra-maler' }).waitFor()
  expect((await me.listComments({ params: { id } })).map(({ body }) => body)).toEqual([`Ask @petra-maler about #${flour.id} @p`])

  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+E')
  const description = detail.getByRole('textbox', { name: 'Description' })
  await description.fill('')
  await page.keyboard.type(`#${flour.id}`)
  await list.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await list.getByRole('option').first().click()
  await expect.poll(() => description.inputValue()).toBe(`#${flour.id} `)
})
