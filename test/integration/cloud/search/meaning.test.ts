// Search of a team by meaning: what it finds, of which team, and what happens when its vectors, its model or the process go away.
import Database from 'better-sqlite3'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SearchConfig } from '../../../../cloud/search/search-config.ts'
import { callUrl } from '../../../contract/target.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../../support/cloud/cloud.ts'
import { metricOf } from '../../../support/operator/metrics.ts'
import { openHub } from '../../../support/search/hub.ts'
import { cardOfFiles, tinyFiles } from '../../../support/search/tiny-model.ts'
import { startProgram } from '../../../support/service/program.ts'
import { temporaryFolder } from '../../../support/service/service.ts'
import { openStandIn } from '../../../support/stand-in.ts'
import { until } from '../../../support/until.ts'

const by = (model: SearchConfig['model'], more: Partial<SearchConfig> = {}) => ({
  search: { model, reranker: 'off', vectorMegabytes: 512, ...more } satisfies SearchConfig,
  // Beside other tests a model takes its time.
  searching: { deadlines: { total: 10_000, keyword: 10_000, semantic: 10_000 } },
})
const bundled = { kind: 'bundled' } as const

// Texts are read with what other threads leave: beside other tests that takes its time.
vi.setConfig({ testTimeout: 300_000 })

let cloud: TestCloud
let second: TestCloud
let team: TestTeam
let other: TestTeam
const cleanUp: (() => unknown)[] = []

beforeAll(async () => {
  cloud = await openCloud(by(bundled, { reranker: 'bundled' }))
  second = await openCloud(by(bundled), cloud.database)
  team = await newTeam(cloud, await newPerson(cloud, 'reader'))
  other = await newTeam(cloud, await newPerson(cloud, 'stranger'), 'theirs')
})
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

type At = Pick<TestCloud, 'call'>
const add = async (title: string, fields: object = {}, of = team): Promise<number> => (await of.call('POST', '/tasks', { title, ...fields })).body.id
const ask = (q: string, at: At = cloud, as = team.as, more = '&mode=semantic') =>
  at.call('GET', `/tasks/search?q=${encodeURIComponent(q)}${more}`, undefined, as)
const ids = ({ body }: { body: unknown }): number[] => (body as { id: number }[]).map(({ id }) => id)
const degraded = ({ headers }: { headers: Headers }) => headers.get('x-search-degraded')
const newOwnTeam = async (name: string) => newTeam(cloud, await newPerson(cloud, name), name)

/** Nothing is missing in an answer any more. */
const isRead = (at: At = cloud, as = team.as) =>
  until(
    'all texts to be read',
    async () => {
      const reply = await ask('anything at all', at, as)
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
      return degraded(reply) === null
    },
    120_000,
  )

