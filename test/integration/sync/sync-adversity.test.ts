// What a cloud, a disk or a person can do to a list that is kept in step with a team.
import { copyFileSync, mkdirSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { mountSmallDisk, noSmallDisk } from '../../support/small-disk.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'
import { firstOf } from '../../support/first-of.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
const open: { close(): Promise<unknown> }[] = []

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud)
})
afterAll(() => cloud.close())
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

async function desktop(name: string, more: Parameters<typeof openDesktop>[3] = {}): Promise<SyncedDesktop> {
  const made = await openDesktop(name, cloud, team, more)
  open.push(made)
  return made
}

interface Titled {
  id: number
  title: string
}

const titles = async (from: Pick<SyncedDesktop, 'call'> | TestTeam) =>
  ((await from.call('GET', '/tasks?limit=100')).body as Titled[]).map(({ title }) => title).sort()

/** Between a desktop and the cloud: answers what `instead` says, or passes on. */
async function standBefore(
  instead: (request: http.IncomingMessage, body: Buffer) => { status: number; headers?: Record<string, string>; body?: string } | undefined,
) {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const other = instead(request, body)
      if (other) {
        response.writeHead(other.status, other.headers)
        return void response.end(other.body)
      }
      const { host: _host, ...headers } = request.headers
      const onward = http.request(`${cloud.url}${request.url}`, { method: request.method ?? 'GET', headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      })
      onward.on('error', () => response.destroy())
      response.on('close', () => onward.destroy())
      onward.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const connectTo = (one: SyncedDesktop, url: string) => one.call('PUT', '/remote', { url, token: team.token, team_id: team.id })

type Counters = Record<string, unknown>
const countersOf = ({ id }: TestTeam) =>
  onDatabase(cloud.database.url, async (db) => (await db.query('SELECT * FROM team_counters WHERE team_id = $1', [id])).rows[0] as Counters)

/** As from a backup: the numbers of events and tasks since then are given again to others. `rows`: puts back what changed since. */
const goBack = (backup: Counters, rows: (db: Parameters<Parameters<typeof onDatabase>[1]>[0]) => Promise<void>) =>
  onDatabase(cloud.database.url, async (db) => {
    await rows(db)
    await db.query('DELETE FROM event_queue WHERE team_id = $1 AND seq > $2', [team.id, backup.events])
    await db.query('DELETE FROM idempotency WHERE team_id = $1', [team.id])
    const names = Object.keys(backup).filter((name) => name !== 'team_id')
    await db.query(`UPDATE team_counters SET ${names.map((name, n) => `${name} = $${n + 2}`).join(', ')} WHERE team_id = $1`, [
      team.id,
      ...names.map((name) => backup[name]),
    ])
  })

it.each(
  firstOf(1, [
    { since: 'has gone on beyond it', others: Array.from({ length: 12 }, (_, n) => `another ${10 + n}`) },
    { since: 'is behind what it told before', others: ['another'] },
  ]),
)('[X14] a cloud that was restored from a backup and $since gets back what it lost, and nothing here is taken for deleted', async ({ others }) => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  const old = (await ana.call('POST', '/tasks', { title: 'old' })).body
  await ana.connect()
  await ana.synced()
  const backup = await countersOf(team)
  await ana.call('PATCH', `/tasks/${old.id}`, { title: 'newer' })
  const lost = (await ana.call('POST', '/tasks', { title: 'lost' })).body
  await ana.call('POST', `/tasks/${lost.id}/comments`, { body: 'a word' })
  await until('all there', async () => (await titles(team)).join() === 'lost,newer')
  await ana.synced()
  await ana.call('DELETE', '/remote')
  await goBack(backup, async (db) => {
    await db.query('DELETE FROM comments WHERE team_id = $1', [team.id])
    await db.query('DELETE FROM tasks WHERE team_id = $1 AND title = $2', [team.id, 'lost'])
    await db.query('UPDATE tasks SET title = $2, version = 1 WHERE team_id = $1', [team.id, 'old'])
  })
  for (const title of others) await team.call('POST', '/tasks', { title })
  await ana.connect()
  const all = [...others, 'lost', 'newer'].join()
  await until('both sides have all', async () => (await titles(team)).join() === all && (await titles(ana)).join() === all)
  await ana.synced()
  const there = ((await team.call('GET', '/tasks')).body as Titled[]).find(({ title }) => title === 'lost') as Titled
  await until('the comment there', async () => (await team.call('GET', `/tasks/${there.id}/comments`)).body.length === 1)
  expect((await ana.call('GET', `/tasks/${old.id}`)).body).toMatchObject({ uid: old.uid, title: 'newer' })
  expect((await ana.call('GET', '/notices')).body).toMatchObject([{ kind: 'cloud_went_back' }])
  await team.call('PATCH', `/tasks/${there.id}`, { title: 'and on' })
  await until('it goes on', async () => (await titles(ana)).includes('and on'))
})

