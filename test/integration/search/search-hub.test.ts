// A model that is fetched from a hub for search by meaning: the hub is a stand-in, the models are real.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SearchModel } from '../../../shared/schema/search-status.ts'
import { openEmbedder } from '../../../shared/search/meaning/embedder.ts'
import { hasHubModel } from '../../../shared/search/models/hub-model.ts'
import { defaultEmbedder } from '../../../shared/search/models/model-files.ts'
import { eventually } from '../../support/eventually.ts'
import { openHub } from '../../support/search/hub.ts'
import { cardOfFiles, tinyDimensions, tinyFiles } from '../../support/search/tiny-model.ts'
import { openSearchService, type SearchService } from '../../support/service/search-service.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const tiny = cardOfFiles('tiny-bilingual', tinyFiles)
const wrong = cardOfFiles('tiny-wrong', tinyFiles, { dimensions: tinyDimensions + 1 })
const onnx = 'onnx/model_quantized.onnx'
const data = temporaryFolder()
let hub: Awaited<ReturnType<typeof openHub>>
let service: SearchService

async function start(): Promise<void> {
  service = await openSearchService({ dataDir: data.path })
}
const choose = (embedder: object) => service.call('PATCH', '/settings', { search: { embedder } })
const chooseTiny = () => choose({ kind: 'hub', url: hub.url, model: tiny.name })
const models = async () => (await service.call<SearchModel[]>('GET', '/search/models')).body
const model = async (name = tiny.name) => (await models()).find((one) => one.name === name)
const semantic = async () => (await service.status()).semantic
const found = async (q: string) => (await service.search(q, '&mode=semantic')).body[0]?.title
const inUse = () => eventually(async () => (await semantic()).model?.startsWith(tiny.name) && (await semantic()).rebuilding === null)
const failure = (saying: RegExp) => eventually(async () => (await semantic()).fetching?.last_error?.match(saying))
/** So many bytes of the model's largest file are here, after all of the others. */
const arrived = (bytes: number) =>
  eventually(async () => Math.abs(((await semantic()).fetching?.progress ?? 0) - (bytesOfOthers() + bytes) / bytesOfAll()) < 0.001)
/** An answer that begins, and breaks off when the test says so: one that is cut at once may take with it what was sent. */
function cutAfter(sent: Buffer, etag: string) {
  let open: ServerResponse | undefined
  return {
    begin(response: ServerResponse): boolean {
      if (open) return false
      open = response
      response.writeHead(200, { etag, 'content-length': sent.length + 1000 }).write(sent)
      return true
    },
    now: () => open?.destroy(),
  }
}
const vectorFiles = () => readdirSync(data.path).filter((name) => /^vectors-.*\.db$/.test(name))

beforeAll(async () => {
  hub = await openHub([
    [tiny, tinyFiles],
    [wrong, tinyFiles],
  ])
  mkdirSync(join(data.path, 'models', 'cards'), { recursive: true })
  for (const card of [tiny, wrong]) writeFileSync(join(data.path, 'models', 'cards', `${card.name}.json`), JSON.stringify(card))
  writeFileSync(join(data.path, 'models', 'cards', 'no-card.json'), JSON.stringify({ ...tiny, name: 'no-card', revision: 'main' }))
  await start()
  await service.create('Der Aufzug ist kaputt')
  await service.create('Rechnung bezahlen')
  await service.settled()
})
afterEach(async () => {
  hub.serve()
  await choose({ kind: 'local', model: null })
  await eventually(
    async () => (await semantic()).fetching === null && (await semantic()).model?.startsWith('all-MiniLM') && (await semantic()).rebuilding === null,
  )
  await service.call('DELETE', `/search/models/${tiny.name}`)
})
afterAll(async () => {
  await service.close()
  await hub.close()
  data.remove()
})

