// Starting and stopping, as an operator does.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { describeSchema } from '../../../cloud/db/describe-schema.ts'
import { migrate } from '../../../cloud/db/migrations/migrate.ts'
import { ensureRoles } from '../../../cloud/db/roles.ts'
import { migrations } from '../../../cloud/db/migrations/migrations.ts'
import { hashPassword } from '../../../cloud/auth/password.ts'
import { eventChannel } from '../../../cloud/journal/postgres-wakeups.ts'
import { callUrl } from '../../contract/target.ts'
import { type Call, newPerson, newTeam, openCloud, password, signIn } from '../../support/cloud/cloud.ts'
import { onDatabase, openDatabase, waitingForLock } from '../../support/cloud/postgres.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const unset = { DATABASE_URL: '', TANDEM_SIGN_INS_PER_MINUTE: '1000' }
async function start(dataDir: string, env: Record<string, string> = {}): Promise<Program & { call: Call }> {
  const program = await startProgram(['cloud/main.ts', '--port', '0', '--data-dir', dataDir], { ...unset, ...env })
  cleanUp.push(() => program.end('SIGKILL'))
  return { ...program, call: (method, path, body, headers) => callUrl(`${program.url}/api${path}`, method, body, headers) }
}

describe('npm run cloud', () => {
  it.runIf(process.env.TANDEM_LONG)('[CL60] starts with nothing installed, twice at once on one folder, and survives kill -9 of both', async () => {
    const folder = temporaryFolder()
    cleanUp.push(folder.remove)
    const pidFile = join(folder.path, 'postgresql', 'data', 'postmaster.pid')
    const [first, second] = await Promise.all([start(folder.path), start(folder.path)])
    const person = await newPerson(first)
    const team = await newTeam(second, person)
    expect((await first.call('POST', '/tasks', { title: 'kept' }, team.as)).status).toBe(201)
    expect(statSync(join(folder.path, 'key')).mode & 0o777).toBe(0o600)

    // The first one that goes leaves the database to the other.
    expect(await first.end('SIGTERM')).toBe(0)
    expect((await second.call('GET', '/tasks', undefined, team.as)).body).toMatchObject([{ title: 'kept' }])
    await second.end('SIGKILL')
    expect(existsSync(pidFile)).toBe(true)

    const third = await start(folder.path)
    expect((await third.call('GET', '/tasks', undefined, team.as)).body).toMatchObject([{ title: 'kept' }])
    // The database itself killed: it is started again under the running cloud.
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]), 'SIGKILL')
    await expect.poll(async () => (await third.call('GET', '/tasks', undefined, team.as)).status, { timeout: 30_000 }).toBe(503)
    await expect.poll(async () => (await third.call('GET', '/tasks', undefined, team.as)).status, { timeout: 30_000 }).toBe(200)
    // Both killed.
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]), 'SIGKILL')
    await third.end('SIGKILL')
    const fourth = await start(folder.path)
    expect((await fourth.call('GET', '/tasks', undefined, team.as)).body).toMatchObject([{ title: 'kept' }])
    expect(await fourth.end('SIGTERM')).toBe(0)
    expect(existsSync(pidFile)).toBe(false)
    for (const program of [first, second, third, fourth]) {
      expect(program.output()).toMatch(/^Tandem Cloud is ready at http:\/\/127\.0\.0\.1:\d+$/m)
      for (const secret of [password, person.token, team.token]) expect(program.output()).not.toContain(secret)
    }
    // Every other line is JSON: one for each call.
    const lines = first
      .output()
      .split('\n')
      .filter((line) => line && !line.startsWith('Tandem Cloud'))
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'call', method: 'POST', path: '/api/tasks', status: 201, team: team.id, token: team.tokenId }))
  })

  it.each([
    [['--port', '99999'], /--port must be/],
    [['--prot', '1'], /npm run cloud/],
  ])('[CL60] says what is wrong with %j', async (args, about) => {
    await expect(startProgram(['cloud/main.ts', ...args], unset)).rejects.toThrow(about)
  })

  it.runIf(process.env.TANDEM_LONG)('[CL60] says that the port is taken', async () => {
    const database = await openDatabase()
    const folder = temporaryFolder()
    cleanUp.push(database.drop, folder.remove)
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanUp.push(() => server.close())
    const { port } = server.address() as { port: number }
    await expect(startProgram(['cloud/main.ts', '--port', String(port), '--data-dir', folder.path], { DATABASE_URL: database.url })).rejects.toThrow(/taken/)
  })
})