it('[X14] what was finished since the cloud went back stays finished, and what it lost goes there again', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  for (const title of ['finished since', 'only lost']) await ana.call('POST', '/tasks', { title })
  await ana.connect()
  await ana.synced()
  const backup = await countersOf(team)
  const byTitle = async (from: Pick<SyncedDesktop, 'call'> | TestTeam) =>
    Object.fromEntries(((await from.call('GET', '/tasks')).body as (Titled & { status: string })[]).map((task) => [task.title, task]))
  for (const { id } of Object.values(await byTitle(ana))) await ana.call('PATCH', `/tasks/${id}`, { status: 'in_progress' })
  const statuses = async (from: Pick<SyncedDesktop, 'call'> | TestTeam) =>
    Object.values(await byTitle(from))
      .map(({ title, status }) => `${title}: ${status}`)
      .sort()
  const begun = ['finished since: in_progress', 'only lost: in_progress']
  await until('both begun there', async () => (await statuses(team)).join() === begun.join())
  await ana.synced()
  await ana.call('DELETE', '/remote')
  await goBack(backup, async (db) => {
    await db.query("UPDATE tasks SET status = 'backlog', version = 1 WHERE team_id = $1", [team.id])
  })
  const there = (await byTitle(team))['finished since'] as Titled
  await team.call('PATCH', `/tasks/${there.id}`, { status: 'done' })
  await ana.connect()
  const both = ['finished since: done', 'only lost: in_progress']
  await until('what was lost there', async () => (await statuses(team))[1] === both[1])
  await ana.synced()
  expect([await statuses(ana), await statuses(team)]).toEqual([both, both])
  // Nobody can know which was meant: a person is asked, as wherever both changed a field.
  const conflicts = (await ana.call('GET', '/remote/conflicts')).body as { field: string; local: string; remote: string; kept: string }[]
  expect(conflicts.filter(({ remote }) => remote === 'done')).toMatchObject([{ field: 'status', local: 'in_progress', kept: 'done' }])
})

it('[X14] what a backup of before a device came says is older than what it has, though it never stood there', async () => {
  team = await newTeam(cloud, owner)
  const { id } = (await team.call('POST', '/tasks', { title: 'first', status: 'todo' })).body as Titled
  const backup = await countersOf(team)
  await team.call('PATCH', `/tasks/${id}`, { title: 'second', status: 'in_progress' })
  const ana = await desktop('ana')
  await ana.connect()
  await ana.synced()
  await ana.call('DELETE', '/remote')
  await goBack(backup, async (db) => {
    await db.query("UPDATE tasks SET title = 'first', status = 'todo', version = 1 WHERE team_id = $1", [team.id])
  })
  await ana.connect()
  await until('what it lost there', async () => (await titles(team)).join() === 'second')
  expect((await ana.call('GET', '/tasks')).body).toMatchObject([{ title: 'second', status: 'in_progress' }])
})