describe('an embedder from the hub', () => {
  it('[Y6] is fetched as its card says, read in beside the old one, finds across languages, and can be deleted', async () => {
    expect(await model()).toMatchObject({ state: 'absent', licence: 'MIT', is_chosen: false })
    expect((await models())[0]).toMatchObject({ name: 'multilingual-e5-small', licence: 'MIT', languages: 100, bytes: 135_391_358, state: 'absent' })
    expect(await model('no-card')).toBeUndefined()
    expect(await found('elevator broken')).toBeUndefined()
    expect((await chooseTiny()).status).toBe(200)
    await inUse()
    expect(await found('elevator broken')).toBe('Der Aufzug ist kaputt')
    expect(await found('pay the invoice')).toBe('Rechnung bezahlen')
    const { id } = await service.create('Drucker defekt')
    await eventually(async () => (await service.search('printer', '&mode=semantic')).body[0]?.id === id)
    expect((await service.duplicates({ text: 'Drucker kaputt' })).body[0]?.id).toBe(id)
    await eventually(() => Promise.resolve(String(vectorFiles()) === `vectors-${tiny.name}.db`))
    expect(hub.seen.map(({ path }) => path).toSorted()).toEqual(
      Object.keys(tinyFiles)
        .map((file) => `/${tiny.repository}/resolve/${tiny.revision}/${file}`)
        .toSorted(),
    )
    expect(await model()).toMatchObject({ state: 'fetched', is_chosen: true })
    expect((await service.call('DELETE', `/search/models/${tiny.name}`)).status).toBe(409)
    await choose({ kind: 'local', model: null })
    await eventually(async () => (await semantic()).model?.startsWith('all-MiniLM'))
    expect((await service.call('DELETE', `/search/models/${tiny.name}`)).status).toBe(204)
    expect((await model())?.state).toBe('absent')
    expect(existsSync(join(data.path, 'models', tiny.name))).toBe(false)
    expect((await service.call('DELETE', '/search/models/unheard-of')).status).toBe(404)
  })

  it('[Y6] an unknown one is refused with those that there are', async () => {
    const { status, body } = await choose({ kind: 'hub', model: 'some/model' })
    expect([status, (body as { detail: string }).detail]).toEqual([400, expect.stringContaining('"multilingual-e5-small" or "tiny-bilingual"')])
  })

  it.runIf(process.env.TANDEM_LONG)(
    '[Y7] goes on where the hub broke off, also after a restart, and says meanwhile how far it is; the old one answers',
    async () => {
      const bytes = tinyFiles[onnx] as Buffer
      const cut = cutAfter(bytes.subarray(0, 500), `"${bytes.length}"`)
      hub.refuse(({ path }, _, response) => path.endsWith('.onnx') && (cut.begin(response) || !!response.writeHead(503).end()))
      await chooseTiny()
      await arrived(500)
      cut.now()
      await failure(/tiny-bilingual could not be downloaded/)
      const { fetching, model: answering } = await semantic()
      expect(fetching?.model).toBe(tiny.name)
      expect([answering, (await service.call<{ body: unknown }>('GET', '/search/models')).status]).toEqual([expect.stringContaining('MiniLM'), 200])
      await service.close()
      hub.serve()
      hub.seen.length = 0
      await start()
      await inUse()
      const asked = hub.seen.filter(({ path }) => path.endsWith('.onnx'))
      expect(asked.map(({ headers }) => [headers.range, headers['if-range']])).toEqual([['bytes=500-', `"${bytes.length}"`]])
      expect(await found('elevator broken')).toBe('Der Aufzug ist kaputt')
    },
  )

  it.runIf(process.env.TANDEM_LONG)('[Y7] starts anew where the hub knows no parts, or has another version by now', async () => {
    const bytes = tinyFiles[onnx] as Buffer
    const cut = cutAfter(Buffer.alloc(300, 7), '"old"')
    const whole = (response: ServerResponse) => !!response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    hub.refuse(({ path }, _, response) => path.endsWith('.onnx') && (cut.begin(response) || whole(response)))
    await chooseTiny()
    await arrived(300)
    cut.now()
    await inUse()
    expect(hub.seen.filter(({ path, headers }) => path.endsWith('.onnx') && headers.range).map(({ headers }) => headers['if-range'])).toContain('"old"')
    expect(await found('elevator broken')).toBe('Der Aufzug ist kaputt')
  })

  it('[Y8] is refused with other bytes: the old one stays, nothing of it is kept, and choosing it again tries again', async () => {
    hub.refuse(({ path }, bytes, response) => {
      if (!path.endsWith('.onnx')) return false
      response.end(Buffer.concat([bytes.subarray(0, -1), Buffer.from([7])]))
      return true
    })
    await chooseTiny()
    await failure(/different hash/)
    expect((await semantic()).model).toContain('MiniLM')
    expect((await service.search('Aufzug', '&rerank=false')).body[0]?.title).toBe('Der Aufzug ist kaputt')
    expect(readdirSync(join(data.path, 'models', tiny.name, 'onnx'))).toEqual([])
    const asked = hub.seen.length
    hub.serve()
    await chooseTiny()
    await inUse()
    expect(hub.seen.length).toBe(asked + 1)
  })

  it.each<[string, Parameters<typeof hub.refuse>[0], RegExp]>([
    ['that has it no longer', (_, __, response) => !!response.writeHead(404).end(), /returned 404/],
    ['that sends without an end', (_, bytes, response) => !!response.end(Buffer.concat([bytes, Buffer.alloc(100_000)])), /does not match/],
  ])('[Y8] a hub %s: said, and the old one stays', async (_, refusal, saying) => {
    hub.refuse(refusal)
    await chooseTiny()
    await failure(saying)
    expect((await semantic()).state).toBe('ready')
    expect((await semantic()).model).toContain('MiniLM')
  })

  it('[Y9] with other numbers than its card says it is not used: the old one goes on answering', async () => {
    await choose({ kind: 'hub', url: hub.url, model: wrong.name })
    await eventually(async () => (await semantic()).last_error?.includes(`gives ${tinyDimensions} numbers a text, and its card says ${tinyDimensions + 1}`))
    expect((await semantic()).model).toContain('MiniLM')
    expect((await service.search('Aufzug', '&rerank=false')).headers.get('x-search-degraded')).toBeNull()
  })

  it.runIf(process.env.TANDEM_LONG)('[Y9] ended while the new one reads in: at the next start the old one answers until it has', async () => {
    const before = vectorFiles()
    await chooseTiny()
    await eventually(() => Promise.resolve(hasHubModel(join(data.path, 'models', tiny.name), tiny.files)))
    const kept = readFileSync(join(data.path, before[0] as string))
    await inUse()
    await service.close()
    // As after a kill before the switch: the old vectors are still there.
    writeFileSync(join(data.path, before[0] as string), kept)
    await start()
    await inUse()
    expect(await found('elevator broken')).toBe('Der Aufzug ist kaputt')
    await eventually(() => Promise.resolve(String(vectorFiles()) === `vectors-${tiny.name}.db`))
  })
})

