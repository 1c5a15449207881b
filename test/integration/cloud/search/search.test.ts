// Search and duplicates of a team: what the shared contract (test/contract/search.ts) cannot ask of one list on one instance.
import { closeSync, existsSync, fstatSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, prove, type TestCloud, type TestPerson, type TestTeam, wordsAlone } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { firstOf } from '../../../support/first-of.ts'
import { until } from '../../../support/until.ts'
import { expectProblem } from '../../../contract/http.ts'

interface Hit {
  id: number
  title: string
  snippet: string
}

let cloud: TestCloud
let second: TestCloud
let owner: TestPerson
let team: TestTeam
let other: TestTeam

beforeAll(async () => {
  cloud = await openCloud()
  second = await openCloud({}, cloud.database)
  owner = await newPerson(cloud, 'searcher')
  team = await newTeam(cloud, owner)
  other = await newTeam(cloud, await newPerson(cloud, 'stranger'), 'theirs')
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

const byNumber = (a: number, b: number) => a - b
const word = () => `w${Math.random().toString(36).slice(2, 10)}q`
const add = async (title: string, fields: object = {}, of = team): Promise<number> => (await of.call('POST', '/tasks', { title, ...fields })).body.id
const ask = (q: string, at: Pick<TestCloud, 'call'> = cloud, as = team.as) => at.call('GET', `/tasks/search?q=${encodeURIComponent(q)}`, undefined, as)
const ids = async (...asked: Parameters<typeof ask>): Promise<number[]> => ((await ask(...asked)).body as Hit[]).map(({ id }) => id)
const folderOf = ({ id }: Pick<TestTeam, 'id'>, { dataDir }: Pick<TestCloud, 'dataDir'> = cloud) => join(dataDir, 'search', '1', id)
const openIndexes = async ({ url }: TestCloud) => Number(/^tandem_search_indexes (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])

describe('search of a team', () => {
  it('[CL210] nothing of another team is found, counted or scored', async () => {
    const mark = word()
    const id = await add(`Ours ${mark}`, { description: `The secret ${mark} plan`, dedupe_key: `ours::${mark}::plan` })
    await team.call('POST', `/tasks/${id}/comments`, { body: `said ${mark}` })
    const theirs = await add('Something of theirs', {}, other)
    expect(await ids(mark)).toEqual([id])
    for (const q of [mark, mark.slice(0, -2), `"${mark}"`, `status:backlog ${mark}`, `Something ${mark}`]) {
      const reply = await ask(q, cloud, other.as)
      expect((reply.body as Hit[]).filter((hit) => hit.id !== theirs)).toEqual([])
      expect(JSON.stringify(reply.body)).not.toContain(mark)
    }
    expect(await ids('status:backlog', cloud, other.as)).toEqual([theirs])
    for (const text of [`Ours ${mark}`, `ours::${mark}::plan`]) expect((await other.call('POST', '/tasks/find-duplicates', { text })).body).toEqual([])
    expect((await other.call('POST', '/tasks?on_duplicate=return', { title: `Ours ${mark}` })).status).toBe(201)
    expectProblem(await cloud.call('GET', `/tasks/search?q=${mark}`, undefined, { ...other.as, 'x-team-id': team.id }), 403)
    expectProblem(await cloud.call('POST', '/tasks/find-duplicates', { text: mark }), 401)
  })

  it('[CL211] what was written on one instance is found on another by the next call', async () => {
    for (let n = 0; n < 5; n++) {
      const mark = word()
      const id = await add(`Written here ${mark}`)
      const reply = await ask(mark, second)
      expect([(reply.body as Hit[]).map((hit) => hit.id), reply.headers.get('x-search-degraded')]).toEqual([[id], 'semantic'])
      await second.call('DELETE', `/tasks/${id}`, undefined, team.as)
      expect(await ids(mark)).toEqual([])
    }
  })

  it('[CL211] filters know who waits for whom, for an answer, and who works on what', async () => {
    const mark = word()
    const free = await add(`Free ${mark}`, { status: 'todo' })
    const first = await add(`First ${mark}`, { status: 'todo' })
    const waits = await add(`Waits ${mark}`, { status: 'todo', blocked_by: [first] })
    const asked = await add(`Asked ${mark}`, { status: 'todo' })
    expect((await ids(`is:ready ${mark}`)).toSorted(byNumber)).toEqual([free, first, asked].toSorted(byNumber))
    expect(await ids(`is:blocked ${mark}`)).toEqual([waits])
    const { key } = (await team.call('PUT', `/tasks/${free}/claim`, {})).body
    await team.call('POST', `/tasks/${asked}/questions`, { question: 'Which?' }, { 'x-actor': 'agent:asker' })
    const [question] = (await team.call('GET', `/tasks/${asked}/questions`)).body
    expect(await ids(`is:ready ${mark}`)).toEqual([first])
    await team.call('DELETE', `/tasks/${free}/claim?key=${key}`)
    expect((await owner.call('POST', `/questions/${question.id}/answer`, { answer: 'This.' })).status).toBe(200)
    await team.call('PATCH', `/tasks/${first}`, { status: 'done' })
    expect((await ids(`is:ready ${mark}`)).toSorted(byNumber)).toEqual([free, waits, asked].toSorted(byNumber))
  })

  it('[CL216] what is not read in yet is said, and what is known is answered', async () => {
    const hasty = await openCloud({ searching: { freshWithin: 0 } }, cloud.database)
    const mark = word()
    const id = await add(`Hasty ${mark}`)
    const degraded = async () => (await ask(mark, hasty)).headers.get('x-search-degraded')
    expect(await degraded()).toContain('keyword')
    // It goes on reading all the same.
    await until('the task is read in', async () => ((await ids(mark, hasty)).includes(id) ? true : undefined))
    await hasty.close()
  })

  it('[CL216] while the index is not read in, nothing is created that might be there', async () => {
    const title = `In a hurry ${word()}`
    for (const how of ['return', 'reject']) {
      const hasty = await openCloud({ searching: { freshWithin: 0 } }, cloud.database)
      const reply = await hasty.call('POST', `/tasks?on_duplicate=${how}`, { title }, team.as)
      expectProblem(reply, 503, /Nothing was created.*on_duplicate=create/)
      expect(reply.headers.get('retry-after')).toBe('2')
      await hasty.close()
    }
    expect(await ids(title)).toEqual([])
    expect((await team.call('POST', '/tasks?on_duplicate=return', { title })).status).toBe(201)
  })

  it('[CL218] a token that can only read searches and looks for duplicates', async () => {
    const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'reader', read_only: true })).body
    const mark = word()
    const id = await add(`Read only ${mark}`)
    const as = { ...team.as, authorization: `Bearer ${token}` }
    expect(await ids(mark, cloud, as)).toEqual([id])
    expect((await cloud.call('POST', '/tasks/find-duplicates', { text: `Read only ${mark}` }, as)).body[0]).toMatchObject({ id })
    expectProblem(await cloud.call('POST', '/tasks', { title: 'x' }, as), 403, /only read/)
  })
})