describe('after a failover of the cloud’s database', () => {
  /** As a promotion does it: connections break, and the epoch is another one. */
  const failOver = () =>
    onDatabase(cloud.database.url, async (db) => {
      await db.query('UPDATE epoch SET value = gen_random_uuid()')
      await db.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()')
    })

  const reconnect = (one: SyncedDesktop) =>
    until('it is connected again', () =>
      one.connect().then(
        () => true,
        () => false,
      ),
    )

  it('[X14] what a desktop knew was not lost: what was deleted elsewhere meanwhile stays deleted', async () => {
    team = await newTeam(cloud, owner)
    const ana = await desktop('ana')
    for (const title of ['kept', 'thrown away']) await ana.call('POST', '/tasks', { title })
    await ana.connect()
    await ana.synced()
    await ana.call('DELETE', '/remote')
    const there = ((await team.call('GET', '/tasks')).body as Titled[]).find(({ title }) => title === 'thrown away') as Titled
    await team.call('DELETE', `/tasks/${there.id}`)
    await failOver()
    await reconnect(ana)
    await until('it is gone', async () => (await titles(ana)).join() === 'kept')
    await ana.synced()
    expect(await titles(team)).toEqual(['kept'])
    expect((await ana.call('GET', '/notices')).body).toEqual([])
  })

  it.runIf(process.env.TANDEM_LONG)('[X14] what was answered and never told by the stream was lost: it goes there again', async () => {
    team = await newTeam(cloud, owner)
    const ana = await desktop('ana')
    const { id } = (await ana.call('POST', '/tasks', { title: 'first' })).body as Titled
    await ana.connect()
    await ana.synced()
    await ana.call('DELETE', '/remote')
    await ana.call('PATCH', `/tasks/${id}`, { title: 'answered' })
    // As if the cloud had said "applied" just before it lost this.
    const db = new Database(join(ana.dataDir, 'tandem.db'))
    const head = db.prepare('SELECT max(seq) FROM journal').pluck().get()
    db.prepare(
      "UPDATE remote_items SET base = json_set(base, '$.title', 'answered'), version = version + 1, seen = seen + 1, changes = 0 WHERE local_id = ?",
    ).run(id)
    db.prepare('UPDATE remote SET outbox = ?').run(head)
    db.close()
    await failOver()
    await reconnect(ana)
    await until('it is there', async () => (await titles(team)).join() === 'answered')
    expect(await titles(ana)).toEqual(['answered'])
  })
})

it.each(firstOf(1, [{ and: 'ends in the middle, with the service' }, { and: 'breaks off' }]))(
  '[X9] what is written there and deleted again while the first reading $and stays with what outlives the delete here',
  async ({ and }) => {
    team = await newTeam(cloud, owner)
    const theirs = (await team.call('POST', '/tasks', { title: 'theirs', description: 'first' })).body
    const ana = await desktop('ana')
    let [broken, broke] = [true, false]
    const url = await standBefore(({ url: path }) => {
      broke ||= path?.includes('entity=comment') === true
      return broken && broke ? { status: 503 } : undefined
    })
    await connectTo(ana, url)
    await until('the tasks to be read, and no more', async () => broke && (await titles(ana)).length === 1)
    const [{ id }] = (await ana.call('GET', '/tasks')).body
    await ana.call('PATCH', `/tasks/${id}`, { title: 'needed here' })
    await team.call('PATCH', `/tasks/${theirs.id}`, { description: 'first\nand then' })
    await team.call('DELETE', `/tasks/${theirs.id}`)
    if (and !== 'breaks off') await ana.restart()
    broken = false
    await until('it outlives its end there', async () => (await titles(team)).join() === 'needed here')
    await ana.synced()
    for (const side of [ana, team]) expect((await side.call('GET', '/tasks')).body).toMatchObject([{ title: 'needed here', description: 'first\nand then' }])
  },
)

