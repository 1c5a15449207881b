// Many small writes at once: several teams' share one commit, and none notices the others.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, sqlFor } from '../../../cloud/db/database.ts'
import { createGathered } from '../../../cloud/db/gathered.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'

let cloud: TestCloud
let teams: TestTeam[]
beforeAll(async () => {
  cloud = await openCloud()
  const owner = await newPerson(cloud)
  teams = []
  for (let i = 0; i < 8; i++) teams.push(await newTeam(cloud, owner, `team ${i}`))
})
afterAll(() => cloud.close())

const counter = (teamId: string) => sqlFor.updateTable('team_counters').set({ changed_at: new Date().toISOString() }).where('team_id', '=', teamId)

it('[CL33] [CL54] writes that are gathered stay in their teams, numbered without gaps', async () => {
  const each = 12
  const made = await Promise.all(
    Array.from({ length: each * teams.length }, (_, i) =>
      (teams[i % teams.length] as TestTeam).call('POST', '/tasks', { title: `task of ${i % teams.length}` }),
    ),
  )
  for (const reply of made) expect(reply.status).toBe(201)
  for (const [index, team] of teams.entries()) {
    const tasks = (await team.call('GET', '/tasks')).body as { id: number; title: string }[]
    expect(tasks.map(({ id }) => id)).toEqual(Array.from({ length: each }, (_, i) => each - i))
    expect(new Set(tasks.map(({ title }) => title))).toEqual(new Set([`task of ${index}`]))
    // What the answers said is what is there.
    const answered = made.filter((_, i) => i % teams.length === index).map(({ body }) => body)
    expect(answered.toSorted((a, b) => b.id - a.id)).toEqual(tasks)
  }
})

it('[CL1] [CL2] [CL54] sessions that are looked up together get each its own answer', async () => {
  const people = await Promise.all(['ana', 'bo', 'cy'].map((name) => newPerson(cloud, name)))
  const [ana, bo, cy] = people as [TestPerson, TestPerson, TestPerson]
  const [hers, his] = [await newTeam(cloud, ana, 'hers'), await newTeam(cloud, bo, 'his')]
  await ana.call('POST', '/tasks', { title: 'of ana' })
  await bo.call('POST', '/tasks', { title: 'of bo' })
  await cy.call('POST', '/auth/sign-out')
  const kinds: [TestPerson, TestTeam, number, string | undefined][] = [
    [ana, hers, 200, 'of ana'],
    [bo, his, 200, 'of bo'],
    [ana, his, 403, undefined],
    [bo, hers, 403, undefined],
    [cy, hers, 401, undefined],
  ]
  const calls = Array.from({ length: 100 }, (_, i) => kinds[i % kinds.length] as (typeof kinds)[number])
  const replies = await Promise.all(calls.map(([person, team]) => person.call('GET', '/tasks', undefined, { 'x-team-id': team.id })))
  for (const [i, [, , status, title]] of calls.entries()) {
    expect(replies[i]?.status).toBe(status)
    if (title !== undefined) expect(replies[i]?.body).toMatchObject([{ title }])
  }
})

it('[CL54] a comment on a task that is not there is a mistake of its own, also among others', async () => {
  const [team] = teams as [TestTeam]
  const { id } = (await team.call('POST', '/tasks', { title: 'talked about' })).body
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, i) => team.call('POST', `/tasks/${i % 3 === 2 ? 9_007_199 : id}/comments`, { body: `${i}` })),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map((_, i) => (i % 3 === 2 ? 404 : 201)))
  const ids = (await team.call('GET', `/tasks/${id}/comments`)).body.map((comment: { id: number }) => comment.id)
  expect(ids).toEqual(Array.from({ length: 16 }, (_, i) => i + 1))
})

it('[CL54] a write that fails in a group takes none of the others with it', async () => {
  const database = createDatabase({ url: cloud.database.url, poolSize: 3 })
  try {
    const ends = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        database.inTeamAtOnce<unknown>(
          (teams[i % 4] as TestTeam).id,
          (tx): Promise<unknown> =>
            // Every tenth reaches for another team's row, or for what its role may not read.
            i % 10 === 3 ? tx.all(sqlFor.selectFrom('users').select('password_hash')) : tx.run(counter((teams[(i % 10 === 7 ? i + 1 : i) % 4] as TestTeam).id)),
        ),
      ),
    )
    for (const [i, end] of ends.entries()) {
      if (i % 10 === 3) expect(end).toMatchObject({ status: 'rejected', reason: { code: '42501' } })
      else expect(end).toEqual({ status: 'fulfilled', value: i % 10 === 7 ? 0 : 1 })
    }
  } finally {
    await database.close()
  }
})

