// Behind a pooler that shares its connections after each transaction: nothing of one transaction may be left for the next one, whosever it is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Embedded, startEmbedded } from '../../../../cloud/db/server/embedded.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { hasPooler, openPooler } from '../../../support/cloud/ha/pooler.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { follow } from '../../../support/cloud/team-events.ts'
import { temporaryFolder } from '../../../support/service/service.ts'
import { until } from '../../../support/until.ts'

const roles = 'tandem_login, tandem_app, tandem_identity, tandem_courier'

describe.skipIf(!hasPooler)('behind a pooler that shares transactions (needs pgbouncer)', () => {
  const folder = temporaryFolder()
  let server: Embedded
  let pooler: Awaited<ReturnType<typeof openPooler>>
  let cloud: TestCloud

  const urlOf = (login: string, database: string) => server.url(database).replace('postgres@', `${login}@`)
  const asAdmin = (database: string, ...statements: string[]) =>
    onDatabase(server.url(database), async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  const settings = () => ({
    databaseOwnerUrl: urlOf('owner', 'tandem'),
    databasePooling: 'transaction' as const,
    databaseDirectUrl: urlOf('plain', 'tandem'),
  })
  const open = () => openCloud(settings(), { url: pooler.url, drop: async () => undefined })

  beforeAll(async () => {
    server = await startEmbedded({ dataDir: folder.path, settings: { fsync: 'off', full_page_writes: 'off' } })
    await asAdmin(
      'postgres',
      ...roles.split(', ').map((role) => `CREATE ROLE ${role} NOLOGIN`),
      'CREATE ROLE owner LOGIN',
      'CREATE ROLE plain LOGIN NOINHERIT',
      `GRANT ${roles} TO owner, plain`,
      'CREATE DATABASE tandem OWNER owner',
    )
    pooler = await openPooler(urlOf('plain', 'tandem'), 'transaction', 2)
    cloud = await open()
  }, 60_000)
  afterAll(async () => {
    await cloud?.close()
    await pooler?.close()
    await server?.stop('immediate')
    folder.remove()
  })

  it('[HA3] hundreds of calls of two teams and their people over two connections see their own only', async () => {
    const people = await Promise.all([newPerson(cloud, 'ana'), newPerson(cloud, 'bo')])
    const teams = await Promise.all(people.map((person, index) => newTeam(cloud, person, `team ${index}`)))
    const call = async (turn: number) => {
      const own = turn % 2
      const [person, team] = [people[own] as TestPerson, teams[own] as TestTeam]
      const other = teams[1 - own] as TestTeam
      const written = await team.call('POST', '/tasks', { title: `of ${own}` })
      expect(written.status).toBe(201)
      const [listed, session, foreign] = await Promise.all([
        team.call('GET', '/tasks'),
        person.call('GET', '/auth/session'),
        person.call('GET', '/tasks', undefined, { 'x-team-id': other.id }),
      ])
      expect(new Set((listed.body as { title: string }[]).map(({ title }) => title))).toEqual(new Set([`of ${own}`]))
      expect(session.body.user.id).toBe(person.id)
      expect(session.body.teams.map(({ id }: { id: string }) => id)).toEqual([team.id])
      expect([403, 404]).toContain(foreign.status)
    }
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 20 }, (_, turn) => call(turn)))

    // What the server's two processes are left with.
    const left = await Promise.all(
      Array.from({ length: 8 }, () =>
        onDatabase(pooler.url, async (client) => (await client.query("SELECT current_user AS role, current_setting('tandem.team_id', true) AS team")).rows[0]),
      ),
    )
    for (const { role, team } of left) expect({ role, team: team || null }).toEqual({ role: 'plain', team: null })
  }, 120_000)

  it('[HA4] a query outside of a role is refused by the database, whatever it asks for', async () => {
    const tables = await onDatabase(
      server.url('tandem'),
      async (client) => (await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).rows,
    )
    expect(tables.length).toBeGreaterThan(40)
    await onDatabase(pooler.url, async (client) => {
      for (const { tablename } of tables as { tablename: string }[])
        for (const statement of [`SELECT 1 FROM "${tablename}"`, `DELETE FROM "${tablename}"`])
          await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    })
  })

  it('[HA4] each transaction has its limits of time', async () => {
    const slow = await openCloud({ ...settings(), statementTimeout: 700 }, { url: pooler.url, drop: async () => undefined })
    const team = await newTeam(slow, await newPerson(slow))
    await onDatabase(server.url('tandem'), async (client) => {
      await client.query('BEGIN')
      await client.query('LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE')
      const { status, body } = await team.call('GET', '/tasks')
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'storage_unavailable' })
      await client.query('ROLLBACK')
    })
    expect((await team.call('GET', '/tasks')).status).toBe(200)
    await slow.close()
  })

  it('[HA5] listens past the pooler: another instance tells of writes at once', async () => {
    const second = await open()
    const team = await newTeam(cloud, await newPerson(cloud))
    const there = await follow(second.url, team.as)
    await until('both listen', () =>
      onDatabase(
        server.url('postgres'),
        async (client) => (await client.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'tandem-cloud listener'")).rowCount === 2,
      ),
    )
    const started = performance.now()
    const { body } = await team.call('POST', '/tasks', { title: 'told' })
    await there.sees('it', ({ data }) => data.task_id === body.id)
    expect(performance.now() - started).toBeLessThan(4000)
    there.close()
    await second.close()
  })

  it('[HA6] a login with rights of its own is refused, with the statement that mends it', async () => {
    await asAdmin('tandem', 'CREATE ROLE "o""p" LOGIN', `GRANT ${roles} TO "o""p"`)
    const direct = { url: urlOf('o%22p', 'tandem'), drop: async () => undefined }
    const refused = await openCloud({ ...settings() }, direct).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(refused).toMatch(/no rights of its own, but it may use \d+ tables/)
    const [statements = ''] = /ALTER ROLE .*;$/.exec(refused) ?? []
    await asAdmin('tandem', statements)
    await (await openCloud({ ...settings() }, direct)).close()
    await expect(openCloud({ ...settings() }, { url: urlOf('owner', 'tandem'), drop: async () => undefined })).rejects.toThrow(/name another one/)
  })

  it('[HA7] a restart of the server is no new epoch, and calls go on', async () => {
    const team = await newTeam(cloud, await newPerson(cloud))
    const epochOf = async () => {
      const stream = await follow(cloud.url, team.as)
      stream.close()
      return (JSON.parse(stream.events[0]?.data ?? '{}') as { epoch?: string }).epoch
    }
    const before = await epochOf()
    await server.stop('immediate')
    await startEmbedded({ dataDir: folder.path, settings: { fsync: 'off', full_page_writes: 'off' } })
    await until('calls', async () => (await team.call('POST', '/tasks', { title: 'again' })).status === 201)
    expect(await epochOf()).toBe(before)
  })
})