it('[X9] what the team did while the disk was full here is done here afterwards', async (test) => {
  if (noSmallDisk) return test.skip(noSmallDisk)
  const disk = mountSmallDisk(8)
  try {
    team = await newTeam(cloud, owner)
    const ana = await desktop('ana', { dataDir: disk.path })
    await ana.connect()
    await ana.synced()
    disk.fill()
    for (let n = 0; n < 12; n++) await team.call('POST', '/tasks', { title: `told ${n}`, description: 'x'.repeat(100_000) })
    await until('the disk is told of', async () => /disk/i.test((await ana.state()).problem ?? ''))
    disk.free()
    await until('all of them', async () => (await titles(ana)).length === 12)
    await ana.close()
    open.length = 0
  } finally {
    disk.remove()
  }
})

it.runIf(process.env.TANDEM_LONG)('[X3] what cannot be noted for the cloud yet (the disk is full by now) ends nothing, and goes there later', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  await ana.connect()
  await ana.synced()
  const db = new Database(join(ana.dataDir, 'tandem.db'))
  open.push({ close: async () => void db.close() })
  db.exec("CREATE TRIGGER full BEFORE INSERT ON remote_items BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
  const made = await ana.call('POST', '/tasks', { title: 'written all the same' })
  await until('it is said', async () => (await ana.state()).problem !== null)
  expect([made.status, await titles(ana)]).toEqual([201, ['written all the same']])
  db.exec('DROP TRIGGER full')
  await until('it goes there', async () => (await titles(team)).length === 1)
  await ana.synced()
})

it.runIf(process.env.TANDEM_LONG)('[X9] a copy of a data folder that is used beside it loses nothing', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  await ana.call('POST', '/tasks', { title: 'both have it' })
  await ana.connect()
  await ana.synced()
  await ana.call('DELETE', '/remote')
  const { file } = (await ana.call('POST', '/backups')).body
  const folder = join(ana.dataDir, 'copy')
  mkdirSync(folder)
  copyFileSync(file, join(folder, 'tandem.db'))
  const copy = await desktop('copy', { dataDir: folder })
  await ana.call('POST', '/tasks', { title: 'from ana' })
  await copy.call('POST', '/tasks', { title: 'from the copy' })
  await Promise.all([ana.connect(), copy.connect()])
  for (const one of [ana, copy, team]) await until('all of it', async () => (await titles(one)).join() === 'both have it,from ana,from the copy')
  await Promise.all([ana.synced(), copy.synced()])
  for (const one of [ana, copy]) expect(await one.state()).toMatchObject({ problem: null, conflicts: 0 })
})

it('[X4] a cloud that asks to be left alone for ever is asked again after an hour at most, and not at once', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  let asked = 0
  const url = await standBefore(({ url: path }) => {
    if (!path?.includes('/sync')) return undefined
    asked++
    return { status: 503, headers: { 'retry-after': '99999999' } }
  })
  await connectTo(ana, url)
  const { retry_at } = (await until('it waits', async () => {
    const state = (await ana.call('GET', '/remote')).body
    return state.retry_at ? state : undefined
  })) as { retry_at: string }
  expect(Date.parse(retry_at) - Date.now()).toBeLessThanOrEqual(3_600_000)
  // Connecting has asked once whether the token may write.
  const before = asked
  await ana.call('POST', '/tasks', { title: 'waits' })
  await until('it is counted', async () => (await ana.state()).waiting === 1)
  expect([before, asked]).toEqual([2, 2])
})

it('[X3] what stands before the cloud and takes less than the cloud does is given less at once', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  for (let n = 0; n < 6; n++) await ana.call('POST', '/tasks', { title: `long ${n}`, description: 'x'.repeat(30_000) })
  await ana.call('POST', '/tasks', { title: 'too long', description: 'x'.repeat(100_000) })
  let max = 80_000
  const url = await standBefore((_request, body) =>
    body.length > max ? { status: 413, headers: { 'content-type': 'text/html' }, body: '<h1>413 Request Entity Too Large</h1>' } : undefined,
  )
  await connectTo(ana, url)
  await until('all that fits', async () => (await titles(team)).length === 6)
  await until('why the other does not go', async () => /413/.test((await ana.call('GET', '/remote/refused')).body[0]?.reason ?? ''))
  max = 300_000
  await ana.restart()
  await until('it goes when it may', async () => (await titles(team)).length === 7)
  await until('no word of it any more', async () => (await ana.state()).refused === 0)
})