it.runIf(process.env.TANDEM_LONG)('[CL69] stops within seconds while connections are open that never asked, or do not end', async () => {
  const cloud = await openCloud()
  const { port } = new URL(cloud.url)
  const ended: string[] = []
  const speak = async (name: string, bytes: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    cleanUp.push(() => socket.destroy())
    socket.on('error', () => undefined).on('close', () => ended.push(name))
    await once(socket, 'connect')
    if (bytes) await new Promise((resolve) => socket.write(bytes, resolve))
  }
  await speak('silent', '')
  await speak('slow', 'POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
  // Both are known there, as this one is.
  await cloud.call('GET', '/teams')
  const began = performance.now()
  await cloud.close()
  await until('both ends', () => ended.length === 2)
  expect(ended).toEqual(['silent', 'slow'])
  expect(performance.now() - began).toBeLessThan(20_000)
})

it('[CL69] who asks something while it stops is told to come again, in a problem document', async () => {
  const cloud = await openCloud()
  const person = await newPerson(cloud)
  const { port } = new URL(cloud.url)
  const socket = connect(Number(port), '127.0.0.1')
  cleanUp.push(() => socket.destroy())
  let received = ''
  socket.on('error', () => undefined).on('data', (bytes: Buffer) => (received += bytes.toString()))
  const ask = () => socket.write(`GET /api/auth/session HTTP/1.1\r\nHost: x\r\nAuthorization: ${person.as.authorization}\r\n\r\n`)
  let closing: Promise<void> | undefined
  // The first call holds the connection until the second one is there.
  await onDatabase(cloud.database.url, async (client) => {
    await client.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE')
    ask()
    await until('it waits', async () => (await waitingForLock(client)) === 1)
    closing = cloud.close()
    await until('no new connections', () =>
      fetch(`${cloud.url}/health`).then(
        () => false,
        () => true,
      ),
    )
    ask()
    await client.query('COMMIT')
  })
  await until('both answers', () => received.split('HTTP/1.1 ').length === 3)
  const [, first = '', second = ''] = received.split('HTTP/1.1 ')
  expect(first).toMatch(/^200 /)
  expect(second).toMatch(/^503 /)
  expect(second).toMatch(/content-type: application\/problem\+json/i)
  expect(second).toMatch(/retry-after: 1\r/i)
  expect(second).toContain('"code":"storage_unavailable"')
  socket.end()
  await closing
})

it('[HA47] while it drains, calls are answered as before, and /ready sends the next ones elsewhere', async () => {
  const cloud = await openCloud({ drain: 3000 })
  const { url } = cloud
  const person = await newPerson(cloud)
  const isReady = async () => (await fetch(`${url}/ready`)).status === 200
  expect(await isReady()).toBe(true)
  const closing = cloud.close()
  await until('/ready says so', async () => !(await isReady()))
  const answer = await fetch(`${url}/api/teams`, { method: 'POST', headers: { ...person.as, 'content-type': 'application/json' }, body: '{"name":"Kitchen"}' })
  // Whoever keeps this connection is to take another one next time.
  expect([answer.status, answer.headers.get('connection')]).toEqual([201, 'close'])
  await closing
  await expect(fetch(`${url}/health`)).rejects.toThrow()
})

it('[HA47] told to end twice, and draining for longer than Fastify gives a hook by default, it ends in order', async () => {
  const [database, folder] = [await openDatabase(), temporaryFolder()]
  cleanUp.push(database.drop, folder.remove)
  const program = await start(folder.path, { DATABASE_URL: database.url, TANDEM_DRAIN_SECONDS: '11' })
  const statusOf = async (path: string) => (await fetch(`${program.url}${path}`)).status
  const startedAt = performance.now()
  program.child.kill('SIGTERM')
  await until('/ready says so', async () => (await statusOf('/ready')) === 503)
  program.child.kill('SIGTERM')
  expect(await statusOf('/health')).toBe(200)
  // A balancer that asks each second is no failure for the log.
  expect(program.output()).not.toContain('"level":50')
  expect(await program.end('SIGTERM')).toBe(0)
  expect(performance.now() - startedAt).toBeGreaterThan(10_900)
}, 60_000)

describe('the database format', () => {
  it('[CL61] two instances that start at once on an empty database migrate it once', async () => {
    const database = await openDatabase({ migrated: false })
    cleanUp.push(database.drop)
    const clouds = await Promise.all([openCloud({}, database), openCloud({}, database), openCloud({}, database)])
    for (const cloud of clouds) cleanUp.push(cloud.close)
    const person = await newPerson(clouds[0])
    expect((await callUrl(`${clouds[2]?.url}/api/auth/session`, 'GET', undefined, person.as)).status).toBe(200)
  })

  it('[CL61] a database of an older program is brought up to date, with what is in it', async () => {
    const database = await openDatabase({ migrated: false })
    cleanUp.push(database.drop)
    await onDatabase(database.url, ensureRoles)
    const old = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: database.url, max: 1 }) }) })
    const known = Object.entries(migrations).filter(([name]) => name <= '0002_events')
    const up = (text: string) => ({
      up: (db: Kysely<unknown>) =>
        sql
          .raw(text)
          .execute(db)
          .then(() => undefined),
    })
    const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(known.map(([name, text]) => [name, up(text)]))) }
    expect((await new Migrator({ db: old, provider }).migrateToLatest()).error).toBeUndefined()
    await old.destroy()
    const [team, user, member] = [randomUUID(), randomUUID(), randomUUID()]
    await onDatabase(database.url, async (client) => {
      const email = 'old@example.org'
      await client.query('INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at) VALUES ($1, $2, $2, $3, now(), now())', [
        user,
        email,
        await hashPassword(password),
      ])
      await client.query("INSERT INTO teams VALUES ($1, 'old', now(), now())", [team])
      await client.query("INSERT INTO members VALUES ($1, $2, $3, $4, $4, 'owner', 'active', NULL, NULL, now(), now())", [team, member, user, email])
      await client.query('INSERT INTO team_counters (team_id, tasks, events, changed_at, task_counts) VALUES ($1, 1, 1, now(), array_fill(0, ARRAY[15]))', [
        team,
      ])
      await client.query(
        "INSERT INTO tasks (team_id, id, uid, title, status, priority, labels, requesters, version, created_at, updated_at) VALUES ($1, 1, $1, 'kept', 'todo', 'low', '{}', '{}', 1, now(), now())",
        [team],
      )
    })
    const cloud = await openCloud({}, database)
    cleanUp.push(cloud.close)
    const person = await signIn(cloud, 'old@example.org')
    expect((await person.call('GET', '/tasks/1')).body.title).toBe('kept')
    expect((await person.call('POST', '/tasks/1/schedules', { type: 'interval', interval_days: 1 })).body).toMatchObject({ id: 1, task_id: 1 })
    expect(await onDatabase(database.url, describeSchema)).toBe(readFileSync(new URL('../../../cloud/db/schema.sql', import.meta.url), 'utf8'))
  })

  it('[CL61] a database of a newer program is refused untouched', async () => {
    const database = await openDatabase()
    cleanUp.push(database.drop)
    await onDatabase(database.url, (client) => client.query("INSERT INTO kysely_migration VALUES ('9999_future', now()::text)"))
    await expect(openCloud({}, database)).rejects.toThrow(/newer version of Tandem Cloud.*Nothing was changed/s)
  })

  it('[CL62] another key than the first one is refused', async () => {
    const database = await openDatabase()
    cleanUp.push(database.drop)
    await (await openCloud({}, database)).close()
    await expect(openCloud({ key: '8'.repeat(64) }, database)).rejects.toThrow(/another key/)
    await expect(openCloud({ key: 'short' }, database)).rejects.toThrow(/32 bytes/)
  })

  it('[CL63] is the committed one (node scripts/cloud-schema.ts)', async () => {
    const database = await openDatabase()
    cleanUp.push(database.drop)
    await migrate(database.url)
    expect(await onDatabase(database.url, describeSchema)).toBe(readFileSync(new URL('../../../cloud/db/schema.sql', import.meta.url), 'utf8'))
  })
})

