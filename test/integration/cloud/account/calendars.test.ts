// Calendars: private addresses that programs of others subscribe to, read by two parsers.
import ICAL from 'ical.js'
import { sync as nodeIcal } from 'node-ical'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem } from '../../../contract/http.ts'
import { addMember, newPerson, newTeam, openCloud, prove, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'

let cloud: TestCloud
let ana: TestPerson
let bo: TestPerson
let team: TestTeam
const inTeam = (person: TestPerson) => ({ ...person.as, 'x-team-id': team.id })

beforeAll(async () => {
  cloud = await openCloud()
  ana = await newPerson(cloud, 'Ana')
  bo = await newPerson(cloud, 'Bo')
  team = await newTeam(cloud, ana, 'Kitchen')
  await prove(cloud, ana, bo)
  await addMember(cloud, team, ana, bo, 'member')
})
afterAll(() => cloud.close())

const add = async (body: object) => (await ana.call('POST', '/tasks', body, inTeam(ana))).body
async function subscribe(person: TestPerson, body: object): Promise<{ id: string; url: string }> {
  const { status, body: made } = await person.call('POST', `/teams/${team.id}/calendars`, body)
  expect([status, made.detail]).toEqual([201, undefined])
  return made
}
const fetched = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers })
const textOf = async (url: string) => (await fetched(url)).text()
const parsed = (text: string) => new ICAL.Component(ICAL.parse(text))
const summaries = async (url: string, kind = 'vevent') =>
  parsed(await textOf(url))
    .getAllSubcomponents(kind)
    .map((part) => String(part.getFirstPropertyValue('summary')))

it('[CL230] [CL231] two parsers read the same: what is due as a day or a moment, and each time that a reminder comes', async () => {
  const odd = 'Flour, rye; 25 kg \\ für Øyvind 🍞 and a title that is far too long for one line of a calendar file, which has 75 bytes'
  const day = await add({ title: odd, due: '2035-03-01', labels: ['bread, dark'], assignee: ana.email })
  const moment = await add({ title: 'Call the mill', due: '2035-03-02T15:30:00Z', priority: 'high' })
  await add({ title: 'never', description: 'no time' })
  const done = await add({ title: 'done already', due: '2035-03-01' })
  await ana.call('PATCH', `/tasks/${done.id}`, { status: 'done' }, inTeam(ana))
  // Across the change of clocks in Berlin it stays at nine.
  const weekly = await add({ title: 'Water the sourdough' })
  const rule = { type: 'weekly', day_of_week: 0, time: '09:00', timezone: 'Europe/Berlin' }
  await ana.call('POST', `/tasks/${weekly.id}/schedules`, rule, inTeam(ana))
  await ana.call('POST', `/tasks/${moment.id}/schedules`, { type: 'one_time', before_due_minutes: 30 }, inTeam(ana))

  const { url } = await subscribe(ana, { of: 'all' })
  const reply = await fetched(url)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text = await reply.text()
  expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75 && !line.includes('\n'))).toBe(true)
  expect(text).not.toContain('no time')

  const first = parsed(text)
    .getAllSubcomponents('vevent')
    .map((part) => new ICAL.Event(part))
    .map(({ uid, summary, startDate }) => ({ uid, summary, at: startDate.isDate ? startDate.toString() : startDate.toJSDate().toISOString() }))
  const second = Object.values(nodeIcal.parseICS(text)).flatMap((part) =>
    part?.type === 'VEVENT' ? [{ uid: part.uid, summary: part.summary, at: part.datetype === 'date' ? dayOf(part.start) : part.start.toISOString() }] : [],
  )
  const byUid = (a: { uid: string }, b: { uid: string }) => (a.uid < b.uid ? -1 : 1)
  expect(second.toSorted(byUid)).toEqual(first.toSorted(byUid))
  expect(first.find(({ uid }) => uid === `${day.uid}-due@tandem`)).toMatchObject({ summary: odd, at: '2035-03-01' })
  expect(first.filter(({ summary }) => summary === 'Call the mill').map(({ at }) => at)).toEqual(['2035-03-02T15:30:00.000Z', '2035-03-02T15:00:00.000Z'])
  const sundays = first.filter(({ summary }) => summary === 'Water the sourdough').map(({ at }) => new Date(at))
  expect(sundays.length).toBeGreaterThanOrEqual(12)
  const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', weekday: 'short', hour: '2-digit', minute: '2-digit' })
  expect(new Set(sundays.map((at) => berlin.format(at)))).toEqual(new Set(['Sun 09:00']))
  expect(first.map(({ summary }) => summary)).not.toContain('done already')
})