const strange: [string, string, string][] = [
  ['a page without rows', 'GET', '{"seq": 5}'],
  ['a page that leads to itself', 'GET', '{"seq": 5, "rows": [], "next": 0}'],
  ['an answer without results', 'POST', '{}'],
  ['nothing about a write', 'POST', '{"results": []}'],
  ['a state that is not known yet', 'POST', '{"results": [{"key": "x", "status": "perhaps", "seq": 1}]}'],
  ['a word', 'POST', 'null'],
]
it.each(firstOf(3, strange))('[X3] a cloud that answers %s is told of in words, and changes nothing', async (_what, method, answer) => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  await ana.call('POST', '/tasks', { title: 'mine' })
  let isStrange = true
  const url = await standBefore((request) =>
    isStrange && request.method === method && request.url?.includes('/sync')
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: answer }
      : undefined,
  )
  await connectTo(ana, url)
  await until('what is wrong', async () => /as a Tandem cloud does|like a Tandem cloud/.test((await ana.state()).problem ?? ''))
  expect(await titles(ana)).toEqual(['mine'])
  isStrange = false
  await until('it goes on', async () => (await titles(team)).join() === 'mine')
  await ana.synced()
})

const unwell: [string, number, string, RegExp][] = [
  ['has an error of its own', 500, 'internal', /internal error/],
  ['has no room left', 507, 'storage_full', /disk is full/],
]
it.each(firstOf(1, unwell))('[X16] a cloud that %s is asked again later, and nothing is called refused', async (_what, status, code, said) => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  const body = JSON.stringify({ status, code, title: code, detail: "The database's disk is full." })
  let [isBroken, asked] = [true, 0]
  const url = await standBefore((request) => {
    if (!isBroken || request.method !== 'POST') return undefined
    asked++
    return { status, headers: { 'content-type': 'application/problem+json' }, body }
  })
  for (let n = 0; n < 40; n++) await ana.call('POST', '/tasks', { title: `waits ${10 + n}` })
  await connectTo(ana, url)
  await until('what is wrong', async () => said.test((await ana.state()).problem ?? ''))
  await until('some tries', async () => asked > 20)
  expect(await ana.state()).toMatchObject({ refused: 0, waiting: 40 })
  isBroken = false
  await ana.synced()
  expect(await titles(team)).toHaveLength(40)
})

it('[X16] a cloud that comes right while it is found out on what it breaks refuses nothing either', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  for (let n = 0; n < 8; n++) await ana.call('POST', '/tasks', { title: `waits ${n}` })
  let asked = 0
  const body = JSON.stringify({ status: 500, code: 'internal', title: 'Internal error', detail: 'Something went wrong.' })
  const url = await standBefore(({ method, url: path }) =>
    method === 'POST' && path?.includes('/sync') && asked++ < 6 ? { status: 500, headers: { 'content-type': 'application/problem+json' }, body } : undefined,
  )
  await connectTo(ana, url)
  await ana.synced()
  expect(await titles(team)).toHaveLength(8)
})

it('[X16] what the cloud breaks on is refused alone, and holds up nothing else', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  for (let n = 0; n < 20; n++) await ana.call('POST', '/tasks', { title: n === 0 ? 'a poison' : `fine ${10 + n}` })
  const body = JSON.stringify({ status: 500, code: 'internal', title: 'Internal error', detail: 'Something went wrong.' })
  const url = await standBefore((_request, sent) =>
    sent.includes('poison') ? { status: 500, headers: { 'content-type': 'application/problem+json' }, body } : undefined,
  )
  await connectTo(ana, url)
  await until('all others', async () => (await titles(team)).length === 19)
  await until('it is told', async () => (await ana.call('GET', '/remote/refused')).body[0]?.name === 'a poison')
})