describe('news for other instances', () => {
  it('[CL65] is told after the commit, gathered, by team', async () => {
    const cloud = await openCloud()
    cleanUp.push(cloud.close)
    const team = await newTeam(cloud, await newPerson(cloud))
    await onDatabase(cloud.database.url, async (client) => {
      const told: { ids: string[]; seen: Promise<number> }[] = []
      await client.query(`LISTEN ${eventChannel}`)
      client.on('notification', ({ payload }) => {
        const seen = client.query<{ n: string }>('SELECT count(*) AS n FROM event_queue WHERE team_id = $1', [team.id]).then(
          ({ rows }) => Number(rows[0]?.n),
          // The last one may come when all was seen and the connection is being closed.
          () => 0,
        )
        told.push({ ids: payload?.split(':')[1]?.split(',') ?? [], seen })
      })
      const before = Number((await client.query('SELECT events FROM team_counters WHERE team_id = $1', [team.id])).rows[0].events)
      await Promise.all(Array.from({ length: 50 }, (_, i) => team.call('POST', '/tasks', { title: `${i}` })))
      await team.call('POST', '/tasks', { title: '' })
      await expect.poll(async () => (await told.at(-1)?.seen) ?? 0).toBe(before + 50)
      expect(new Set(told.flatMap(({ ids }) => ids))).toEqual(new Set([team.id]))
      expect(told.length).toBeLessThan(40)
    })
  })
})

describe('for the operator', () => {
  it.runIf(process.env.TANDEM_LONG)('[CL66] has metrics by route, for this machine or with the token', async () => {
    const cloud = await openCloud({ metricsToken: 'sesame' })
    cleanUp.push(cloud.close)
    const metrics = (headers: Record<string, string> = {}) => callUrl(`${cloud.url}/metrics`, 'GET', undefined, headers)
    await cloud.call('GET', '/tasks/1')
    expect((await metrics()).status).toBe(401)
    expect((await metrics({ authorization: 'Bearer wrong' })).status).toBe(401)
    const { body } = await metrics({ authorization: 'Bearer sesame' })
    expect(body).toMatch(/tandem_http_request_seconds_count\{method="GET",route="\/api\/tasks\/:id",status="401"\} 1/)
    expect(body).toMatch(/process_resident_memory_bytes/)
  })
})