describe('the index of a team', () => {
  it('[CL212] goes on where it was, and is made again when it is lost, damaged or of another history', async () => {
    const own = await newTeam(cloud, await newPerson(cloud, 'index'), 'index')
    const [one, two] = [word(), word()]
    const first = await add(`Before ${one}`, {}, own)
    const { dataDir } = cloud
    const folder = join(dataDir, 'search', '2', own.id)
    const restarted = async (work: (instance: TestCloud) => Promise<void>) => {
      // Beside the first, which holds its own folder.
      const instance = await openCloud({ dataDir }, cloud.database)
      await work(instance)
      await instance.close()
    }
    await restarted(async (instance) => expect(await ids(one, instance, own.as)).toEqual([first]))
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['list.db', 'words.db']))
    const later = await add(`While it was away ${two}`, {}, own)
    await restarted(async (instance) => expect([await ids(one, instance, own.as), await ids(two, instance, own.as)]).toEqual([[first], [later]]))
    for (const file of firstOf(1, ['list.db', 'words.db', 'list.db'])) {
      writeFileSync(join(folder, file), `no database ${'x'.repeat(9000)}`)
      await restarted(async (instance) => expect([await ids(one, instance, own.as), await ids(two, instance, own.as)]).toEqual([[first], [later]]))
    }
  })

  /** As a standby that took over without the last write of the team. */
  const loseLast = (of: TestTeam, task: number) =>
    onDatabase(cloud.database.url, async (client) => {
      for (const table of ['event_queue', 'tasks'])
        await client.query(`DELETE FROM ${table} WHERE team_id = $1 AND ${table === 'tasks' ? 'id' : 'task_id'} = $2`, [of.id, task])
      await client.query('UPDATE team_counters SET events = events - 1 WHERE team_id = $1', [of.id])
    })

  it('[CL212] many who ask at once when it turns out to be of another history are answered, and so is whoever asks then', async () => {
    // A model to be closed is what takes time.
    const instance = await openCloud({ search: { ...wordsAlone, model: { kind: 'bundled' } } }, cloud.database)
    const own = await newTeam(cloud, await newPerson(cloud, 'history'), 'history')
    const mark = word()
    const first = await add(`Stays ${mark}`, {}, own)
    for (let n = 0; n < 3; n++) {
      const last = await add(`Lost ${mark}`, {}, own)
      expect(await ids(mark, instance, own.as)).toEqual(expect.arrayContaining([first, last]))
      await loseLast(own, last)
      const replies = await Promise.all(Array.from({ length: 8 }, () => ask(mark, instance, own.as)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      const then = await ask(mark, instance, own.as)
      expect([(then.body as Hit[]).map(({ id }) => id), then.headers.get('x-search-degraded') ?? '']).toEqual([[first], expect.not.stringContaining('keyword')])
    }
    await instance.close()
  })

  it('[CL212] is made again when the database goes on in another epoch while it is open, also with as many events as before', async () => {
    const own = await openCloud()
    const theTeam = await newTeam(own, await newPerson(own, 'epoch'), 'epoch')
    const mark = word()
    const lost = await add(`Lost ${mark}`, {}, theTeam)
    expect(await ids(mark, own, theTeam.as)).toEqual([lost])
    await onDatabase(own.database.url, async (client) => {
      await client.query('DELETE FROM event_queue WHERE task_id = $1', [lost])
      await client.query('DELETE FROM tasks WHERE id = $1', [lost])
      await client.query('UPDATE team_counters SET events = events - 1')
      await client.query('UPDATE epoch SET value = gen_random_uuid()')
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()')
    })
    await until('it is connected again', async () => ((await fetch(`${own.url}/ready`)).status === 200 ? true : undefined))
    const later = [await add(`In its place ${mark}`, {}, theTeam), await add(`And then ${mark}`, {}, theTeam)]
    expect((await ids(mark, own, theTeam.as)).toSorted(byNumber)).toEqual(later)
    await own.close()
  })

  it('[CL212] is made again when its copy of the list is damaged while it is open', async () => {
    const own = await newTeam(cloud, await newPerson(cloud, 'damaged'), 'damaged')
    const mark = word()
    // More than fits into the thread's memory.
    const description = 'It squeaks, it leaks, and nobody has looked at it. '.repeat(500)
    for (let n = 0; n < 150; n++) await add(`Long ${n}`, { description }, own)
    const id = await add(`Here ${mark}`, {}, own)
    await until('it is read in', async () => ((await ids(mark, cloud, own.as)).includes(id) ? true : undefined))
    const file = openSync(join(folderOf(own), 'list.db'), 'r+')
    const { size } = fstatSync(file)
    for (let at = 8192; at < size; at += 4096) writeSync(file, Buffer.alloc(4096, 'x'), 0, 4096, at)
    closeSync(file)
    const later = await add(`Later ${mark}`, {}, own)
    expect((await ids(mark, cloud, own.as)).toSorted(byNumber)).toEqual([id, later])
  })

  it('[CL213] only so many are open at once, and none that nobody asks', async () => {
    const few = await openCloud({ searching: { maxOpen: 1, idleMs: 300 } }, cloud.database)
    const [one, two] = [word(), word()]
    const [ours, theirs] = [await add(`Ours ${one}`), await add(`Theirs ${two}`, {}, other)]
    for (let n = 0; n < 3; n++) {
      expect(await ids(one, few)).toEqual([ours])
      expect(await ids(two, few, other.as)).toEqual([theirs])
      expect(await openIndexes(few)).toBeLessThanOrEqual(1)
    }
    await until('it is closed', async () => ((await openIndexes(few)) === 0 ? true : undefined))
    expect(await ids(one, few)).toEqual([ours])
    await few.close()
  })

  it('[CL214] goes with its team, on every instance, and where one ran before', async () => {
    const leaver = await newPerson(cloud, 'leaver')
    await prove(cloud, leaver)
    const gone = await newTeam(cloud, leaver, 'gone')
    const mark = word()
    await add(`Gone ${mark}`, {}, gone)
    // One that ran beside the first, and no longer does.
    const former = await openCloud({ dataDir: cloud.dataDir }, cloud.database)
    for (const at of [cloud, second, former]) expect(await ids(mark, at, gone.as)).toHaveLength(1)
    await former.close()
    const folders = [folderOf(gone), folderOf(gone, second), join(cloud.dataDir, 'search', '2', gone.id)]
    expect(folders.map((folder) => existsSync(folder))).toEqual([true, true, true])
    expect((await leaver.call('DELETE', `/teams/${gone.id}?now=true`)).status).toBe(204)
    await until('all are removed', async () => (folders.some((folder) => existsSync(folder)) ? undefined : true))
    expectProblem(await ask(mark, cloud, gone.as), 401)
  })
})

