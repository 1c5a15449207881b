// The login that an operator gives the cloud: what it may do on the server, and what stands between it and the server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Embedded, startEmbedded } from '../../../cloud/db/server/embedded.ts'
import { StartError } from '../../../cloud/start-error.ts'
import { newPerson, newTeam, openCloud } from '../../support/cloud/cloud.ts'
import { hasPooler, openPooler } from '../../support/cloud/ha/pooler.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const folder = temporaryFolder()
const roles = ['tandem_login', 'tandem_app', 'tandem_identity', 'tandem_courier']
let server: Embedded
beforeAll(async () => {
  server = await startEmbedded({ dataDir: folder.path, settings: { fsync: 'off', full_page_writes: 'off' } })
})
afterAll(async () => {
  await server.stop('immediate')
  folder.remove()
})

const asAdmin = (...statements: string[]) =>
  onDatabase(server.url(), async (client) => {
    for (const statement of statements) await client.query(statement)
  })
const databaseOf = (login: string, database: string) => ({ url: server.url(database).replace('postgres@', `${login}@`), drop: async () => undefined })

async function works(database: { url: string; drop: () => Promise<undefined> }): Promise<void> {
  const cloud = await openCloud({}, database)
  try {
    const team = await newTeam(cloud, await newPerson(cloud))
    expect((await team.call('POST', '/tasks', { title: 'x' })).status).toBe(201)
    expect((await team.call('GET', '/tasks')).body).toHaveLength(1)
  } finally {
    await cloud.close()
  }
}

describe('a login without the right to create roles', () => {
  it('[CL57] is told which statement an administrator has to run, and then starts', async () => {
    await asAdmin('CREATE ROLE "o""p" LOGIN', 'CREATE DATABASE plain OWNER "o""p"')
    const database = databaseOf('o%22p', 'plain')
    const refused = await openCloud({}, database).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(StartError)
    const [statements = ''] = /CREATE ROLE .*;$/.exec((refused as Error).message) ?? []
    expect(statements).toMatch(/^CREATE ROLE tandem_login NOLOGIN; .* TO "o""p";$/)
    await expect(onDatabase(database.url, (client) => client.query('SELECT 1 FROM cloud_meta'))).rejects.toThrow(/does not exist/)
    await asAdmin(statements)
    await works(database)
    // What is there is not asked for again.
    await asAdmin('CREATE ROLE other LOGIN', 'CREATE DATABASE another OWNER other')
    await expect(openCloud({}, databaseOf('other', 'another'))).rejects.toThrow(
      /: GRANT tandem_login, tandem_app, tandem_identity, tandem_courier TO "other";$/,
    )
  })

  it('[CL57] that does not own its database is told so', async () => {
    await asAdmin('CREATE ROLE guest LOGIN', 'CREATE DATABASE foreign_one', `GRANT ${roles.join(', ')} TO guest`)
    await expect(openCloud({}, databaseOf('guest', 'foreign_one'))).rejects.toThrow(/ALTER DATABASE .* OWNER TO/)
  })
})

it('[CL57] a login that may create roles needs nothing else', async () => {
  await asAdmin(...roles.map((role) => `ALTER ROLE ${role} RENAME TO former_${role}`))
  await asAdmin('CREATE ROLE maker LOGIN CREATEROLE', 'CREATE DATABASE made OWNER maker')
  await works(databaseOf('maker', 'made'))
})

describe.skipIf(!hasPooler)('behind a pooler (needs pgbouncer)', () => {
  it.each(['transaction', 'statement'] as const)('[CL58] that pools each %s it does not start, and changes nothing', async (mode) => {
    await asAdmin(`DROP DATABASE IF EXISTS pooled_${mode}`, `CREATE DATABASE pooled_${mode}`)
    const pooler = await openPooler(server.url(`pooled_${mode}`), mode)
    try {
      await expect(openCloud({}, { url: pooler.url, drop: async () => undefined })).rejects.toThrow(/pool_mode = session/)
    } finally {
      await pooler.close()
    }
    expect(
      await onDatabase(server.url(`pooled_${mode}`), async (client) => (await client.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).rowCount),
    ).toBe(0)
  })

  it('[CL58] that pools sessions it works, with its role and its limits of time', async () => {
    await asAdmin('CREATE DATABASE pooled_session')
    const pooler = await openPooler(server.url('pooled_session'), 'session')
    try {
      await works({ url: pooler.url, drop: async () => undefined })
    } finally {
      await pooler.close()
    }
  })
})