describe('search of a team by meaning', () => {
  it('[CL254] finds what shares no word, on every instance, and nothing of another team', async () => {
    const car = await add('The automobile will not start')
    await add('Order new curtains for the hall')
    // Numbers are a team's own: this one is none of ours.
    for (let n = 0; n < 5; n++) await add('Water the plants', {}, other)
    const theirs = await add('Vehicle repair', {}, other)
    for (const at of [cloud, second]) {
      await isRead(at)
      await isRead(at, other.as)
      const found = ids(await ask('fix the broken vehicle engine', at))
      expect([found[0], found.includes(theirs)]).toEqual([car, false])
      expect(ids(await ask('fix the broken vehicle engine', at, other.as))[0]).toBe(theirs)
    }
    const hybrid = await ask('fix the broken vehicle engine', cloud, team.as, '&explain=true')
    expect((hybrid.body as { id: number; explain: { semantic?: object } }[]).find(({ id }) => id === car)?.explain).toMatchObject({
      semantic: { rank: 1 },
    })
    expect(ids(await ask('status:done fix the broken vehicle engine'))).toEqual([])
  })

  it('[OB5] its vectors are told in bytes, and texts that wait to be read in seconds', async () => {
    const own = await newOwnTeam('observed')
    const behind = () => metricOf(cloud.url, 'tandem_search_behind_seconds{index="meanings"}')
    const bytes = async () => (await metricOf(cloud.url, 'tandem_cache_bytes{cache="vectors"}')) ?? 0
    await isRead()
    await expect.poll(behind, { timeout: 60_000 }).toBe(0)
    const before = await bytes()
    for (let n = 0; n < 30; n++) await add(`Number ${n} of many things to do`, {}, own)
    await ask('many things', cloud, own.as)
    expect(await behind()).toBeGreaterThan(0)
    await isRead(cloud, own.as)
    await expect.poll(behind, { timeout: 60_000 }).toBe(0)
    // 30 vectors of 256 numbers at the least, one byte each.
    expect(await bytes()).toBeGreaterThan(before + 30 * 256)
  })

  it('[CL254] what says the same in other words is known on every instance as soon as it is written', async () => {
    await isRead()
    await isRead(second)
    const id = await add('Customers cannot log in to the website', { description: 'Since this morning sign-in fails for everybody.' })
    const wanted = { text: 'Users are unable to sign in on the web page', threshold: 0.1 }
    // One that was late says so; any other knows it.
    const reply = await until('an answer in time', async () => {
      const given = await second.call('POST', '/tasks/find-duplicates', wanted, team.as)
      return degraded(given) === null && given
    })
    expect(ids(reply)).toContain(id)
    await second.call('DELETE', `/tasks/${id}`, undefined, team.as)
    expect(ids(await ask('Users are unable to sign in on the web page', second))).not.toContain(id)
  })

  it('[CL254] begins again when its vectors are lost, damaged, or of a list that was lost', async () => {
    const own = await newOwnTeam('vectors')
    const car = await add('The automobile will not start', {}, own)
    await add('Order new curtains for the hall', {}, own)
    const { dataDir } = cloud
    const folder = join(dataDir, 'search', '2', own.id)
    const restarted = async () => {
      const instance = await openCloud({ ...by(bundled), dataDir }, cloud.database)
      await isRead(instance, own.as)
      expect(ids(await ask('broken vehicle', instance, own.as))[0]).toBe(car)
      await instance.close()
    }
    await restarted()
    expect(existsSync(join(folder, 'vectors.db'))).toBe(true)
    await restarted()
    writeFileSync(join(folder, 'vectors.db'), `no database ${'x'.repeat(9000)}`)
    await restarted()
    rmSync(join(folder, 'list.db'))
    await restarted()
  })

  it('[CL281] lists that leave the memory to others are read from the disk when they are asked for', async () => {
    const small = await openCloud({ ...by(bundled, { vectorMegabytes: 0.2 }) }, cloud.database)
    cleanUp.push(small.close)
    const car = await add('My motorcycle needs new tyres')
    const theirs = await add('Bake a cake for the birthday', {}, other)
    await isRead(small)
    await isRead(small, other.as)
    for (let n = 0; n < 3; n++) {
      expect(ids(await ask('motorbike wheels', small))[0]).toBe(car)
      expect(ids(await ask('dessert for the party', small, other.as))[0]).toBe(theirs)
    }
    const later = await add('The bicycle brakes squeak')
    expect(ids(await ask('noisy bike', small))).toContain(later)
  })

  it('[CL282] killed in the middle, it goes on, and knows everything in the end', async () => {
    const own = await newOwnTeam('killed')
    const text = 'A report about the machine in hall seven, its bearings, its oil and its noise.'
    const count = 60
    for (let n = 0; n < count; n++) await add(`Report ${n}`, { description: `${n} ${text}` }, own)
    const car = await add('The automobile will not start', {}, own)
    const folder = temporaryFolder()
    cleanUp.push(folder.remove)
    const start = async () => {
      const program = await startProgram(['cloud/main.ts', '--port', '0', '--data-dir', folder.path], {
        DATABASE_URL: cloud.database.url,
        TANDEM_KEY: '7'.repeat(64),
        TANDEM_SEARCH_RERANKER: 'off',
        TANDEM_REQUESTS_PER_MINUTE: '100000000',
      })
      cleanUp.push(() => program.end('SIGKILL'))
      const call: At['call'] = (method, path, body, headers) => callUrl(`${program.url}/api${path}`, method, body, headers)
      return { ...program, call }
    }
    const first = await start()
    await ask('anything', first, own.as)
    const file = join(folder.path, 'search', '1', own.id, 'vectors.db')
    const stored = () => {
      if (!existsSync(file)) return 0
      const db = new Database(file, { readonly: true })
      try {
        return db.prepare('SELECT count(*) FROM texts').pluck().get() as number
      } catch {
        return 0
      } finally {
        db.close()
      }
    }
    const before = await until('some vectors to be stored', stored)
    await first.end('SIGKILL')
    expect(before).toBeLessThan(count)
    const again = await start()
    await isRead(again, own.as)
    expect([stored(), ids(await ask('broken vehicle', again, own.as))[0]]).toEqual([count + 1, car])
  })
})

