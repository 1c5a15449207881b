// Who is told that a text names them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { iosToken } from '../../support/push/push-cloud.ts'

let cloud: TestCloud
let team: TestTeam
let outsider: TestPerson
const people: Record<string, TestPerson> = {}

async function join(name: string, email: string, role?: string): Promise<TestPerson> {
  const person = await newPerson(cloud, name, email)
  people[email] = person
  await person.call('POST', '/devices', { token: iosToken(), platform: 'ios' })
  const owner = people['ana@example.org'] as TestPerson
  if (person !== owner) await addMember(cloud, team, owner, person, role)
  else team = await newTeam(cloud, owner)
  return person
}
const by = (email: string): TestTeam['call'] => {
  const { call } = people[email] as TestPerson
  return (method, path, body, headers) => call(method, path, body, { 'x-team-id': team.id, ...headers })
}

beforeAll(async () => {
  cloud = await openCloud()
  await join('Ana Kern', 'ana@example.org')
  await join('Bo Lind', 'bo@example.org', 'admin')
  await join('Cleo', 'cleo@example.org')
  // Named in each text beside the others: once this one is told, it is known who else is.
  await join('Wit', 'wit@example.org')
  await join('Wit Two', 'wit2@example.org')
  outsider = await newPerson(cloud, 'Olga', 'olga@example.org')
  await outsider.call('POST', '/devices', { token: iosToken(), platform: 'ios' })
})
afterAll(() => cloud.close())

interface Row {
  notification_id: string
  user_id: string
  event: string
  task_id: number
}
const log = async () => (await team.call('GET', '/notifications/log?limit=500')).body as Row[]
const emailOf = (id: string) =>
  Object.values(people)
    .find((one) => one.id === id)
    ?.email.replace('@example.org', '')

/** Whom this write has told by the moment in which it is answered: what was not committed with it would not be there yet. It must tell somebody. */
async function told<T>(write: () => Promise<T>): Promise<{ answer: T; whom: string[] }> {
  const known = new Set((await log()).map((row) => row.notification_id))
  const answer = await write()
  const rows = (await log()).filter((row) => !known.has(row.notification_id))
  expect(new Set(rows.map(({ event }) => event))).toEqual(new Set(['person.mentioned']))
  return { answer, whom: rows.map(({ user_id }) => emailOf(user_id) ?? '').sort((a, b) => a.localeCompare(b)) }
}

it('[CL89] a comment or description tells each member that it names, once, and not who wrote it', async () => {
  const ana = by('ana@example.org')
  const made = await told(() => ana('POST', '/tasks', { title: 'Sharpen the knives', description: 'Ask @bo-lind, @ana-kern and @Cleo' }))
  expect(made.whom).toEqual(['bo', 'cleo'])
  const task = `/tasks/${made.answer.body.id}`
  const said = await told(() => ana('POST', `${task}/comments`, { body: '@bo and @bo-lind, not `@cleo`, [@cleo](/x), cleo@example.org, @olga or @nobody' }))
  expect(said.whom).toEqual(['bo'])
  const edit = (path: string, body: object) => told(() => ana('PATCH', path, body))
  expect((await edit(`${task}/comments/${said.answer.body.id}`, { body: '@bo-lind still, and now @wit too' })).whom).toEqual(['wit'])
  expect((await edit(task, { description: 'Ask @bo, @Cleo and @wit' })).whom).toEqual(['wit'])
  expect((await log()).filter(({ user_id }) => user_id === outsider.id || user_id === people['ana@example.org']?.id)).toEqual([])
})

it('[CL89] whoever may write causes it: each role, an agent, a desktop; nobody else', async () => {
  const { id } = (await team.call('POST', '/tasks', { title: 'for all' })).body
  const task = `/tasks/${id}`
  for (const email of ['ana@example.org', 'bo@example.org', 'cleo@example.org'])
    expect((await told(() => by(email)('POST', `${task}/comments`, { body: '@ana-kern @bo-lind @cleo' }))).whom).toEqual(
      ['ana', 'bo', 'cleo'].filter((name) => !email.startsWith(name)),
    )
  // An agent is nobody's self, whatever it is called.
  expect((await told(() => team.call('POST', `${task}/comments`, { body: '@cleo' }, { 'x-actor': 'agent:Cleo' }))).whom).toEqual(['cleo'])

  const { uid } = (await team.call('GET', task)).body
  const comment = (body: string, more: object = {}) => ({
    key: randomUUID(),
    action: 'create',
    uid: randomUUID(),
    task_uid: uid,
    actor: { kind: 'person', name: 'Ana Kern' },
    fields: { body, ...more },
  })
  const old = new Date(Date.now() - 2 * 3_600_000).toISOString()
  const comments = [comment('@bo-lind', { created_at: old }), comment('@ana-kern and @cleo', { created_at: new Date().toISOString() })]
  const sent = await told(() => team.call('POST', '/sync', { comments }))
  // Not who wrote it there, and nobody about what is long past.
  expect(sent.whom).toEqual(['cleo'])
  // The same call again.
  await team.call('POST', '/sync', { comments })

  const before = (await log()).length
  expect((await outsider.call('POST', `${task}/comments`, { body: '@cleo' }, { 'x-team-id': team.id })).status).toBe(403)
  expect((await told(() => team.call('POST', `${task}/comments`, { body: '@wit' }))).whom).toEqual(['wit'])
  expect((await log()).length).toBe(before + 1)
})

it('[CL89] a name that two members have tells neither; what tells them apart does. Who left or has not joined is not told', async () => {
  const ana = by('ana@example.org')
  const { id } = (await team.call('POST', '/tasks', { title: 'namesakes' })).body
  const say = (body: string) => told(() => ana('POST', `/tasks/${id}/comments`, { body })).then(({ whom }) => whom)
  const eve = await join('Eve', 'eve.north@example.org')
  expect(await say('@eve')).toEqual(['eve.north'])
  await join('Eve', 'eve@example.org')
  expect(await say('@Eve @wit')).toEqual(['wit'])
  expect(await say('@eve.north @wit')).toEqual(['eve.north', 'wit'])
  expect(await say('@eve-example.org @wit')).toEqual(['eve', 'wit'])

  await ana('POST', `/teams/${team.id}/members`, { email: outsider.email })
  expect(await say('@olga @wit')).toEqual(['wit'])
  const members = (await ana('GET', `/teams/${team.id}/members`)).body as { id: string; user_id: string }[]
  await ana('DELETE', `/teams/${team.id}/members/${members.find(({ user_id }) => user_id === eve.id)?.id}`)
  expect(await say('@eve.north @wit')).toEqual(['wit'])
  // Alone again: the plain name is enough.
  expect(await say('@eve')).toEqual(['eve'])
})
