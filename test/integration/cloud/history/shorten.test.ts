// History keeps what changed of long texts, and nobody who reads it can tell: not in pages, streams, exports, undo, or what agents are told to mistrust.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type Database } from '../../../../cloud/db/database.ts'
import { shortenHistory } from '../../../../cloud/journal/long-texts/shorten.ts'
import { addMember, newPerson, newTeam, openCloud, password, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { follow } from '../../../support/cloud/team-events.ts'
import { randomFrom } from '../../../support/fuzz/random.ts'

let cloud: TestCloud
let db: Database
let ana: TestPerson
let team: TestTeam

beforeAll(async () => {
  cloud = await openCloud()
  db = createDatabase({ url: cloud.database.url })
  ana = await newPerson(cloud, 'Ana')
})
afterAll(async () => {
  await db.close()
  await cloud.close()
})

const errors: unknown[] = []
/** As an instance does it when all that was written until now is two days old. */
const shorten = (instance = db) =>
  shortenHistory(instance, new Date(Date.now() + 48 * 3_600_000), { onError: (error) => errors.push(error), isStopping: () => false })

const onRows = <T>(query: string): Promise<T> => onDatabase(cloud.database.url, async (client) => (await client.query(query, [team.id])).rows[0] as T)
const bytes = async () =>
  Number(
    (
      await onRows<{ n: string }>(
        "SELECT sum(octet_length(concat(before, after, texts))) AS n FROM event_queue WHERE team_id = $1 AND entity IN ('task', 'comment')",
      )
    ).n,
  )
const waiting = async () => Number((await onRows<{ n: string }>('SELECT count(*) AS n FROM event_queue WHERE team_id = $1 AND is_long')).n)

const describeTask = async (id: number, description: string | null, as: Record<string, string> = {}) => {
  const { status, body } = await team.call('PATCH', `/tasks/${id}`, { description }, as)
  expect(status, JSON.stringify(body)).toBe(200)
}
const commentOn = async (id: number, comment: number, body: string) => {
  const { status, body: answered } = await ana.call('PATCH', `/tasks/${id}/comments/${comment}`, { body }, { 'x-team-id': team.id })
  expect(status, JSON.stringify(answered)).toBe(200)
}
const create = async (description: string): Promise<number> => (await team.call('POST', '/tasks', { title: 'long', description })).body.id

/** Everything that can be read of the history, as it goes out. */
async function allThatIsRead(ids: readonly number[], head: number): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {}
  for (const id of ids)
    for (const texts of ['brief', 'whole']) read[`history of ${id}, ${texts}`] = (await team.call('GET', `/tasks/${id}/history?limit=1000&texts=${texts}`)).body
  read.newest = (await team.call('GET', `/tasks/${ids[0]}/history/${(read[`history of ${ids[0]}, brief`] as { seq: number }[])[0]?.seq}`)).body
  for (const path of [`/teams/${team.id}/export?part=journal`, '/auth/export'])
    read[path] = (await (await fetch(`${cloud.url}/api${path}`, { headers: ana.as })).text()).split('\n')
  const stream = await follow(cloud.url, { ...team.as, 'last-event-id': '0' })
  await stream.sees('the last event', ({ id }) => id === head)
  stream.close()
  read.stream = stream.seen()
  return read
}

