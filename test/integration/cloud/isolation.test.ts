// Two barriers between teams: every query names its team, and the database shows a transaction the rows of its own team only.
import { randomBytes, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type Database, sqlFor } from '../../../cloud/db/database.ts'
import { statuses } from '../../../shared/schema/task.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'

let cloud: TestCloud
let second: TestCloud
let a: TestTeam
let b: TestTeam
let db: Database
let tables: string[]

beforeAll(async () => {
  cloud = await openCloud()
  second = await openCloud({}, cloud.database)
  const owners = [await newPerson(cloud, 'ana'), await newPerson(cloud, 'bo')] as const
  a = await newTeam(cloud, owners[0], 'a')
  b = await newTeam(cloud, owners[1], 'b')
  for (const [team, owner] of [
    [a, owners[0]],
    [b, owners[1]],
  ] as const) {
    const { id } = (await team.call('POST', '/tasks', { title: 'x' }, { 'idempotency-key': 'k' })).body
    await team.call('POST', `/tasks/${id}/comments`, { body: 'x' })
    await team.call('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 1 })
    await team.call('POST', '/contacts', { name: 'x' })
    await team.call('POST', '/lists', { name: 'x' })
    await team.call('POST', `/tasks/${id}/questions`, { question: 'x' })
    await owner.call('PUT', '/agents/x/policy', { create: 'propose' })
    await team.call('POST', '/tasks', { title: 'proposed' }, { 'x-actor': 'agent:x' })
    const finished = (await team.call('POST', '/tasks', { title: 'x', labels: ['done'] })).body
    const { key } = (await team.call('POST', '/tasks/next', { id: finished.id })).body
    await team.call('POST', `/tasks/${finished.id}/finish`, { key, summary: 'x', status: 'todo', evidence: [{ kind: 'claimed', text: 'x' }] })
    await team.call('DELETE', `/tasks/${finished.id}`)
    await team.call('PUT', `/tasks/${id}/claim`, {})
    await team.call('POST', `/tasks/${id}/evidence`, { kind: 'claimed', text: 'x' })
    await team.call('GET', '/evidence/key')
    await team.call('PUT', '/evidence/tree', { checkout: 'x', tree: 'a'.repeat(40) })
    await team.call('POST', '/events/ack', { id: 1 })
    await owner.call('POST', '/devices', { token: randomBytes(32).toString('hex'), platform: 'ios' })
    await team.call('POST', '/notifications/send', { event: 'task.created', task_id: id, title: 'x' })
    // What only a provider of mails brings about.
    await onDatabase(cloud.database.url, async (client) => {
      const values = [team.id, randomUUID(), owner.id]
      await client.query('INSERT INTO event_leases (team_id, seq, created_at) VALUES ($1, 1, now())', [team.id])
      await client.query(
        "INSERT INTO mailboxes VALUES ($1, $2, 'gmail', 'x', 'x', 'active', '{}', '', now(), NULL, NULL, NULL, NULL, NULL, now(), NULL, $3, now(), now())",
        values,
      )
      await client.query("INSERT INTO mail_steps VALUES ($1, $2, '1', '1', now())", values.slice(0, 2))
      await client.query("INSERT INTO oauth_states VALUES ($1, '', $2, 'gmail', '', now())", values.slice(0, 2))
    })
  }
  db = createDatabase({ url: cloud.database.url })
  tables = await onDatabase(cloud.database.url, async (client) => {
    const { rows } = await client.query<{ table_name: string }>(
      "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'team_id' ORDER BY 1",
    )
    return rows.map((row) => row.table_name)
  })
})
afterAll(async () => {
  await db.close()
  await second.close()
  await cloud.close()
})

const written = [
  'tasks',
  'questions',
  'comments',
  'schedules',
  'contacts',
  'lists',
  'agents',
  'proposals',
  'event_queue',
  'members',
  'api_tokens',
  'team_counters',
  'idempotency',
  'claims',
  'evidence',
  'evidence_trees',
  'evidence_keys',
]
type Table = 'tasks'
const named = (table: string) => table as Table

describe('row-level security', () => {
  it('[CL30] is on for every table with a team_id, and no role of the program owns one or may pass it by', async () => {
    expect(tables).toEqual(expect.arrayContaining(written))
    await onDatabase(cloud.database.url, async (client) => {
      const { rows } = await client.query(
        `SELECT c.relname, c.relrowsecurity, pg_get_userbyid(c.relowner) AS owner, (SELECT attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = i.indkey[0]) AS first
         FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary WHERE c.relname = ANY($1)`,
        [tables],
      )
      expect(rows).toHaveLength(tables.length)
      for (const row of rows) expect(row).toMatchObject({ relrowsecurity: true, first: 'team_id', owner: expect.not.stringMatching(/^tandem_/) })
      const roles = await client.query(
        "SELECT rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname IN ('tandem_app', 'tandem_identity', 'tandem_login', 'tandem_courier')",
      )
      expect(roles.rows).toEqual([1, 2, 3, 4].map(() => ({ rolsuper: false, rolbypassrls: false, rolcanlogin: false })))
    })
  })

  it('[CL31] a query that forgets its team finds its own rows only', async () => {
    for (const table of tables) {
      const seen = await db.readTeam(a.id, (tx) => tx.all(sqlFor.selectFrom(named(table)).select('team_id')))
      expect([table, seen.filter((row) => row.team_id !== a.id)]).toEqual([table, []])
      // Not because nothing is there. What streams, mail and push keep, this team has not used.
      if (written.includes(table)) expect([table, seen.length > 0]).toEqual([table, true])
      expect([table, await db.readIdentity({}, (tx) => tx.all(sqlFor.selectFrom(named(table)).select('team_id'))).catch(() => [])]).toEqual([
        table,
        expect.any(Array),
      ])
    }
    expect(await db.readTeam(a.id, (tx) => tx.all(sqlFor.selectFrom('teams').select('id')))).toEqual([{ id: a.id }])
    // Of people's devices a team sees those of its members, and never where they are reached.
    const devices = await db.readTeam(a.id, (tx) => tx.all(sqlFor.selectFrom('devices').select('user_id')))
    expect(devices).toHaveLength(1)
    await expect(db.readTeam(a.id, (tx) => tx.all(sqlFor.selectFrom('devices').select('token_sealed')))).rejects.toThrow(/permission denied/)
    // What works for all teams sees no tasks, no events and no passwords.
    for (const forbidden of ['1 FROM tasks', 'after FROM event_queue', '1 FROM users', 'access_sealed FROM mailboxes', 'token_hash FROM api_tokens'])
      await expect(db.asCourier((tx) => tx.all(sqlFor.selectNoFrom(sql`(SELECT ${sql.raw(forbidden)} LIMIT 1)`.as('x'))))).rejects.toThrow(/permission denied/)
  })

  it.each([
    [
      'changes',
      (tx: Parameters<Parameters<Database['inTeam']>[1]>[0]) => tx.run(sqlFor.updateTable('tasks').set({ title: 'stolen' }).where('team_id', '=', b.id)),
    ],
    ['deletes', (tx: Parameters<Parameters<Database['inTeam']>[1]>[0]) => tx.run(sqlFor.deleteFrom('tasks').where('team_id', '=', b.id))],
  ])('[CL31] %s nothing of another team', async (_, write) => {
    expect(await db.inTeam(a.id, write)).toBe(0)
    expect((await b.call('GET', '/tasks')).body).toMatchObject([{ title: 'x' }])
  })

  it('[CL31] puts nothing into another team', async () => {
    const at = new Date().toISOString()
    await expect(
      db.inTeam(a.id, (tx) =>
        tx.run(sqlFor.insertInto('contacts').values({ team_id: b.id, id: 99, uid: b.id, slug: 'y', name: 'y', version: 1, created_at: at, updated_at: at })),
      ),
    ).rejects.toThrow(/row-level security/)
    await expect(db.inTeam(a.id, (tx) => tx.run(sqlFor.updateTable('tasks').set({ team_id: b.id })))).rejects.toThrow(/row-level security/)
  })

  it('[CL32] inside a team there are no passwords; outside there are no tasks', async () => {
    await expect(db.inTeam(a.id, (tx) => tx.all(sqlFor.selectFrom('users').select('password_hash')))).rejects.toThrow(/permission denied/)
    await expect(db.asIdentity({}, (tx) => tx.all(sqlFor.selectFrom('tasks').select('id')))).rejects.toThrow(/permission denied/)
    expect(await db.asIdentity({}, (tx) => tx.all(sqlFor.selectFrom('members').select('id')))).toEqual([])
    // A person can count the tokens that they made, and read none.
    const owners = await onDatabase(
      cloud.database.url,
      async (client) => (await client.query<{ created_by: string }>('SELECT coalesce(made_by, created_by) AS created_by FROM api_tokens')).rows,
    )
    const userId = owners[0]?.created_by ?? ''
    const tokens = await db.asIdentity({ userId }, (tx) => tx.all(sqlFor.selectFrom('api_tokens').select('created_by')))
    expect(tokens).toEqual(owners.filter(({ created_by }) => created_by === userId))
    expect(tokens.length).toBeLessThan(owners.length)
    expect(await db.asIdentity({}, (tx) => tx.all(sqlFor.selectFrom('api_tokens').select('created_by')))).toEqual([])
    for (const column of ['token_hash', 'name', 'last_four'] as const)
      await expect(db.asIdentity({ userId }, (tx) => tx.all(sqlFor.selectFrom('api_tokens').select(column)))).rejects.toThrow(/permission denied/)
    expect(() => db.inTeam("x'; DROP TABLE tasks; --", () => Promise.resolve())).toThrow(/UUID/)
  })

  it('[CL31] a connection that served one team serves the next as that one', async () => {
    const one = createDatabase({ url: cloud.database.url, poolSize: 1 })
    try {
      for (const team of [a, b, a, b]) {
        expect(new Set((await one.readTeam(team.id, (tx) => tx.all(sqlFor.selectFrom('tasks').select('team_id')))).map((row) => row.team_id))).toEqual(
          new Set([team.id]),
        )
        await one.inTeam(team.id, () => Promise.reject(new Error('given up'))).catch(() => undefined)
      }
      await expect(one.asIdentity({}, (tx) => tx.all(sqlFor.selectFrom('tasks').select('id')))).rejects.toThrow(/permission denied/)
      // Outside of any transaction of ours a connection can look up logins and nothing else.
      for (const sql of ['SELECT 1 FROM tasks', 'SELECT password_hash FROM users', 'DELETE FROM sessions', 'UPDATE members SET role = role'])
        await expect(one.pool.query(sql)).rejects.toThrow(/permission denied/)
    } finally {
      await one.close()
    }
  })
})

type Op =
  | { do: 'create' | 'contact'; text: string; status: (typeof statuses)[number] }
  | { do: 'change' | 'read' | 'delete' | 'comment' | 'history' | 'remind' | 'reminders' | 'forget'; id: number; text: string }
  | { do: 'list' | 'contacts' }

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' })
const id = fc.integer({ min: 1, max: 8 })
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ do: fc.constantFrom('create' as const, 'contact' as const), text, status: fc.constantFrom(...statuses) }),
  fc.record({ do: fc.constantFrom('change' as const, 'read' as const, 'delete' as const, 'comment' as const, 'history' as const), id, text }),
  fc.record({ do: fc.constantFrom('remind' as const, 'reminders' as const, 'forget' as const), id, text }),
  fc.record({ do: fc.constantFrom('list' as const, 'contacts' as const) }),
)

