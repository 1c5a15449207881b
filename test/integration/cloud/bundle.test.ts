// bundle.ts puts itself in the place of pg's own query and writes the protocol itself. This fails when a new pg does not play along any more:
// what it does is compared with what pg's own query does on the same connection.
import { Client, type Connection, types } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, Bundle } from '../../../cloud/db/bundle.ts'
import { openDatabase, type TestDatabase } from '../../support/cloud/postgres.ts'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await openDatabase()
  client = await open()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function open(more: object = {}): Promise<Client> {
  const opened = new Client({ connectionString: database.url, pipeline: true, ...more })
  opened.on('error', () => undefined)
  await opened.connect()
  return opened
}

type Statement = { text: string; values: unknown[]; name?: string }
interface End {
  error: Error | undefined
  answers: Answer[]
  failedAt: number
}
const send = (statements: Statement[], on = client): Promise<End> =>
  new Promise((resolve) => on.query(new Bundle(statements, types, (error, answers, failedAt) => resolve({ error, answers, failedAt }))))

it('[CL54] gives what pg gives, first and again, with and without a name', async () => {
  const awkward = `"quo\\ted", {braces} 'and' ünï¢öde 🦊 ${'x'.repeat(70_000)}`
  const statements: Statement[] = [
    {
      name: 'all',
      text: 'SELECT $1::text AS a, $2::bytea AS b, $3::int AS c, $4::boolean AS d, $5::text AS e',
      values: [awkward, Buffer.from([0, 255, 92, 10]), -7, true, null],
    },
    {
      name: 'lists',
      text: 'SELECT $1::text[] AS a, $2::bigint[] AS b, $3::bytea[] AS c, $4::text[] AS d',
      values: [[awkward, '', 'NULL', 'a,b'], [1, 2], [Buffer.from('x\\')], []],
    },
    { name: 'rows', text: "SELECT n, jsonb_build_object('n', n) AS j, now() - now() AS i FROM generate_series(1, $1::int) n", values: [300] },
    { text: 'SELECT 1.50::numeric AS n, $1::timestamptz AS at', values: ['2026-11-20T19:08:54.123Z'] },
    { name: 'none', text: 'UPDATE tasks SET title = title WHERE false', values: [] },
  ]
  const expected = []
  for (const { text, values } of statements) expected.push(await client.query(text, values as string[]))
  for (let round = 0; round < 3; round++) {
    const { error, answers } = await send(statements)
    expect(error).toBeUndefined()
    expect(answers).toEqual(expected.map(({ rows, rowCount }) => ({ rows: rows.map((row) => ({ ...row })), rowCount })))
  }
  // pg's own book of prepared statements is untouched.
  expect((client as unknown as { connection: Connection & { parsedStatements: object } }).connection.parsedStatements).toEqual({})
})

it('[CL54] is one transaction: the first error takes back all of it, and the connection goes on', async () => {
  await client.query('CREATE TABLE tried (n int PRIMARY KEY)')
  const insert = (n: number) => ({ name: 'insert', text: 'INSERT INTO tried VALUES ($1) RETURNING n', values: [n] })
  const bad = { name: 'late', text: 'SELECT 1 / $1::int AS n', values: [0] }
  for (let round = 0; round < 2; round++) {
    const failed = await send([insert(1), insert(2), bad, { name: `skipped${round}`, text: 'SELECT 5 AS n', values: [] }])
    expect(failed).toMatchObject({ error: { code: '22012' }, failedAt: 2 })
    expect((await client.query('SELECT * FROM tried')).rows).toEqual([])
    // What failed and what was skipped can be asked again.
    const { error, answers } = await send([
      { ...bad, values: [1] },
      { name: `skipped${round}`, text: 'SELECT 5 AS n', values: [] },
    ])
    expect([error, answers.map(({ rows }) => rows)]).toEqual([undefined, [[{ n: 1 }], [{ n: 5 }]]])
  }
  expect(await send([{ name: 'wrong', text: 'SELEKT 1', values: [] }])).toMatchObject({ error: { code: '42601' }, failedAt: 0 })
  // Behind each other without waiting, among pg's own queries.
  const ends = await Promise.all([send([insert(1)]), client.query('SELECT 7 AS n'), send([insert(1)]), send([insert(2)]), client.query('SELECT 8 AS n')])
  expect(ends).toMatchObject([{ error: undefined }, { rows: [{ n: 7 }] }, { error: { code: '23505' } }, { error: undefined }, { rows: [{ n: 8 }] }])
})

it('[CL61] a statement whose table was changed by a newer program is prepared again', async () => {
  await client.query('CREATE TABLE changing (n int); INSERT INTO changing VALUES (1)')
  const read = { name: 'changing', text: 'SELECT n FROM changing', values: [] }
  expect((await send([read])).answers[0]?.rows).toEqual([{ n: 1 }])
  await client.query('ALTER TABLE changing ALTER COLUMN n TYPE text')
  expect(await send([read])).toMatchObject({ error: { code: '0A000' } })
  expect((await send([read])).answers[0]?.rows).toEqual([{ n: '1' }])
})

it('[CL50] calls back once when the connection breaks, when time is up, and when a value is none', async () => {
  const broken = await open()
  let calls = 0
  const asleep = new Promise<Error | undefined>((resolve) =>
    broken.query(
      new Bundle([{ text: 'SELECT pg_sleep(60)', values: [] }], types, (error) => {
        calls++
        resolve(error)
      }),
    ),
  )
  await expect
    .poll(async () => {
      const ended = await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE 'SELECT pg_sleep%'")
      return ended.rowCount
    })
    .toBe(1)
  expect(await asleep).toBeInstanceOf(Error)
  await broken.end()
  expect(calls).toBe(1)

  const hasty = await open({ query_timeout: 200 })
  expect((await send([{ text: 'SELECT pg_sleep(60)', values: [] }], hasty)).error?.message).toMatch(/timeout/)
  await hasty.end().catch(() => undefined)

  expect(() => client.query(new Bundle([{ text: 'SELECT $1', values: [{}] }], types, () => undefined))).toThrow(/no value/)
  expect((await send([{ text: 'SELECT 1 AS n', values: [] }])).answers[0]?.rows).toEqual([{ n: 1 }])
})
