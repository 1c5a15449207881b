// Checkboxes in texts, as a person ticks them.
import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')
const agent = tandem.as('agent:claude')

afterEach(() => expect(visitor.problems).toEqual([]))

const checklist = `

~~~
- [ ] not this one
~~~

- [ ] Sharpen the **knives**
- [x] Buy onions
  1. [ ] red
> - [ ] quoted
`

async function open(description: string) {
  const { id } = await me.createTask({ body: { title: 'Checklist', description } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  const detail = page.locator('[data-detail]')
  await detail.getByRole('checkbox').first().waitFor()
  const description_ = async () => (await me.getTask({ params: { id } })).description
  return { id, page, detail, description: description_, box: (name: string) => detail.getByRole('checkbox', { name, exact: true }) }
}

test('[TP1] a click or Space changes exactly that box, z takes it back, and the keyboard stays on it', async () => {
  const { page, description, box } = await open(checklist)
  await box('Sharpen the knives').click()
  const first = checklist.replace('- [ ] Sharpen', '- [x] Sharpen')
  await expect.poll(description).toBe(first)
  await page.getByText('checked “Sharpen the knives”').waitFor()
  await box('red').focus()
  await page.keyboard.press('Space')
  await expect.poll(description).toBe(first.replace('1. [ ]', '1. [x]'))
  await expect.poll(() => box('red').isChecked()).toBe(true)
  expect(await box('red').evaluate((input) => (input as unknown as { matches(selector: string): boolean }).matches(':focus'))).toBe(true)
  await box('quoted').click()
  await expect.poll(description).toContain('> - [x] quoted')
  await box('Buy onions').click()
  await expect.poll(description).toContain('- [ ] Buy onions')
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('z')
  await expect.poll(description).toBe(checklist)
})

test.runIf(process.env.TANDEM_LONG)('[TP1] what an agent writes between reading and ticking is merged; the same item at once is refused in words', async () => {
  const { id, page, description, box } = await open('- [ ] one\n- [ ] two\n- [ ] three')
  let theirs = '- [ ] one\n- [x] two\n- [ ] three\n- [ ] four'
  // The agent is quicker: its edit arrives before the tick that is on its way.
  await page.route(`**/tasks/${id}`, async (route) => {
    if (route.request().method() === 'PATCH' && theirs !== '') {
      const next = theirs
      theirs = ''
      await agent.updateTask({ params: { id }, body: { description: next } })
    }
    await route.continue()
  })
  await box('one').click()
  await expect.poll(description).toBe('- [x] one\n- [x] two\n- [ ] three\n- [ ] four')
  await expect.poll(() => box('four').isChecked()).toBe(false)
  await page.keyboard.press('z')
  await expect.poll(description).toBe('- [ ] one\n- [x] two\n- [ ] three\n- [ ] four')
  theirs = '- [ ] one\n- [x] two\n- [ ] three cups\n- [ ] four'
  await box('three').click()
  await page.getByText('Someone changed the same line').waitFor()
  await expect.poll(description).toBe('- [ ] one\n- [x] two\n- [ ] three cups\n- [ ] four')
  await box('three cups').waitFor()
  visitor.problems.splice(0)
})