it('[X1] a redirect is not followed: the token goes nowhere else', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  let seen = 0
  const elsewhere = await standBefore(() => {
    seen++
    return { status: 200, body: '[]' }
  })
  let isMoved = false
  const url = await standBefore(({ url: path }) => (isMoved ? { status: 307, headers: { location: `${elsewhere}${path}` } } : undefined))
  await connectTo(ana, url)
  await ana.synced()
  isMoved = true
  await ana.call('POST', '/tasks', { title: 'waits' })
  await until('what is wrong', async () => /returned 307/.test((await ana.state()).problem ?? ''))
  expect([seen, (await ana.state()).waiting]).toEqual([0, 1])
  isMoved = false
  await until('it goes on', async () => (await titles(team)).join() === 'waits')
})

it('[X15] two people of one name stay two: tasks of both lists go on naming whom they named', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  await ana.call('POST', '/contacts', { name: 'Kim Lee', email: 'kim@here.example' })
  await ana.call('POST', '/tasks', { title: 'from here', requesters: ['kim-lee', 'Somebody'] })
  await team.call('POST', '/contacts', { name: 'Kim Lee', email: 'kim@there.example' })
  await team.call('POST', '/tasks', { title: 'from there', requesters: ['kim-lee'] })
  await ana.connect()
  for (const one of [ana, team]) {
    const asked = async () => {
      const tasks = (await one.call('GET', '/tasks')).body as { title: string; requesters: string[] }[]
      return JSON.stringify(tasks.toSorted((a, b) => (a.title < b.title ? -1 : 1)).map(({ title, requesters }) => [title, ...requesters]))
    }
    const meant = JSON.stringify([
      ['from here', 'kim@here.example', 'Somebody'],
      ['from there', 'kim@there.example'],
    ])
    await until('whom they mean', async () => (await asked()) === meant)
  }
  await ana.synced()
  const here = ((await ana.call('GET', '/tasks')).body as Titled[]).find(({ title }) => title === 'from there') as Titled
  expect((await ana.call('GET', `/tasks/${here.id}/reply-draft`)).body.to).toEqual([expect.stringContaining('kim@there.example')])
})

it.runIf(process.env.TANDEM_LONG)(
  '[X15] nor is one taken for the other when both are made later, apart from each other: a reply goes to whom the task named',
  async () => {
    team = await newTeam(cloud, owner)
    const [ana, bo] = [await desktop('ana'), await desktop('bo')]
    await Promise.all([ana.connect(), bo.connect()])
    await Promise.all([ana.synced(), bo.synced()])
    await bo.call('DELETE', '/remote')
    for (const [one, name] of [
      [ana, 'ana'],
      [bo, 'bo'],
    ] as const) {
      await one.call('POST', '/contacts', { name: 'Kim Lee', email: `kim@${name}.example` })
      await one.call('POST', '/tasks', { title: `from ${name}`, requesters: ['kim-lee'] })
    }
    await ana.synced()
    await bo.connect()
    await bo.synced()
    await bo.call('POST', '/tasks', { title: 'later from bo', requesters: ['kim-lee'] })
    const writtenTo = async (one: SyncedDesktop) => {
      const all: string[] = []
      for (const { id, title } of (await one.call('GET', '/tasks')).body as Titled[]) {
        const { to } = (await one.call('GET', `/tasks/${id}/reply-draft`)).body as { to: string[] }
        all.push(`${title}: ${to.map((address) => /kim@\w+/.exec(address)?.[0]).join()}`)
      }
      return all.sort().join('; ')
    }
    const meant = 'from ana: kim@ana; from bo: kim@bo; later from bo: kim@bo'
    for (const one of [ana, bo]) await until(`whom they mean at ${one.name}`, async () => (await writtenTo(one)) === meant)
    await Promise.all([ana.synced(), bo.synced()])
    for (const one of [ana, bo]) expect(await writtenTo(one)).toBe(meant)
  },
)
