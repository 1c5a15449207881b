// Models that are missing, damaged or others: search still answers, says what is missing, and heals.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { defaultEmbedder } from '../../../shared/search/models/model-files.ts'
import type { Settings } from '../../../shared/schema/settings.ts'
import { eventually } from '../../support/eventually.ts'
import { openSearchService, type SearchService } from '../../support/service/search-service.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { openStandIn, sendJson } from '../../support/stand-in.ts'
import { firstOf } from '../../support/first-of.ts'

const folder = temporaryFolder()
const model = join(folder.path, 'model')
const onnx = join(model, 'onnx', 'model_quantized.onnx')
let service: SearchService | undefined

const sha = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

beforeAll(() => {
  cpSync(defaultEmbedder().path, model, { recursive: true })
  writeFileSync(join(model, 'checksums.json'), JSON.stringify({ 'onnx/model_quantized.onnx': sha(onnx) }))
})
afterEach(async () => {
  await service?.close()
  service = undefined
  delete process.env.TANDEM_EMBEDDER_FOLDER
  delete process.env.TANDEM_ONNX
})
afterAll(() => folder.remove())

async function opened(): Promise<SearchService> {
  process.env.TANDEM_EMBEDDER_FOLDER = model
  service = await openSearchService()
  await service.create('Users cannot sign in after the password change')
  return service
}

async function brokenThenMended(saying: RegExp, mend: () => void): Promise<void> {
  const { status, search, duplicates } = await opened()
  const broken = await eventually(async () => {
    const now = await status()
    return now.semantic.state === 'unavailable' && now
  })
  expect(broken.last_error).toMatch(saying)
  const reply = await search('password')
  expect(reply.body).toHaveLength(1)
  expect(reply.headers.get('x-search-degraded')).toContain('semantic')
  expect((await duplicates({ text: 'Users cannot sign in after the password change' })).headers.get('x-search-degraded')).toBe('semantic')
  expect((await duplicates({ text: 'Users cannot sign in after the password change' })).body[0]?.score).toBeGreaterThan(0.8)
  mend()
  await eventually(async () => (await search('authentication problem', '&rerank=false')).body.length === 1, 40_000)
  expect((await search('password', '&rerank=false')).headers.get('x-search-degraded')).toBeNull()
  expect((await status()).last_error).toBeNull()
}