describe('many teams', () => {
  it('[CL282] a small one does not wait until a large one is read', async () => {
    const [large, small] = [await newOwnTeam('large'), await newOwnTeam('small')]
    const text = 'A long report about the machine in hall seven, its bearings, its oil and its noise. '.repeat(12)
    for (let n = 0; n < 100; n++) await add(`Report ${n}`, { description: `${n} ${text}` }, large)
    await add('The automobile will not start', {}, small)
    await ask('anything', cloud, large.as)
    await isRead(cloud, small.as)
    expect(degraded(await ask('anything', cloud, large.as))).toBe('semantic')
  })
})

describe('the model', () => {
  it('[CL283] words answer while an endpoint is away, and it is asked again; one that changes its model is read anew', async () => {
    let answer: (texts: string[]) => number[][] | undefined = () => undefined
    const endpoint = await openStandIn(async ({ body }, response) => {
      const { input } = JSON.parse(body) as { input: string[] }
      const vectors = answer(input)
      if (!vectors) return void response.writeHead(500).end()
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) }))
    })
    const instance = await openCloud(by({ kind: 'endpoint', url: endpoint.url, model: 'other', key: 'k' }), cloud.database)
    cleanUp.push(endpoint.close, instance.close)
    const own = await newOwnTeam('endpoint')
    const id = await add('Wasserrohr tropft', {}, own)
    const [wordsOnly, byWords] = [await ask('leaking pipe', instance, own.as), await ask('wasserrohr', instance, own.as, '')]
    expect([ids(wordsOnly), degraded(wordsOnly), ids(byWords), degraded(byWords)]).toEqual([[], 'semantic', [id], 'semantic'])
    const near = (dimensions: number) => (texts: string[]) =>
      texts.map((text) => Array.from({ length: dimensions }, (_, n) => (n === (/pipe|rohr/i.test(text) ? 0 : 1) ? 1 : 0)))
    for (const dimensions of [4, 6]) {
      answer = near(dimensions)
      await until('it to be asked again', async () => ids(await ask(`leaking pipe ${dimensions}`, instance, own.as))[0] === id)
    }
  })

  it('[CL283] one from the hub is fetched with the first question', async () => {
    const card = cardOfFiles('tiny-bilingual', tinyFiles)
    const hub = await openHub([[card, tinyFiles]])
    const instance = await openCloud(by({ kind: 'hub', url: hub.url, card }), cloud.database)
    cleanUp.push(hub.close, instance.close)
    const own = await newOwnTeam('hub')
    const id = await add('Aufzug kaputt', {}, own)
    expect(hub.seen).toEqual([])
    await until('the model to be there', async () => ids(await ask('broken elevator', instance, own.as))[0] === id)
  })
})