it('[OP44] whoever reads history reads the same after it was shortened, whatever was written', async () => {
  team = await newTeam(cloud, ana, 'any texts')
  const seed = Number(process.env.TANDEM_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.info(`TANDEM_SEED=${seed}`)
  const random = randomFrom(seed)
  const upTo = (n: number) => Math.floor(random() * n)
  const piece = () =>
    ['a line\n', '🦊 fox\n', 'x'.repeat(700), '\u{1F468}‍\u{1F469}‍\u{1F467}', '"quoted" \\ \n', `${upTo(1000)}\n`.repeat(60)][upTo(6)] as string
  const changed = (text: string): string | null => {
    const at = upTo(text.length)
    const whole = (part: string) => part.toWellFormed().replaceAll('\uFFFD', '')
    return [
      () => text + piece(),
      () => piece() + text,
      () => whole(text.slice(0, at)) + piece() + whole(text.slice(at)),
      () => whole(text.slice(0, at)) + whole(text.slice(at + upTo(400))),
      () => text.split('\n').toReversed().join('\n'),
      () => (random() < 0.2 ? piece().repeat(1 + upTo(20)) : text + piece()),
      () => (random() < 0.2 ? null : text + piece()),
    ][upTo(7)]?.() as string | null
  }
  const texts = new Map<number, string | null>()
  for (let n = 0; n < 3; n++) {
    const text = piece().repeat(20 + n * 40)
    texts.set(await create(text), text)
  }
  const ids = [...texts.keys()]
  const { body: comment } = await team.call('POST', `/tasks/${ids[0]}/comments`, { body: piece().repeat(4) })
  for (let n = 0; n < 150; n++) {
    const id = ids[upTo(3)] as number
    const who = [{}, { 'x-actor': 'agent:claude' }, { 'x-actor': 'agent:codex' }][upTo(3)] as Record<string, string>
    const what = random()
    if (what < 0.15) await team.call('PATCH', `/tasks/${id}`, { status: ['todo', 'backlog'][n % 2], title: `title ${n}` }, who)
    else if (what < 0.3) await commentOn(ids[0] as number, comment.id, piece().repeat(1 + upTo(8)))
    else {
      const text = changed(texts.get(id) ?? '')
      await describeTask(id, text, who)
      texts.set(id, text)
    }
  }
  const head = Number((await onRows<{ n: string }>('SELECT events AS n FROM team_counters WHERE team_id = $1')).n)
  const before = await allThatIsRead(ids, head)
  const size = await bytes()
  // That there was something to shorten: how much depends on the seed.
  expect(await waiting()).toBeGreaterThan(10)
  // Two instances at once.
  const other = createDatabase({ url: cloud.database.url })
  const [one, two] = await Promise.all([shorten(), shorten(other)])
  await other.close()
  expect(errors).toEqual([])
  expect(one.shorter + two.shorter).toBeGreaterThan(5)
  expect(await bytes()).toBeLessThan(size)
  const after = await allThatIsRead(ids, head)
  for (const [what, was] of Object.entries(before)) expect(after[what], what).toEqual(was)
  expect(await waiting()).toBe(0)
  expect((await shorten()).seen).toBe(0)
})

it('[OP44] a text of 120 kB that was appended to 300 times costs its additions, and each version can be read', async () => {
  team = await newTeam(cloud, ana, 'appended')
  let text = 'It begins here.\n'.repeat(7500)
  const id = await create(text)
  const versions = [text]
  for (let n = 0; n < 300; n++) {
    text += `${n}: and this\n`
    versions.push(text)
    await describeTask(id, text, { 'x-actor': 'agent:claude' })
  }
  const size = await bytes()
  expect(size).toBeGreaterThan(600 * 120_000)
  await shorten()
  // It was made once, and has it in full every fifty versions.
  expect(await bytes()).toBeLessThan(8.5 * 125_000)
  const seqs = ((await team.call('GET', `/tasks/${id}/history?limit=1000`)).body as { seq: number }[]).map(({ seq }) => seq).toReversed()
  for (const n of [0, 1, 49, 50, 51, 200, 300]) {
    const { after } = (await team.call('GET', `/tasks/${id}/history/${seqs[n]}`)).body
    expect(after.description === versions[n], `version ${n}`).toBe(true)
  }
  // All of it is taken back, by what is put together.
  const undone = await ana.call('POST', '/undo', { actor: 'claude', from: 1, run: '*' }, { 'x-team-id': team.id })
  expect(undone.status).toBe(200)
  for (let next = undone.body.next; next !== null; ) {
    const more = await ana.call('POST', '/undo', { actor: 'claude', from: 1, to: next, run: '*' }, { 'x-team-id': team.id })
    expect(more.status, JSON.stringify(more.body)).toBe(200)
    next = more.body.next
  }
  expect((await team.call('GET', `/tasks/${id}`)).body.description === versions[0]).toBe(true)
}, 240_000)

it('[OP45] what is younger than a day stays as it was written', async () => {
  team = await newTeam(cloud, ana, 'young')
  const id = await create('y'.repeat(2000))
  await describeTask(id, 'y'.repeat(2010))
  const before = await waiting()
  await shortenHistory(db, new Date(), { onError: (error) => errors.push(error), isStopping: () => false })
  expect([before, await waiting()]).toEqual([1, 1])
})

it('[OP44] what was written past the journal is kept as each event had it', async () => {
  team = await newTeam(cloud, ana, 'past the journal')
  const id = await create('a'.repeat(2000))
  await onRows(`UPDATE tasks SET description = repeat('b', 3000) WHERE team_id = $1 RETURNING 1`)
  await describeTask(id, `${'b'.repeat(3000)}c`)
  const read = async () => (await team.call('GET', `/tasks/${id}/history?texts=whole`)).body
  const before = await read()
  await shorten()
  expect(await read()).toEqual(before)
  expect(before[0].before.description).toBe('b'.repeat(3000))
})

it('[OP44] an address that is forgotten leaves shortened history, too', async () => {
  team = await newTeam(cloud, ana, 'forgotten')
  const bo = await newPerson(cloud, 'Bo')
  await addMember(cloud, team, ana, bo)
  const { body } = await team.call('POST', '/tasks', { title: 'long', description: 'z'.repeat(2000), requesters: [bo.email] })
  await describeTask(body.id, 'z'.repeat(2100))
  await team.call('PATCH', `/tasks/${body.id}`, { description: 'z'.repeat(2200), requesters: ['someone'] })
  await shorten()
  const read = async () => JSON.stringify((await team.call('GET', `/tasks/${body.id}/history?texts=whole`)).body)
  expect(await read()).toContain(bo.email)
  expect((await bo.call('POST', '/auth/account/delete', { password })).status).toBe(204)
  const left = await read()
  expect(left).not.toContain(bo.email)
  expect(left).toContain('z'.repeat(2200))
})

it('[OP44] a text that was an address is forgotten with it, and what was written after it can be read', async () => {
  team = await newTeam(cloud, ana, 'forgotten as a text')
  const bo = await newPerson(cloud, 'Bo')
  await addMember(cloud, team, ana, bo)
  const id = await create(bo.email)
  // It begins as the address does: of what changed, a part of it is left.
  const long = `${bo.email.slice(0, 2)} was called. `.repeat(100)
  for (const text of [long, `${long}More.`, bo.email, long]) await describeTask(id, text)
  await shorten()
  expect((await bo.call('POST', '/auth/account/delete', { password })).status).toBe(204)
  for (const texts of ['brief', 'whole']) {
    const { status, body } = await team.call('GET', `/tasks/${id}/history?texts=${texts}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(JSON.stringify(body)).not.toContain(bo.email.slice(2))
  }
  const told = (await team.call('GET', `/tasks/${id}/history?texts=whole`)).body as { after: { description?: string } | null }[]
  const name = 'Bo (former member)'
  expect(told.map(({ after }) => after?.description).filter((text) => text !== undefined)).toEqual([long, name, `${long}More.`, long, name])
})
