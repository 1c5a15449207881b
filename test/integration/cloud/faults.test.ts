// The database fails in the middle of traffic: callers get 503, nothing acknowledged is lost, nothing is written twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded, type Embedded } from '../../../cloud/db/server/embedded.ts'
import { StartError } from '../../../cloud/start-error.ts'
import { expectProblem } from '../../contract/http.ts'
import { type Called, callUrl } from '../../contract/target.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { firstOf } from '../../support/first-of.ts'

describe('a database that restarts', () => {
  const folder = temporaryFolder()
  const start = () => startEmbedded({ dataDir: folder.path, settings: { max_connections: '30' } })
  let server: Embedded
  let cloud: TestCloud
  let second: TestCloud
  let team: TestTeam
  beforeAll(async () => {
    server = await start()
    const database = { url: server.url(), drop: async () => undefined }
    cloud = await openCloud({}, database)
    second = await openCloud({}, database)
    team = await newTeam(cloud, await newPerson(cloud))
  })
  afterAll(async () => {
    await second.close()
    await cloud.close()
    await server.stop('immediate')
    folder.remove()
  })

  it.each(firstOf(1, ['immediate', 'fast']))('[CL50] stopped %s: 503 and then recovery, no lost or doubled write', async (how) => {
    const acknowledged = new Map<string, number>()
    const statuses = new Set<number>()
    let refused: Called | undefined
    const until = { stopped: false }
    const writer = async (name: string, instance: TestCloud) => {
      for (let i = 0; !until.stopped; i++) {
        const title = `${how} ${name} ${i}`
        // A client that repeats until it is answered, with the same key.
        for (;;) {
          const reply = await instance.call('POST', '/tasks', { title }, { ...team.as, 'idempotency-key': title })
          statuses.add(reply.status)
          if (reply.status === 201) {
            acknowledged.set(title, reply.body.id)
            break
          }
          refused = reply
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
    }
    const writers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => writer(name, i % 2 ? cloud : second))
    const grown = async (by: number) => {
      const from = acknowledged.size
      await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(from + by)
    }
    await grown(30)
    await server.stop(how)
    await expect.poll(() => statuses.has(503)).toBe(true)
    expect((await fetch(`${cloud.url}/health`)).status).toBe(200)
    expect((await fetch(`${cloud.url}/ready`)).status).toBe(503)
    expectProblem(await cloud.call('GET', '/tasks', undefined, team.as), 503)
    server = await start()
    await grown(30)
    until.stopped = true
    await Promise.all(writers)

    expect([...statuses].toSorted((a, b) => a - b)).toEqual([201, 503])
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    const tasks = (await cloud.call('GET', '/tasks', undefined, team.as)).body as { id: number; title: string }[]
    const own = tasks.filter((task) => task.title.startsWith(how))
    expect(Object.fromEntries(own.map((task) => [task.title, task.id]))).toEqual(Object.fromEntries(acknowledged))
    expect(own).toHaveLength(acknowledged.size)
    await onDatabase(server.url(), async (client) => {
      const { rows } = await client.query(
        'SELECT count(*)::int AS n, max(seq)::int AS last, (SELECT events::int FROM team_counters WHERE team_id = $1) AS counted FROM event_queue WHERE team_id = $1',
        [team.id],
      )
      expect(rows[0]).toEqual({ n: rows[0].last, last: rows[0].last, counted: rows[0].last })
    })
    expect((await fetch(`${cloud.url}/ready`)).status).toBe(200)
  })
})

describe('a database that takes no writes', () => {
  const folder = temporaryFolder()
  let server: Embedded
  let cloud: TestCloud
  const database = () => ({ url: server.url(), drop: async () => undefined })
  beforeAll(async () => {
    server = await startEmbedded({ dataDir: folder.path, settings: { fsync: 'off' } })
    cloud = await openCloud({}, database())
  })
  afterAll(async () => {
    await cloud.close()
    await server.stop('immediate')
    folder.remove()
  })
  const set = (name: string, value: string) =>
    onDatabase(server.url(), async (client) => {
      await client.query('SET default_transaction_read_only = off')
      await client.query(`ALTER SYSTEM SET ${name} = '${value}'`)
      await client.query('SELECT pg_reload_conf()')
    })
  const ready = () => callUrl(`${cloud.url}/ready`, 'GET', undefined)

  it.each(
    firstOf(1, [
      ['the standby that confirms commits is away', 'synchronous_standby_names', 'nobody', ''],
      ['it is read-only', 'default_transaction_read_only', 'on', 'off'],
    ] as const),
  )('[CL53] /ready says so when %s, and when it is over', async (_what, name, value, usual) => {
    await expect.poll(async () => (await ready()).status).toBe(200)
    await set(name, value)
    await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(503)
    expectProblem(await ready(), 503)
    await set(name, usual)
    await expect.poll(async () => (await ready()).status, { timeout: 40_000 }).toBe(200)
  })

  it('[CL53] a burst of questions is one write', async () => {
    await expect.poll(async () => (await ready()).status).toBe(200)
    const writes = () => onDatabase(server.url(), async (client) => (await client.query('SELECT xmin::text FROM epoch')).rows[0].xmin as string)
    const transactions = new Set<string>()
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 40 }, ready))
      transactions.add(await writes())
    }
    expect(transactions.size).toBeLessThan(5)
  })

  it.runIf(process.env.TANDEM_LONG)('[CL53] a question that waits is answered by a write that gets through meanwhile', async () => {
    const team = await newTeam(cloud, await newPerson(cloud))
    await onDatabase(server.url(), async (client) => {
      await client.query('BEGIN; LOCK TABLE epoch IN EXCLUSIVE MODE')
      // What was written a moment ago is evidence for as long.
      await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(503)
      const asked = ready()
      expect((await team.call('POST', '/tasks', { title: 'x' })).status).toBe(201)
      expect((await asked).status).toBe(200)
      await client.query('COMMIT')
    })
  })

  it('[CL53] a start on a read-only database is refused in words', async () => {
    await set('default_transaction_read_only', 'on')
    await expect(openCloud({}, database())).rejects.toThrow(/^The database is read-only/)
    await set('default_transaction_read_only', 'off')
    await onDatabase(server.url(), (client) => client.query('CREATE ROLE reader LOGIN'))
    await expect(openCloud({}, { ...database(), url: server.url().replace('postgres@', 'reader@') })).rejects.toThrow(StartError)
  })
})