describe('[CL215] of many wordings at once', () => {
  const wordings = [
    'Replace the broken lamp in the hallway',
    'Replace broken lamp in hallway',
    'The broken lamp in the hallway: replace',
    'Broken hallway lamp: replace',
    'replace the broken hallway lamp',
    'REPLACE BROKEN LAMP IN THE HALLWAY',
    'Lamp in the hallway is broken, replace',
    'Replace lamp (broken) in the hallway',
    'Replace the lamp in the hallway, broken',
    'Hallway: replace the broken lamp',
  ]

  it('as few tasks are made as one by one, on several instances', async () => {
    const [slow, fast] = await Promise.all(['one by one', 'at once'].map(async (name) => newTeam(cloud, await newPerson(cloud, 'wordings'), name)))
    const creating = (of: TestTeam | undefined) => (title: string, n: number) =>
      (n % 2 === 0 ? cloud : second).call('POST', '/tasks?on_duplicate=return', { title }, of?.as)
    for (const [n, title] of wordings.entries()) await creating(slow)(title, n)
    const replies = await Promise.all([...wordings, ...wordings].map(creating(fast)))
    const [oneByOne, atOnce] = [await ids('lamp', cloud, slow?.as), await ids('lamp', cloud, fast?.as)]
    expect(atOnce.length).toBeLessThanOrEqual(oneByOne.length)
    // Whoever was answered another task was told which.
    const answers = replies.map(({ status, body, headers }) => [status, status === 201 ? body.id : Number(headers.get('x-duplicate-of'))])
    expect(answers.filter(([status]) => status === 201)).toHaveLength(atOnce.length)
    for (const [, id] of answers) expect(atOnce).toContain(id)
  })

  it('of more teams than there are connections nobody waits for a search that waits for one of them', { timeout: 60_000 }, async () => {
    const small = await openCloud({ poolSize: 2 }, cloud.database)
    const teams = await Promise.all(Array.from({ length: 4 }, async () => newTeam(small, await newPerson(small, 'many'), 'many')))
    for (const of of teams) await ask('anything', small, of.as)
    const missing: (string | null)[] = []
    const search = async (of: TestTeam) => {
      for (let n = 0; n < 6; n++) missing.push((await ask('anything', small, of.as)).headers.get('x-search-degraded'))
    }
    const create = async (of: TestTeam) => {
      for (let n = 0; n < 6; n++) expect((await small.call('POST', '/tasks?on_duplicate=return', { title: `Only ${word()}` }, of.as)).status).toBe(201)
    }
    await Promise.all(teams.flatMap((of) => [search(of), create(of), search(of)]))
    expect(missing.filter((what) => what?.includes('keyword'))).toEqual([])
    await small.close()
  })
})
