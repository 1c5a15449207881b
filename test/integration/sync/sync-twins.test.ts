// The same made twice, on two desktops that did not know of each other.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Contact } from '../../../shared/schema/contact.ts'
import type { DuplicateCandidate } from '../../../shared/schema/task.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../support/cloud/cloud.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let team: TestTeam
let open: SyncedDesktop[] = []
beforeAll(async () => {
  cloud = await openCloud()
})
afterAll(() => cloud?.close())
afterEach(async () => {
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})

async function pair(): Promise<[SyncedDesktop, SyncedDesktop]> {
  team = await newTeam(cloud, await newPerson(cloud))
  open = await Promise.all(['ana', 'bo'].map((name) => openDesktop(name, cloud, team)))
  return open as [SyncedDesktop, SyncedDesktop]
}
const read = async <T>(desktop: SyncedDesktop, path: string) => (await desktop.call('GET', path)).body as T
const contacts = async (desktop: SyncedDesktop) => (await read<Contact[]>(desktop, '/contacts')).map(({ name, phone, role }) => ({ name, phone, role }))
const there = async () => (await team.call('GET', '/contacts')).body as Contact[]

it('[X17] a person whom both made a contact of is one afterwards, with what either knew; what they knew differently is asked', async () => {
  const [ana, bo] = await pair()
  await ana.call('POST', '/contacts', { name: 'Cleo Christou', email: 'cleo@example.org', role: 'Baker', phone: '1' })
  const task = (await bo.call('POST', '/tasks', { title: 'Bread for Cleo', requesters: ['cleo-christou'] })).body
  await bo.call('POST', '/contacts', { name: 'cleo  christou', email: 'Cleo@Example.org', role: 'Cook' })
  await bo.call('POST', '/contacts', { name: 'Office', email: 'cleo@example.org' })
  await ana.connect()
  await ana.synced()
  await bo.connect()
  const one = [
    { name: 'Cleo Christou', phone: '1', role: 'Baker' },
    { name: 'Office', phone: null, role: null },
  ]
  for (const desktop of [ana, bo])
    await until(`one Cleo at ${desktop.name}`, async () => (await contacts(desktop)).length === 2 && (await desktop.state()).state === 'synced')
  for (const desktop of [ana, bo]) expect((await contacts(desktop)).sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(one)
  expect((await there()).map(({ slug }) => slug).sort()).toEqual(['cleo-christou', 'office'])
  const asked = (await Promise.all([ana, bo].map((desktop) => read<object[]>(desktop, '/remote/conflicts')))).flat()
  expect(asked).toContainEqual(expect.objectContaining({ entity: 'contact', field: 'role', local: 'Baker', remote: 'Cook', kept: 'Baker' }))
  const { requesters } = await read<{ requesters: string[] }>(bo, `/tasks/${task.id}`)
  // By its address: his word for her was the word for somebody else there (X15).
  expect(requesters[0]?.toLowerCase()).toBe('cleo@example.org')

  // Whoever wants two takes it back, and two they stay, everywhere.
  const deletion = (await read<{ seq: number; entity: string; action: string; actor: { name: string } }[]>(bo, '/journal?limit=1000')).find(
    ({ entity, action }) => entity === 'contact' && action === 'deleted',
  )
  const undone = await bo.call('POST', '/undo', { entry: deletion?.seq })
  expect(undone.status).toBe(200)
  for (const desktop of [ana, bo]) {
    await until(`two at ${desktop.name}`, async () => (await contacts(desktop)).length === 3)
    await desktop.synced()
  }
  expect(await there()).toHaveLength(3)
})

it.runIf(process.env.TANDEM_LONG)('[X17] [D1] two tasks with one dedupe_key are known as the same on both, and become one on both', async () => {
  const [ana, bo] = await pair()
  const key = 'mill::order::flour'
  const mine = (await ana.call('POST', '/tasks', { title: 'Order flour for the week', dedupe_key: key })).body
  await bo.call('POST', '/tasks', { title: 'Call the mill', dedupe_key: key, description: 'They close at five.' })
  await ana.connect()
  await bo.connect()
  for (const desktop of [ana, bo])
    await until(`both at ${desktop.name}`, async () => {
      const found = (await desktop.call('POST', '/tasks/find-duplicates', { text: key })).body as DuplicateCandidate[]
      return found.filter(({ score }) => score === 1).length === 2
    })
  const other = (await read<{ id: number; title: string }[]>(ana, '/tasks')).find(({ title }) => title === 'Call the mill')
  expect((await ana.call('POST', `/tasks/${other?.id}/merge`, { into: mine.id })).status).toBe(200)
  await until('one task at bo', async () => (await read<object[]>(bo, '/tasks')).length === 1)
  await ana.synced()
  await bo.synced()
  expect((await team.call('GET', '/tasks')).body).toMatchObject([{ uid: mine.uid, dedupe_key: key }])
})