describe('a card', () => {
  it.runIf(process.env.TANDEM_LONG)('[Y10] says which token speaks for a text, and what stands before it', async () => {
    const use = { dimensions: 384, pooling: 'mean', query: '', passage: '', maxTokens: 256, unrelated: 0 } as const
    const folder = defaultEmbedder()
    const open = (more: object) => openEmbedder({ kind: 'local', folder, use: { ...use, ...more } }, 1)
    const [plain, mean, first, asking] = await Promise.all([
      openEmbedder({ kind: 'local', folder }, 1),
      open({}),
      open({ pooling: 'cls' }),
      open({ query: 'query: ' }),
    ])
    const vector = async (embedder: typeof plain, text: string) => (await embedder.embed([text], 'query'))[0] as Float32Array
    const usual = await vector(plain, 'The lift is out of order')
    expect(await vector(mean, 'The lift is out of order')).toEqual(usual)
    expect(await vector(asking, 'The lift is out of order')).toEqual(await vector(plain, 'query: The lift is out of order'))
    const other = await vector(first, 'The lift is out of order')
    expect(Math.hypot(...other)).toBeCloseTo(1)
    expect(other).not.toEqual(usual)
    expect(new Set([plain, mean, first].map(({ identity }) => identity)).size).toBe(3)
    await Promise.all([plain, mean, first, asking].map((embedder) => embedder.close()))
  })
})

const bytesOfAll = () => Object.values(tinyFiles).reduce((sum, { length }) => sum + length, 0)
const bytesOfOthers = () => bytesOfAll() - (tinyFiles[onnx] as Buffer).length