describe('a database that is slow or busy', () => {
  let cloud: TestCloud
  let team: TestTeam
  beforeAll(async () => {
    cloud = await openCloud({ poolSize: 2, statementTimeout: 400, acquireTimeout: 300 })
    team = await newTeam(cloud, await newPerson(cloud))
    await team.call('POST', '/tasks', { title: 'x' })
  })
  afterAll(() => cloud.close())

  it('[CL51] a query that takes too long is cancelled, and nothing is changed', async () => {
    await onDatabase(cloud.database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE')
      const [read, write] = await Promise.all([team.call('GET', '/tasks/1'), team.call('PATCH', '/tasks/1', { title: 'y' })])
      for (const reply of [read, write]) expectProblem(reply, 503, /Nothing was changed/)
      await client.query('COMMIT')
    })
    expect((await team.call('GET', '/tasks/1')).body).toMatchObject({ title: 'x', version: 1 })
  })

  it('[CL51] without a free connection a call is told to come again, and the next ones work', async () => {
    await onDatabase(cloud.database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE')
      const replies = await Promise.all(Array.from({ length: 12 }, () => team.call('GET', '/tasks/1')))
      expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([503]))
      expect(replies.every((reply) => Number(reply.headers.get('retry-after')) > 0)).toBe(true)
      await client.query('COMMIT')
    })
    expect((await team.call('GET', '/tasks/1')).status).toBe(200)
  })

  it('[CL50] a connection that is cut in the middle of a write changes nothing', async () => {
    await onDatabase(cloud.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT 1 FROM tasks WHERE team_id = $1 AND id = 1 FOR UPDATE', [team.id])
      const cut = team.call('PATCH', '/tasks/1', { title: 'cut' })
      await expect
        .poll(
          async () => {
            const found = await client.query(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
            )
            return found.rowCount
          },
          { interval: 5 },
        )
        .toBe(1)
      expectProblem(await cut, 503)
      await client.query('COMMIT')
    })
    expect((await team.call('GET', '/tasks/1')).body).toMatchObject({ title: 'x', version: 1 })
  })

  it('[CL52] a token with a wrong checksum never reaches the database', async () => {
    await onDatabase(cloud.database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE api_tokens IN ACCESS EXCLUSIVE MODE')
      const started = performance.now()
      const guesses = await Promise.all(
        Array.from({ length: 200 }, (_, i) =>
          cloud.call('GET', '/tasks', undefined, { ...team.as, authorization: `Bearer tdm_${String(i).padStart(39, '0')}` }),
        ),
      )
      expect(new Set(guesses.map((reply) => reply.status))).toEqual(new Set([401]))
      expect(performance.now() - started).toBeLessThan(5000)
      expectProblem(await team.call('GET', '/tasks'), 503) // a real one does
      await client.query('COMMIT')
    })
  })
})