describe('the embedder', () => {
  it.runIf(process.env.TANDEM_LONG)('[Y1] gone after it was read: what is known is still found by meaning; what is new follows when it is back', async () => {
    const { create, settled, search, status } = await opened()
    await settled()
    // The worker that reads texts rests after a while, and then cannot come back.
    await eventually(async () => {
      renameSync(model, `${model}.away`)
      await create('The lift is out of order')
      try {
        return await eventually(async () => (await status()).semantic.state === 'unavailable', 6000)
      } catch {
        renameSync(`${model}.away`, model)
        return false
      }
    }, 60_000)
    expect((await search('authentication problem', '&mode=semantic')).body[0]?.title).toBe('Users cannot sign in after the password change')
    renameSync(`${model}.away`, model)
    await settled()
    expect((await search('elevator broken', '&mode=semantic')).body[0]?.title).toBe('The lift is out of order')
  })

  it.runIf(process.env.TANDEM_LONG)('[Y1] its vectors are damaged on the disk: they are rebuilt', async () => {
    const data = temporaryFolder()
    try {
      service = await openSearchService({ dataDir: data.path })
      const { create, settled } = service
      for (let i = 0; i < 5; i++) await create(`Paint the fence of garden ${i}`)
      await create('Users cannot sign in after the password change')
      await settled()
      await service.close()
      const file = join(data.path, readdirSync(data.path).find((name) => /^vectors-.*\.db$/.test(name)) as string)
      // Everything behind the first page, which says what tables there are.
      writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 4096), Buffer.alloc(statSync(file).size - 4096, 0x5a)]))
      service = await openSearchService({ dataDir: data.path })
      await service.settled()
      expect((await service.status()).indexed).toBe(6)
      expect((await service.search('authentication problem', '&mode=semantic')).body[0]?.title).toBe('Users cannot sign in after the password change')
    } finally {
      await service?.close()
      service = undefined
      data.remove()
    }
  })

  it.runIf(process.env.TANDEM_LONG)('[Y1] missing: words alone, and heals when it is back', async () => {
    renameSync(model, `${model}.away`)
    await brokenThenMended(/no model folder/, () => renameSync(`${model}.away`, model))
  })

  it.runIf(process.env.TANDEM_LONG)('[Y1] cut short: recognised by its hash, and heals', async () => {
    cpSync(onnx, `${onnx}.whole`)
    truncateSync(onnx, 1_000_000)
    await brokenThenMended(/damaged or the wrong file/, () => renameSync(`${onnx}.whole`, onnx))
  })

  it.runIf(process.env.TANDEM_LONG)('[Y1] garbage that claims to be right: nothing crashes', async () => {
    const sums = readFileSync(join(model, 'checksums.json'))
    cpSync(onnx, `${onnx}.whole`)
    writeFileSync(onnx, Buffer.alloc(50_000, 7))
    rmSync(join(model, 'checksums.json'))
    await brokenThenMended(/./, () => {
      renameSync(`${onnx}.whole`, onnx)
      writeFileSync(join(model, 'checksums.json'), sums)
    })
  })

  it.runIf(process.env.TANDEM_LONG)('[Y2] without the native library it runs as WebAssembly', async () => {
    process.env.TANDEM_ONNX = 'wasm'
    const { settled, status, search } = await opened()
    await settled(60_000)
    expect((await status()).semantic.model).toContain('wasm')
    // The first question warms it up, and may take longer than a search waits.
    await eventually(async () => (await search('authentication problem', '&mode=semantic&rerank=false')).body.length === 1, 40_000)
  })

  it.runIf(process.env.TANDEM_LONG)('[Y3] another model is built beside the old one, which goes on answering; keys are never given back', async () => {
    const vector = (text: string) => [text.includes('sign in') || text.includes('whale') ? 1 : 0, 0.5, text.length % 7]
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const standIn = await openStandIn(async ({ body }, response) => {
      const { input } = JSON.parse(body) as { input: string[] }
      if (input.some((text) => text.includes('sign in'))) await gate
      sendJson(response, { data: input.map((text, index) => ({ index, embedding: vector(text) })) })
    })
    try {
      const { call, settled, status, search, url } = await opened()
      await settled()
      const patched = await call<Settings>('PATCH', '/settings', {
        search: { embedder: { kind: 'endpoint', url: standIn.url, model: 'm', key: 'very-secret' } },
      })
      expect(patched.status).toBe(200)
      expect(patched.body.search.embedder).toMatchObject({ kind: 'endpoint', has_key: true })
      expect(JSON.stringify([patched.body, await (await fetch(`${url}/settings`)).text()])).not.toContain('very-secret')
      await eventually(async () => (await status()).semantic.rebuilding !== null)
      expect((await search('authentication problem', '&rerank=false')).body).toHaveLength(1)
      expect((await status()).semantic.model).toContain('model')
      open()
      await eventually(async () => (await status()).semantic.model?.startsWith('m at'))
      expect(standIn.seen[0]?.headers.authorization).toBe('Bearer very-secret')
      expect((await search('whale', '&mode=semantic')).body).toHaveLength(1)
    } finally {
      open()
      await standIn.close()
    }
  })

  it.runIf(process.env.TANDEM_LONG)('[Y1] an endpoint that refuses one text reads the others; when it fails, its own words say why, and it heals', async () => {
    let fault: number | 'nonsense' | undefined
    const standIn = await openStandIn(({ body }, response) => {
      const { input } = JSON.parse(body) as { input: string[] }
      if (input.some((text) => text.includes('unreadable') || text.length > 500)) return sendJson(response, { error: 'input is too long' }, 400)
      if (typeof fault === 'number') return sendJson(response, { error: 'later' }, fault)
      const vector = (text: string) => [text.includes('whale') ? 1 : 0, fault === undefined ? 0.1 : null, text.length % 7]
      sendJson(response, { data: input.map((text, index) => ({ index, embedding: vector(text) })) })
    })
    try {
      const { call, create, settled, status, search } = await opened()
      await call('PATCH', '/settings', { search: { embedder: { kind: 'endpoint', url: standIn.url, model: 'm' } } })
      await eventually(async () => (await status()).semantic.model?.startsWith('m at'))
      await create('An unreadable task')
      const long = await create('Feed the whale', { description: 'every day '.repeat(200) })
      await settled()
      expect((await search('whale', '&mode=semantic')).body[0]?.id).toBe(long.id)
      for (const [kind, saying] of [
        [503, /returned 503/],
        ['nonsense', /one vector per text/],
      ] as const) {
        fault = kind
        await create(`Written while it answers ${kind}`)
        const broken = await eventually(async () => {
          const now = await status()
          return now.semantic.state === 'unavailable' && now
        })
        expect(broken.last_error).toMatch(saying)
        fault = undefined
        await settled()
      }
    } finally {
      await standIn.close()
    }
  })

  const whens = ['while it is asked', 'before a start', 'while who reads texts rests']
  it.for(firstOf(0, whens))('[Y3] another model behind the same address and name, %s: all is read again, and found', async (when) => {
    let numbers = 3
    const standIn = await openStandIn(({ body }, response) => {
      const { input } = JSON.parse(body) as { input: string[] }
      const vector = (text: string) => [text.includes('whale') ? 1 : 0, ...Array.from({ length: numbers - 2 }, () => 0.1), text.length % 7]
      sendJson(response, { data: input.map((text, index) => ({ index, embedding: vector(text) })) })
    })
    const data = temporaryFolder()
    const known = 'known before: a whale'
    try {
      const first = (service = await openSearchService({ dataDir: data.path }))
      await first.call('PATCH', '/settings', { search: { embedder: { kind: 'endpoint', url: standIn.url, model: 'm' } } })
      const whale = await first.create('Feed the whale')
      await first.create('Something else')
      await eventually(async () => (await first.status()).semantic.model?.startsWith('m at'))
      await first.settled()
      expect((await first.search(known, '&mode=semantic')).body[0]?.id).toBe(whale.id)
      if (when === 'before a start') {
        await first.close()
        numbers = 4
        service = await openSearchService({ dataDir: data.path })
      } else if (when === 'while it is asked') numbers = 4
      else {
        // It rests five seconds after its last text, and says so to nobody. It starts over with the other model; who answers knows the question already.
        const since = Date.now()
        await eventually(() => Promise.resolve(Date.now() > since + 7000))
        numbers = 4
        await first.create('Read by another model')
        await eventually(async () => (await first.status()).semantic.last_error?.includes('numbers'))
      }
      const { settled, search } = service
      const question = when.endsWith('rests') ? known : 'a whale of a time'
      await eventually(async () => (await search(question, '&mode=semantic')).body[0]?.id === whale.id)
      expect((await settled()).indexed).toBe(when.endsWith('rests') ? 3 : 2)
    } finally {
      await service?.close()
      service = undefined
      data.remove()
      await standIn.close()
    }
  })

  it('[Y3] settings are checked, kept over a restart, and an endpoint needs its address', async () => {
    const { call, dataDir } = await opened()
    expect((await call('PATCH', '/settings', { search: { reranker: { kind: 'endpoint' } } })).status).toBe(400)
    expect((await call('PATCH', '/settings', { search: { reranker: { kind: 'magic' } } })).status).toBe(400)
    expect((await call('PATCH', '/settings', { search: { deadlines_ms: { total: 0 } } })).status).toBe(400)
    expect((await call<Settings>('PATCH', '/settings', { search: { deadlines_ms: { total: 700 } } })).body.search.deadlines_ms.total).toBe(700)
    expect(JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'))).toMatchObject({ search: { deadlines_ms: { total: 700 } } })
  })
})

