// Settings → Search: a model that is downloaded, broken off, given up and deleted. The hub is a stand-in, the model is real.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { startWindow } from '../support/browser/window.ts'
import { openHub } from '../support/search/hub.ts'
import { cardOfFiles, tinyFiles } from '../support/search/tiny-model.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')
const card = cardOfFiles('tiny-bilingual', tinyFiles)
const hub = await openHub([[card, tinyFiles]])
mkdirSync(join(tandem.dataDir, 'models', 'cards'), { recursive: true })
writeFileSync(join(tandem.dataDir, 'models', 'cards', `${card.name}.json`), JSON.stringify(card))

afterAll(hub.close)
afterEach(() => expect(visitor.problems).toEqual([]))

const embedder = async () => (await me.readSettings()).search.embedder.kind
const state = async () => (await me.listSearchModels()).find(({ name }) => name === card.name)?.state

test('[Y11] a model that is downloaded can be stopped, resumed, used and deleted', async () => {
  const bytes = tinyFiles['onnx/model_quantized.onnx'] as Buffer
  // The largest file stops half-way until the test goes on.
  hub.refuse(
    ({ path }, _, response) => path.endsWith('.onnx') && response.writeHead(200, { etag: '"1"', 'content-length': bytes.length }).write(bytes.subarray(0, 500)),
  )
  await me.updateSettings({ body: { search: { embedder: { kind: 'hub', url: hub.url, model: card.name } } } })
  const page = await visitor.open(`${tandem.url}/settings/search`)
  const model = page.getByRole('list', { name: 'Models to download' }).getByRole('listitem').filter({ hasText: card.name })
  await model.getByRole('progressbar').waitFor()
  await model.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(embedder).toBe('local')
  expect(await state()).toBe('partial')
  await page.getByRole('radiogroup', { name: 'Search by meaning' }).getByRole('radio', { name: 'On this computer' }).and(page.locator(':checked')).waitFor()

  hub.refuse(({ path }, _, response) => path.endsWith('.onnx') && !!response.writeHead(503).end())
  await model.getByRole('button', { name: 'Resume download' }).click()
  await model.getByText('The download stopped').waitFor()
  hub.serve()
  await model.getByRole('button', { name: 'Try again' }).click()
  await model.getByText('Your choice').waitFor()
  expect(await state()).toBe('fetched')

  await page.getByRole('radiogroup', { name: 'Search by meaning' }).getByRole('radio', { name: 'On this computer' }).click()
  await model.getByRole('button', { name: 'Use this model' }).waitFor()
  await expect.poll(async () => (await me.searchStatus()).semantic.model ?? '').toMatch(/MiniLM/)
  await model.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(`Deleted ${card.name} from this computer`).waitFor()
  await expect.poll(() => model.count()).toBe(0)
  expect(await state()).toBe('absent')
})
