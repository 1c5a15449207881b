// The primary dies, and a standby that lacks its last moments takes its place: numbers of events are given again, and what was acknowledged last
// is gone from the cloud. Whoever knew of it notices, and brings it back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callUrl } from '../../contract/target.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { canReplicate, openPair, type Pair } from '../../support/cloud/standby.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { follow } from '../../support/cloud/team-events.ts'
import { until } from '../../support/until.ts'

interface Titled {
  id: number
  title: string
}

const titles = async (from: Pick<TestTeam, 'call'>) => ((await from.call('GET', '/tasks?limit=100')).body as Titled[]).map(({ title }) => title).sort()

describe.skipIf(!canReplicate)('an asynchronous standby is promoted (needs sockets, which Windows lacks)', () => {
  let pair: Pair
  let cloud: TestCloud
  /** Another instance, which is told both addresses. */
  let second: TestCloud
  let owner: TestPerson
  let team: TestTeam
  const desktops: SyncedDesktop[] = []

  beforeAll(async () => {
    pair = await openPair()
    cloud = await openCloud({}, { url: pair.url, drop: async () => undefined })
    second = await openCloud({}, { url: pair.bothUrl, drop: async () => undefined })
    owner = await newPerson(cloud)
    team = await newTeam(cloud, owner)
  })
  afterAll(async () => {
    await Promise.all(desktops.map((desktop) => desktop.close()))
    await second.close()
    await cloud.close()
    await pair.close()
  })

  async function desktop(name: string): Promise<SyncedDesktop> {
    const made = await openDesktop(name, cloud, team)
    desktops.push(made)
    await made.connect()
    return made
  }
  /** As a client that does not give up. */
  const write = (title: string) =>
    until(`${title} is written`, async () => (await team.call('POST', '/tasks', { title }, { 'idempotency-key': title })).status === 201)

  it('[CL55] open streams end, desktops settle with the team again, and what they knew comes back', async () => {
    const ana = await desktop('ana')
    const ben = await desktop('ben')
    const old = (await ana.call('POST', '/tasks', { title: 'old', description: 'first' })).body as Titled & { uid: string }
    await until('ben has it', async () => (await titles(ben)).join() === 'old')
    await ana.synced()
    const before = await follow(cloud.url, team.as)
    const epochBefore = (JSON.parse(before.events[0]?.data ?? '{}') as { epoch?: string }).epoch

    await pair.cutReplication()
    await ana.call('PATCH', `/tasks/${old.id}`, { title: 'newer' })
    const lost = (await ana.call('POST', '/tasks', { title: 'lost' })).body as Titled
    await ana.call('POST', `/tasks/${lost.id}/comments`, { body: 'a word' })
    await until('all there', async () => (await titles(ben)).join() === 'lost,newer')
    await ana.synced()
    await before.sees('the lost task', ({ kind }) => kind === 'comment.created')

    await pair.failOver()
    const others = Array.from({ length: 12 }, (_, n) => `another ${10 + n}`)
    for (const title of others) await write(title)

    const all = [...others, 'lost', 'newer'].join()
    for (const [name, side] of Object.entries({ team, ana, ben })) {
      let seen = ''
      await until(`${name} has all`, async () => (seen = (await titles(side)).join()) === all).catch((error: Error) => {
        throw new Error(`${error.message}: ${seen}`)
      })
    }
    await before.ended
    await ana.synced()
    await ben.synced()
    const there = ((await team.call('GET', '/tasks')).body as Titled[]).find(({ title }) => title === 'lost') as Titled
    await until('the comment there', async () => (await team.call('GET', `/tasks/${there.id}/comments`)).body.length === 1)
    await team.call('PATCH', `/tasks/${there.id}`, { title: 'and on' })
    await until('it goes on', async () => (await titles(ana)).includes('and on') && (await titles(ben)).includes('and on'))

    const after = await follow(cloud.url, team.as)
    const epochAfter = (JSON.parse(after.events[0]?.data ?? '{}') as { epoch?: string }).epoch
    expect(epochAfter).toMatch(/^[0-9a-f-]{36}$/)
    expect(epochAfter).not.toBe(epochBefore)
    after.close()

    await until('the instance that was told both addresses has found it', async () => {
      const { status, body } = await second.call('GET', '/tasks?limit=100', undefined, team.as)
      return status === 200 && (body as Titled[]).some(({ title }) => title === 'and on')
    })
    expect((await second.call('POST', '/tasks', { title: 'here, too' }, team.as)).status).toBe(201)
    expect((await callUrl(`${second.url}/ready`, 'GET', undefined)).status).toBe(200)
  })
})