describe('a reranker', () => {
  // One service for all: each test gives it a reranker of its own.
  let apples: SearchService
  beforeAll(async () => {
    apples = await openSearchService()
    for (const title of ['Red apple pie', 'Green apple juice', 'Apple tree']) await apples.create(title)
    await apples.settled()
  })
  afterAll(() => apples.close())

  async function withReranker(answer: Parameters<typeof openStandIn>[0], deadline = 4000) {
    const standIn = await openStandIn(answer)
    await apples.call('PATCH', '/settings', {
      search: {
        reranker: { kind: 'endpoint', url: standIn.url, model: 'judge', key: 'k-1' },
        deadlines_ms: { total: deadline, keyword: deadline, semantic: deadline },
      },
    })
    return { standIn, ...apples }
  }

  /** Ranks the texts that contain a word first. */
  const favour =
    (word: string): Parameters<typeof openStandIn>[0] =>
    ({ body }, response) => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] }
      const { texts } = JSON.parse(messages.at(-1)?.content ?? '') as { texts: { number: number; text: string }[] }
      const ranking = texts.toSorted((a, b) => Number(b.text.includes(word)) - Number(a.text.includes(word))).map((one) => one.number)
      sendJson(response, { choices: [{ message: { content: JSON.stringify({ ranking }) } }] })
    }

  it('[Y4] behind a chat endpoint puts hits in its order, by a JSON schema', async () => {
    const { standIn, search, status } = await withReranker(favour('juice'))
    const { body, headers } = await search('apple')
    expect(body[0]).toMatchObject({ title: 'Green apple juice' })
    expect(body[0]?.matched).toContain('rerank')
    expect(headers.get('x-search-degraded')).toBeNull()
    const asked = JSON.parse(standIn.seen[0]?.body ?? '') as { model: string; response_format: { type: string } }
    expect([asked.model, asked.response_format.type, standIn.seen[0]?.path]).toEqual(['judge', 'json_schema', '/chat/completions'])
    expect(standIn.seen[0]?.headers.authorization).toBe('Bearer k-1')
    expect((await status()).reranker).toMatchObject({ kind: 'endpoint', state: 'ready' })
    await standIn.close()
  })

  it.each<[string, Parameters<typeof openStandIn>[0], RegExp]>([
    ['slow', () => new Promise(() => undefined), /did not respond within/],
    ['wrong', (_, response) => sendJson(response, { choices: [{ message: { content: '{"ranking": [77, "x"]}' } }] }), /ranked none/],
    ['chatty', (_, response) => sendJson(response, { choices: [{ message: { content: 'I like apples.' } }] }), /JSON/],
    ['failing', (_, response) => sendJson(response, { error: 'no' }, 500), /500/],
    ['truncated', (_, response) => void response.writeHead(200, { 'content-length': '5000' }).end('{"choices": [{"mess', () => response.destroy()), /./],
  ])('[Y4] %s: the fused order comes in time, and says so', async (_, answer, saying) => {
    const { standIn, search, status } = await withReranker(answer, 600)
    const began = performance.now()
    const { body, headers } = await search('apple')
    expect(performance.now() - began).toBeLessThan(1500)
    expect(body).toHaveLength(3)
    expect(headers.get('x-search-degraded')).toBe('rerank')
    expect((await status()).reranker.last_error).toMatch(saying)
    standIn.answer = favour('juice')
    await eventually(async () => (await search('apple')).body[0]?.title === 'Green apple juice')
    expect((await status()).last_error).toBeNull()
    await standIn.close()
    expect((await search('apple')).headers.get('x-search-degraded')).toBe('rerank')
    expect((await status()).reranker.state).toBe('unavailable')
  })

  it.runIf(process.env.TANDEM_LONG)('[Y5] from the hub: resumes a broken download, refuses another hash, then reranks', async () => {
    const source = new URL('../../../models/reranker/', import.meta.url)
    let cuts = 1
    let wrong = true
    const standIn = await openStandIn(({ method, path, headers }, response) => {
      const file = path.replace('/some/model/resolve/main/', '')
      const bytes = readFileSync(new URL(file, source))
      const hash = createHash('sha256').update(bytes).digest('hex')
      if (method === 'HEAD') return void response.writeHead(200, { 'x-linked-etag': `"${hash}"`, 'content-length': bytes.length }).end()
      const from = Number(/bytes=(\d+)-/.exec(String(headers.range))?.[1] ?? 0)
      const part = Buffer.from(bytes.subarray(from))
      if (file === 'tokenizer.json' && wrong) {
        wrong = false
        part[1000] = 0
      }
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': part.length })
      if (file.endsWith('.onnx') && cuts-- > 0) return void response.write(part.subarray(0, 5_000_000), () => setTimeout(() => response.destroy(), 50))
      response.end(part)
    })
    const { call, status, search, dataDir } = apples
    mkdirSync(join(dataDir, 'models'), { recursive: true })
    await call('PATCH', '/settings', { search: { reranker: { kind: 'hub', url: standIn.url, model: 'some/model' } } })
    await eventually(async () => (await status()).reranker.last_error?.match(/does not match|could not be downloaded/))
    await eventually(async () => (await search('apple')).body[0]?.matched.includes('rerank'), 40_000)
    expect(standIn.seen.some((one) => one.headers.range !== undefined)).toBe(true)
    expect((await status()).reranker).toMatchObject({ kind: 'hub', state: 'ready', last_error: null })
    await standIn.close()
  })
})