const marks = ['LEFT', 'RIGHT'] as const
type Mark = (typeof marks)[number]
const zones: Record<Mark, string> = { LEFT: 'Europe/Berlin', RIGHT: 'Asia/Tokyo' }

async function perform(team: TestTeam, mark: string, step: Op, instance: TestCloud): Promise<string> {
  const call = (method: string, path: string, body?: unknown) => instance.call(method, path, body, team.as)
  const reply = await {
    create: () =>
      call('POST', '/tasks', { title: `${mark} ${'text' in step ? step.text : ''}`, status: 'status' in step ? step.status : 'todo', labels: [mark] }),
    contact: () => call('POST', '/contacts', { name: `${mark} same name`, organization: mark }),
    change: () => call('PATCH', `/tasks/${'id' in step ? step.id : 1}`, { description: `${mark} ${'text' in step ? step.text : ''}` }),
    read: () => call('GET', `/tasks/${'id' in step ? step.id : 1}`),
    delete: () => call('DELETE', `/tasks/${'id' in step ? step.id : 1}`),
    comment: () => call('POST', `/tasks/${'id' in step ? step.id : 1}/comments`, { body: `${mark} said` }),
    history: () => call('GET', `/tasks/${'id' in step ? step.id : 1}/history`),
    // Of each team another zone: it shows whose reminder is seen.
    remind: () =>
      call('POST', `/tasks/${'id' in step ? step.id : 1}/schedules`, { type: 'weekly', day_of_week: 1, time: '09:00', timezone: zones[mark as Mark] }),
    reminders: () => call('GET', `/tasks/${'id' in step ? step.id : 1}/schedules`),
    forget: () => call('DELETE', `/tasks/${'id' in step ? step.id : 1}/schedules/${'text' in step ? step.text.length : 1}`),
    list: () => call('GET', '/tasks'),
    contacts: () => call('GET', '/contacts'),
  }[step.do]()
  expect(reply.status, JSON.stringify([step, reply.body])).toBeLessThan(500)
  return JSON.stringify(reply.body ?? '')
}