it('[CL54] a team whose counters are locked holds up itself only', async () => {
  const [stuck, ...free] = teams as [TestTeam, ...TestTeam[]]
  const count = (team: TestTeam) => team.call('GET', '/tasks').then(({ body }) => (body as unknown[]).length)
  const before = await count(stuck)
  let late: Promise<unknown>[] = []
  await onDatabase(cloud.database.url, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM team_counters WHERE team_id = $1 FOR UPDATE', [stuck.id])
    late = Array.from({ length: 3 }, (_, i) => stuck.call('POST', '/tasks', { title: `late ${i}` }))
    const replies = await Promise.all(Array.from({ length: 21 }, (_, i) => (free[i % free.length] as TestTeam).call('POST', '/tasks', { title: 'on time' })))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    expect(await count(stuck)).toBe(before)
    await client.query('ROLLBACK')
  })
  for (const reply of await Promise.all(late)) expect(reply).toMatchObject({ status: 201 })
  expect(await count(stuck)).toBe(before + 3)
})

it('[CL31] a connection on which a bundle failed goes on, and enters the next team afresh', async () => {
  const database = createDatabase({ url: cloud.database.url, poolSize: 1 })
  const [a, b] = teams as [TestTeam, TestTeam]
  try {
    for (let round = 0; round < 3; round++) {
      const both = database.readTeam(a.id, (tx) =>
        Promise.all([
          tx.all(sqlFor.selectFrom('users').select('password_hash')),
          // Skipped with the first one: must not count as prepared.
          tx.all(
            sqlFor
              .selectFrom('tasks')
              .select(['team_id', 'title'])
              .limit(round + 1),
          ),
        ]),
      )
      await expect(both).rejects.toMatchObject({ code: '42501' })
      const seen = await database.readTeam(b.id, (tx) =>
        tx.all(
          sqlFor
            .selectFrom('tasks')
            .select(['team_id', 'title'])
            .limit(round + 1),
        ),
      )
      expect(seen.map((row) => row.team_id)).toEqual(Array.from({ length: round + 1 }, () => b.id))
    }
    await expect(database.readTeam(a.id, (tx) => tx.run(counter(a.id)))).rejects.toMatchObject({ code: '25006' })
    // Outside a transaction it is nobody again.
    expect((await database.pool.query('SELECT current_user AS role, current_setting($1, true) AS team', ['tandem.team_id'])).rows).toEqual([
      { role: 'tandem_login', team: '' },
    ])
  } finally {
    await database.close()
  }
})

it('[CL51] [CL54] a question waits for those before it, goes with its companions, and is given up after its time', async () => {
  const asked: { questions: readonly number[]; answer: (answers: readonly number[]) => void; fail: (error: Error) => void }[] = []
  const ask = createGathered((questions: readonly number[]) => new Promise<readonly number[]>((answer, fail) => asked.push({ questions, answer, fail })), {
    maxTogether: 3,
    timeoutMs: 200,
  })
  const ends = [1, 2, 3, 4, 5, 6, 7].map(ask)
  expect(asked.map(({ questions }) => questions)).toEqual([[1], [2]])
  asked[0]?.answer([10])
  expect(await ends[0]).toBe(10)
  expect(asked[2]?.questions).toEqual([3, 4, 5])
  asked[2]?.fail(new Error('broken'))
  for (const end of ends.slice(2, 5)) await expect(end).rejects.toThrow('broken')
  expect(asked[3]?.questions).toEqual([6, 7])
  // Both places are taken by questions without an answer now.
  await expect(ask(8)).rejects.toThrow(/timeout exceeded/)
  asked[1]?.answer([20])
  asked[3]?.answer([60, 70])
  expect(await Promise.all([ends[1], ends[5], ends[6]])).toEqual([20, 60, 70])
  expect(asked).toHaveLength(4)
})