/** A day is read as midnight here. */
const dayOf = (date: Date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

it('[CL231] as things to do they have status, priority and due; a saved list and “mine” leave out what is not theirs', async () => {
  const todos = await subscribe(ana, { of: 'mine', as: 'todos', timezone: 'Europe/Berlin' })
  const [todo] = parsed(await textOf(todos.url)).getAllSubcomponents('vtodo')
  expect(await summaries(todos.url, 'vtodo')).toHaveLength(1)
  expect(['status', 'priority'].map((name) => todo?.getFirstPropertyValue(name))).toEqual(['NEEDS-ACTION', 5])
  expect(todo?.getFirstPropertyValue('due')?.toString()).toBe('2035-03-01')

  const list = (await ana.call('POST', '/lists', { name: 'Urgent', query: { scope: 'open', where: ['priority:high', '-label:bread'] } }, inTeam(ana))).body
  const urgent = await subscribe(ana, { of: 'list', list_uid: list.uid })
  expect(new Set(await summaries(urgent.url))).toEqual(new Set(['Call the mill']))
  await ana.call('PATCH', `/lists/${list.uid}`, { query: { scope: 'ready', where: ['"sourdough"'] } }, inTeam(ana))
  expect(new Set(await summaries(urgent.url))).toEqual(new Set(['Water the sourdough']))
  await ana.call('DELETE', `/lists/${list.uid}`, undefined, inTeam(ana))
  expect((await fetched(urgent.url)).status).toBe(404)
})

it('[CL232] an ETag spares what has not changed; each write of the team changes it', async () => {
  const { url } = await subscribe(bo, { of: 'all' })
  const tag = (await fetched(url)).headers.get('etag') ?? ''
  const again = await fetched(url, { 'if-none-match': tag })
  // The next quarter of an hour may have begun between the two.
  expect(again.status === 304 || again.headers.get('etag') !== tag).toBe(true)
  await add({ title: 'Another', due: '2035-04-01' })
  expect((await fetched(url, { 'if-none-match': tag })).status).toBe(200)
})

it('[CL233] an address opens nothing once it is revoked or its member has gone; it is kept by nobody else', async () => {
  const mine = await subscribe(bo, { of: 'all' })
  expect((await ana.call('DELETE', `/teams/${team.id}/calendars/${mine.id}`)).status).toBe(404)
  const listed = (await bo.call('GET', `/teams/${team.id}/calendars`)).body
  expect(listed[0]).toMatchObject({ id: mine.id, of: 'all', as: 'events', last_used_at: null, last_four: mine.url.slice(-8, -4) })
  expect(JSON.stringify(listed)).not.toContain('tdc_')
  expect((await bo.call('DELETE', `/teams/${team.id}/calendars/${mine.id}`)).status).toBe(204)
  expect((await fetched(mine.url)).status).toBe(404)

  const left = await subscribe(bo, { of: 'all' })
  expect((await fetched(left.url)).status).toBe(200)
  const members = (await ana.call('GET', `/teams/${team.id}/members`)).body as { id: string; email: string }[]
  await ana.call('DELETE', `/teams/${team.id}/members/${members.find(({ email }) => email === bo.email)?.id}`)
  expect((await fetched(left.url)).status).toBe(404)
  await addMember(cloud, team, ana, bo, 'member')
  expect((await fetched(left.url)).status).toBe(404)
  for (const odd of ['tdc_x.ics', `tdc_${'A'.repeat(43)}.ics`, `${left.url.split('/').at(-1)?.slice(0, -4)}`])
    expect((await fetched(`${cloud.url}/api/calendars/${odd}`)).status).toBe(404)
})

it('[CL230] what makes no sense is refused, and a person has at most twenty', async () => {
  const bad = [
    [{ of: 'list' }, '/list_uid'],
    [{ of: 'mine', list_uid: '00000000-0000-4000-8000-000000000000' }, '/list_uid'],
    [{ of: 'all', timezone: 'Mars/Olympus' }, '/timezone'],
  ] as const
  for (const [body, pointer] of bad) {
    const reply = await ana.call('POST', `/teams/${team.id}/calendars`, body)
    expectProblem(reply, 400)
    expect(reply.body.errors[0].pointer).toBe(pointer)
  }
  expect((await ana.call('POST', `/teams/${team.id}/calendars`, { of: 'list', list_uid: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
  const had = (await ana.call('GET', `/teams/${team.id}/calendars`)).body.length
  const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await ana.call('POST', `/teams/${team.id}/calendars`, { of: 'all' })).status))
  expect(Object.entries(Object.groupBy(statuses, String)).map(([status, of]) => [status, of?.length])).toEqual([
    ['201', 20 - had],
    ['409', 5 + had],
  ])
})