describe('random traffic of two teams', () => {
  it('[CL33] never meets, on two instances, and totals and numbers stay true', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), op), { minLength: 10, maxLength: 40 }), async (steps) => {
        const teams = [await newTeam(cloud, await newPerson(cloud, 'p'), 'left'), await newTeam(cloud, await newPerson(cloud, 'q'), 'right')] as const
        const work = async (side: 0 | 1) => {
          for (const [i, [left, step]] of steps.entries()) {
            if (left !== (side === 0)) continue
            const seen = await perform(teams[side], marks[side], step, i % 2 ? cloud : second)
            for (const foreign of [marks[1 - side], zones[marks[1 - side] as Mark]]) expect(seen).not.toContain(foreign)
          }
        }
        // Both at once, and each team also against itself.
        await Promise.all([work(0), work(1), work(0), work(1)])
        await onDatabase(cloud.database.url, async (client) => {
          for (const [side, team] of teams.entries()) {
            const own = async (sql: string) => (await client.query(sql, [team.id])).rows
            const all = JSON.stringify([
              await own('SELECT * FROM tasks WHERE team_id = $1'),
              await own('SELECT * FROM comments WHERE team_id = $1'),
              await own('SELECT * FROM schedules WHERE team_id = $1'),
              await own('SELECT * FROM contacts WHERE team_id = $1'),
              await own('SELECT * FROM event_queue WHERE team_id = $1'),
            ])
            for (const foreign of [marks[1 - side], zones[marks[1 - side] as Mark]]) expect(all).not.toContain(foreign)
            const [counters] = await own(
              'SELECT events, contact_count, task_counts, (SELECT sum(n) FROM unnest(task_counts) n) AS tasks FROM team_counters WHERE team_id = $1',
            )
            const [facts] = await own(
              'SELECT (SELECT count(*) FROM tasks WHERE team_id = $1) AS tasks, (SELECT count(*) FROM contacts WHERE team_id = $1) AS contacts, (SELECT count(*) FROM event_queue WHERE team_id = $1) AS n, (SELECT max(seq) FROM event_queue WHERE team_id = $1) AS last',
            )
            // Every event has its number, without gaps.
            expect([counters.events, counters.tasks, counters.contact_count, counters.events]).toEqual([facts.n, facts.tasks, facts.contacts, facts.last])
            const groups = await own('SELECT status, count(*)::int AS n FROM tasks WHERE team_id = $1 GROUP BY status')
            for (const { status, n } of groups)
              expect((await teams[side as 0 | 1].call('GET', `/tasks?status=${status}&limit=1`)).headers.get('x-total-count')).toBe(String(n))
          }
        })
      }),
      { numRuns: process.env.TANDEM_LONG ? 200 : 3 },
    )
  })
})
