// Wake-ups over a real nats-server in place of NOTIFY.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../support/cloud/cloud.ts'
import { type NatsServer, natsMissing, startNats } from '../../support/cloud/nats.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { type Consumer, follow } from '../../support/cloud/team-events.ts'

describe.skipIf(natsMissing)(`two instances with NATS${natsMissing ? ` (skipped: ${natsMissing})` : ''}`, () => {
  let server: NatsServer
  let cloud: TestCloud
  let second: TestCloud
  let team: TestTeam
  let there: Consumer
  beforeAll(async () => {
    server = await startNats()
    const options = { natsUrl: server.url, streams: { pollEvery: 4000 } }
    cloud = await openCloud(options)
    second = await openCloud(options, cloud.database)
    team = await newTeam(cloud, await newPerson(cloud))
    there = await follow(second.url, team.as)
  })
  afterAll(async () => {
    there.close()
    await second.close()
    await cloud.close()
    await server.stop()
  })

  /** Writes on the first instance and waits for the other one's stream; answers how long that took. */
  async function across(title: string): Promise<number> {
    const started = performance.now()
    const { body } = await team.call('POST', '/tasks', { title })
    await there.sees(title, ({ data }) => data.task_id === body.id)
    return performance.now() - started
  }

  it('[CL78] hear of each other through it, without NOTIFY', async () => {
    await expect.poll(() => across('warm'), { timeout: 15_000 }).toBeLessThan(2000)
    for (let i = 0; i < 20; i++) expect(await across(`${i}`)).toBeLessThan(2000)
    await onDatabase(cloud.database.url, async (client) => {
      const { rows } = await client.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'tandem-cloud listener' AND datname = current_database()")
      expect(rows).toEqual([])
    })
  })

  it('[CL78] lose nothing while it is down, and hear each other again when it is back', async () => {
    await server.stop()
    await across('without it')
    server = await startNats(Number(new URL(server.url).port))
    await expect.poll(() => across('again'), { timeout: 30_000 }).toBeLessThan(2000)
  })

  it('[CL78] start without it', async () => {
    const alone = await openCloud({ natsUrl: 'nats://127.0.0.1:9', streams: { pollEvery: 200 } }, cloud.database)
    const listener = await follow(alone.url, team.as)
    const { body } = await team.call('POST', '/tasks', { title: 'polled' })
    await listener.sees('it', ({ data }) => data.task_id === body.id)
    listener.close()
    await alone.close()
  })
})
