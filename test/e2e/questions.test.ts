// What agents ask the person: in Review, on the task, by keys, and taken back.
import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { startWindow } from '../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const [me, claude] = [tandem.as('person'), tandem.as('agent:claude')]

afterEach(() => expect(visitor.problems).toEqual([]))

const create = async (title: string) => (await me.createTask({ body: { title } })).id
const ask = async (id: number, question: string, options: string[] = []) =>
  (await claude.askQuestion({ params: { id }, body: { question, options } })).question_id
const stateOf = async (id: number) => (await me.getQuestion({ params: { id } })).state

test('[W44] a question shows in Review at once; a number answers it, the answer is a comment, and z asks again', async () => {
  const page = await visitor.open(`${tandem.url}/review`)
  await page.getByText('Nothing to review').waitFor()
  const id = await create('Renew the certificate')
  const question = await ask(id, 'For which host?', ['a.example', 'b.example'])
  const card = page.getByRole('article', { name: `claude asks about #${id}` })
  await card.getByText('For which host?').waitFor()
  await page
    .getByRole('link', { name: /Review/ })
    .getByText('1')
    .waitFor()
  await page.keyboard.press('2')
  await page.getByRole('status').getByText('Answered: b.example').waitFor()
  await expect.poll(() => stateOf(question)).toBe('answered')
  expect((await me.listComments({ params: { id } })).map(({ body }) => body)).toEqual(['> For which host?\n\nb.example'])
  await page.keyboard.press('z')
  await card.waitFor()
  expect(await stateOf(question)).toBe('open')
  expect(await me.listComments({ params: { id } })).toEqual([])
  // In one's own words, by the keyboard alone.
  await page.keyboard.press('e')
  await page.keyboard.type('neither')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await me.getQuestion({ params: { id: question } })).answer).toBe('neither')
  await page.getByText('Nothing to review').waitFor()
})

test('[W44] n dismisses it; one that somebody else answered leaves the list', async () => {
  const id = await create('Move the office')
  const [first, second] = [await ask(id, 'Before the summer?'), await ask(id, 'To which town?')]
  const page = await visitor.open(`${tandem.url}/review`)
  const cards = page.locator('[data-review-list]').getByRole('button', { name: /has a question/ })
  await expect.poll(() => cards.count()).toBe(2)
  await page.keyboard.press('n')
  await expect.poll(() => stateOf(first)).toBe('dismissed')
  await me.answerQuestion({ params: { id: second }, body: { answer: 'Graz' } })
  await expect.poll(() => cards.count()).toBe(0)
})

test.runIf(process.env.TANDEM_LONG)('[W44] on its task it is answered, too', async () => {
  const id = await create('Paint the fence')
  const question = await ask(id, 'Which colour?', ['green'])
  const page = await visitor.open(`${tandem.url}/task/${id}`)
  const asked = page.getByRole('region', { name: `claude asks about #${id}` })
  await asked.getByRole('textbox').fill('blue')
  await asked.getByRole('button', { name: 'Answer' }).click()
  await expect.poll(() => stateOf(question)).toBe('answered')
  await expect.poll(() => asked.count()).toBe(0)
  await page.getByText('blue', { exact: true }).waitFor()
})
