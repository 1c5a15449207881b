// Two instances over a primary and its standby, which answers what only reads: nobody reads less than what they wrote or saw, whatever happens to it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { canReplicate, openPair, type Pair } from '../../../support/cloud/standby.ts'
import { until } from '../../../support/until.ts'

const tries = process.env.TANDEM_LONG === '1' ? 100_000 : 2000
const atOnce = 8
const metricsToken = 'a token of sixteen or more'

interface Seen {
  version: number
  title: string
}

describe.skipIf(!canReplicate)('a standby answers reads (needs sockets, which Windows lacks)', () => {
  let pair: Pair
  const clouds: TestCloud[] = []
  let owner: TestPerson
  const teams: TestTeam[] = []

  beforeAll(async () => {
    pair = await openPair()
    const database = { url: pair.url, drop: async () => undefined }
    for (const replicaUrl of [pair.standbyUrl, pair.bothUrl]) clouds.push(await openCloud({ replicaUrl, metricsToken }, database))
    owner = await newPerson(clouds[0] as TestCloud)
    for (let n = 0; n < 4; n++) teams.push(await newTeam(clouds[0] as TestCloud, owner, `team ${n}`))
  })
  afterAll(async () => {
    await Promise.all(clouds.map((cloud) => cloud.close()))
    await pair.close()
  })

  const on = (cloud: TestCloud, team: TestTeam, method: string, path: string, body?: unknown) => cloud.call(method, path, body, team.as)
  const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T

  async function reads(): Promise<Record<string, number>> {
    const counts: Record<string, number> = { answered: 0, behind: 0, failed: 0 }
    for (const { url } of clouds) {
      const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
      for (const [, outcome = '', count] of text.matchAll(/^tandem_db_replica_reads_total\{outcome="(\w+)"\} (\d+)/gm))
        counts[outcome] = (counts[outcome] ?? 0) + Number(count)
    }
    return counts
  }

  /** One client: writes on one instance, and reads on either; each read must have the write, and be no older than what was read before. */
  async function client(count: number, stale: string[]): Promise<void> {
    const team = any(teams)
    const { body: task } = await on(any(clouds), team, 'POST', '/tasks', { title: 'begun' })
    let newest = task.version as number
    for (let n = 0; n < count; n++) {
      const title = `${n}`
      const written = await on(any(clouds), team, 'PATCH', `/tasks/${task.id}`, { title })
      if (written.status !== 200) throw new Error(`${written.status} ${JSON.stringify(written.body)}`)
      newest = written.body.version
      const one = await on(any(clouds), team, 'GET', `/tasks/${task.id}`)
      const list = await any(clouds).call('GET', '/tasks?limit=50', undefined, { ...owner.as, 'x-team-id': team.id })
      for (const seen of [one.body as Seen, (list.body as (Seen & { id: number })[]).find(({ id }) => id === task.id)]) {
        if (seen?.version === newest && seen.title === title) continue
        stale.push(`${title} (version ${newest}) was written, and ${JSON.stringify(seen)} read`)
      }
    }
  }

  /** Stops the replay of the standby and lets it go on, in turns of no fixed length, until told to end. */
  function pausing(): { end(): Promise<void> } {
    const ending = new AbortController()
    const running = onDatabase(pair.standbyUrl, async (db) => {
      while (!ending.signal.aborted) {
        await db.query('SELECT pg_wal_replay_pause()')
        await db.query('SELECT pg_sleep(random() * 0.1)')
        await db.query('SELECT pg_wal_replay_resume()')
        await db.query('SELECT pg_sleep(random() * 0.2)')
      }
    })
    return {
      async end() {
        ending.abort()
        await running
      },
    }
  }

  it(
    `[HA31] [HA32] of ${tries} reads after an own write none is stale, while the standby stops and goes on`,
    async () => {
      const stale: string[] = []
      const pauses = pausing()
      // Each round is two reads.
      try {
        await Promise.all(Array.from({ length: atOnce }, () => client(Math.ceil(tries / 2 / atOnce), stale)))
      } finally {
        await pauses.end()
      }
      expect(stale).toEqual([])
      const { answered = 0, behind = 0 } = await reads()
      expect(answered).toBeGreaterThan(tries / 20)
      expect(behind).toBeGreaterThan(0)
    },
    tries * 30 + 60_000,
  )

  it('[HA33] without the standby the primary answers; once it is back, it answers again', async () => {
    const stale: string[] = []
    await pair.stopStandby()
    await client(50, stale)
    expect(stale).toEqual([])
    await pair.startStandby()
    const before = await reads()
    const [team] = teams as [TestTeam]
    await until('the standby answers again', async () => {
      expect((await on(clouds[0] as TestCloud, team, 'GET', '/tasks')).status).toBe(200)
      return ((await reads()).answered ?? 0) > (before.answered ?? 0)
    })
  })

  it('[HA33] a revoked token is refused at once, also with the standby behind', async () => {
    const [team] = teams as [TestTeam]
    await onDatabase(pair.standbyUrl, (db) => db.query('SELECT pg_wal_replay_pause()'))
    const made = await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'short' })
    const as = { authorization: `Bearer ${made.body.token}`, 'x-team-id': team.id }
    for (const cloud of clouds) expect((await cloud.call('GET', '/tasks', undefined, as)).status).toBe(200)
    expect((await owner.call('DELETE', `/teams/${team.id}/tokens/${made.body.id}`)).status).toBe(204)
    for (const cloud of clouds) expect((await cloud.call('GET', '/tasks', undefined, as)).status).toBe(401)
    await onDatabase(pair.standbyUrl, (db) => db.query('SELECT pg_wal_replay_resume()'))
  })

  it('[HA34] after a failover a former primary, which has events that were lost, answers nothing', async () => {
    const [team] = teams as [TestTeam]
    const [first, second] = clouds as [TestCloud, TestCloud]
    const { body: task } = await on(first, team, 'POST', '/tasks', { title: 'kept' })
    await pair.cutReplication()
    for (let n = 0; n < 30; n++) expect((await on(first, team, 'PATCH', `/tasks/${task.id}`, { title: `lost ${n}` })).status).toBe(200)
    await pair.failOver()
    await until('the other one leads', async () => (await on(first, team, 'PATCH', `/tasks/${task.id}`, { title: 'after' })).status === 200)
    await until('also for the second', async () => (await on(second, team, 'GET', `/tasks/${task.id}`)).status === 200)
    await pair.startFormer()
    clouds.push(await openCloud({ replicaUrl: pair.primaryUrl, metricsToken }, { url: pair.url, drop: async () => undefined }))
    const began = await reads()
    await until('the former primary is asked, and passed by', async () => {
      for (const cloud of clouds) expect((await on(cloud, team, 'GET', `/tasks/${task.id}`)).body.title).toBe('after')
      return ((await reads()).behind ?? 0) > (began.behind ?? 0)
    })
    const stale: string[] = []
    await client(50, stale)
    expect(stale).toEqual([])
  })
})
