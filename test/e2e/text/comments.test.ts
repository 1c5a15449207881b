// One's own comments, edited and deleted.
import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')
const agent = tandem.as('agent:claude')

afterEach(() => expect(visitor.problems).toEqual([]))

async function open(body: string) {
  const { id } = await me.createTask({ body: { title: 'Talk' } })
  const comment = await me.createComment({ params: { id }, body: { body } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  const detail = page.locator('[data-detail]')
  const bodies = async () => (await me.listComments({ params: { id } })).map((one) => one.body)
  async function choose(name: string, by = 'You') {
    await detail.getByRole('button', { name: `Options for the comment by ${by}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  return { id, page, detail, comment, bodies, choose }
}

test('[TP4] one’s own comment is edited where it stands, says so, and z takes it back', async () => {
  const { id, page, detail, comment, bodies, choose } = await open('The forst line\n\nthe second')
  expect(await detail.getByText('edited', { exact: true }).count()).toBe(0)
  await choose('Edit comment')
  const field = detail.getByRole('textbox', { name: 'Edit comment' })
  await field.waitFor()
  // What an agent adds meanwhile is kept.
  await agent.updateComment({ params: { id, commentId: comment.id }, body: { body: 'The forst line\n\nthe second\n\na third' } })
  await field.fill('The first line\n\nthe second')
  await page.keyboard.press('Control+Enter')
  await expect.poll(bodies).toEqual(['The first line\n\nthe second\n\na third'])
  await detail.getByText('edited', { exact: true }).waitFor()
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await expect.poll(bodies).toEqual(['The forst line\n\nthe second\n\na third'])
  await detail.getByText('The forst line').waitFor()
})

test.runIf(process.env.TANDEM_LONG)('[TP4] an edited comment that was deleted comes back as one that was edited', async () => {
  const { page, detail, bodies, choose, comment, id } = await open('A typp')
  await me.updateComment({ params: { id, commentId: comment.id }, body: { body: 'A typo' } })
  await detail.getByText('edited', { exact: true }).waitFor()
  const { updated_at } = await me.getComment({ params: { id, commentId: comment.id } })
  await choose('Delete comment')
  await expect.poll(bodies).toEqual([])
  await page.keyboard.press('z')
  await expect.poll(bodies).toEqual(['A typo'])
  await detail.getByText('edited', { exact: true }).waitFor()
  expect((await me.getComment({ params: { id, commentId: comment.id } })).updated_at).toBe(updated_at)
})

test.runIf(process.env.TANDEM_LONG)('[TP4] a comment is deleted and comes back with z; Esc keeps what was typed; a task’s merge edits nothing', async () => {
  const { page, detail, bodies, choose, id } = await open('Away with it')
  await choose('Edit comment')
  const field = detail.getByRole('textbox', { name: 'Edit comment' })
  await field.fill('Half a thought')
  await page.keyboard.press('Escape')
  await detail.getByText('Away with it').waitFor()
  await choose('Edit comment')
  expect(await field.inputValue()).toBe('Half a thought')
  await detail.getByRole('button', { name: 'Discard' }).click()
  await choose('Delete comment')
  await expect.poll(bodies).toEqual([])
  await page.keyboard.press('z')
  await expect.poll(bodies).toEqual(['Away with it'])
  await detail.locator('.markdown', { hasText: 'Away with it' }).waitFor()
  const other = await me.createTask({ body: { title: 'Talk, too' } })
  await me.mergeTask({ params: { id }, body: { into: other.id } })
  const [moved] = await me.listComments({ params: { id: other.id } })
  expect(moved).toMatchObject({ body: 'Away with it', task_id: other.id })
  await page.goto(`${tandem.url}/open/${other.id}`)
  await detail.getByText('Away with it').waitFor()
  expect(await detail.getByText('edited', { exact: true }).count()).toBe(0)
})

test('[TP1] [TP4] boxes of one’s own comment are ticked; an agent’s can be deleted only, and its boxes stay', async () => {
  const { id, page, detail, bodies } = await open('- [ ] flour')
  await agent.createComment({ params: { id }, body: { body: '- [ ] water' } })
  await detail.getByRole('checkbox', { name: 'flour' }).click()
  await expect.poll(bodies).toEqual(['- [x] flour', '- [ ] water'])
  expect(await detail.getByRole('checkbox', { name: 'water' }).isDisabled()).toBe(true)
  await page.keyboard.press('z')
  await expect.poll(bodies).toEqual(['- [ ] flour', '- [ ] water'])
  await detail.getByRole('button', { name: 'Options for the comment by claude' }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Delete comment'])
})
