// No gap, ever: sixteen connections write, consumers crash and resume on two instances, and each has seen every event, in its order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../support/cloud/cloud.ts'
import { eventually } from '../../support/eventually.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { chooseSeed, randomFrom } from '../../support/fuzz/random.ts'
import { follow } from '../../support/cloud/team-events.ts'

const seed = chooseSeed()
console.log(`stream order seed ${seed} (TANDEM_SEED=${seed} repeats it)`)
const rounds = process.env.TANDEM_LONG ? 120 : 3

let cloud: TestCloud
let second: TestCloud
beforeAll(async () => {
  cloud = await openCloud({ poolSize: 8 })
  second = await openCloud({ poolSize: 8 }, cloud.database)
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

/** Reads until it is told to stop, and crashes now and then. What it had handled it remembers, what it had only received it forgets. */
async function unreliable(team: TestTeam, token: string, random: () => number, until: () => number | undefined) {
  const handled = new Set<number>()
  let twice = 0
  let crashes = 0
  let remembered: string | undefined
  const as = { ...team.as, authorization: `Bearer ${token}` }
  for (;;) {
    // Either it kept its position, or it leaves that to the cloud.
    const stream = await follow((random() < 0.5 ? cloud : second).url, remembered === undefined ? as : { ...as, 'last-event-id': remembered })
    const lifetime = 1 + Math.floor(random() * 40)
    let last = 0
    const live = await eventually(async () => {
      const seen = stream.seen()
      for (; last < seen.length && last < lifetime; last++) {
        const { id } = seen[last] as { id: number }
        if (last > 0) expect(id).toBeGreaterThan((seen[last - 1] as { id: number }).id)
        if (handled.has(id)) twice++
        handled.add(id)
      }
      const end = until()
      if (end !== undefined && handled.has(end)) return 'done'
      return last >= lifetime && 'crash'
    }, 60_000)
    const position = stream.seen()[last - 1]?.id
    stream.close()
    await stream.ended
    if (live === 'done') return { handled, twice, crashes }
    crashes++
    if (position === undefined) continue
    if (random() < 0.5) remembered = String(position)
    else {
      // Acknowledged a little behind: the rest comes again.
      remembered = undefined
      const behind = Math.max(0, position - Math.floor(random() * 3))
      expect((await cloud.call('POST', '/events/ack', { id: behind }, as)).status).toBe(200)
    }
  }
}

describe('sixteen writers, consumers that crash', () => {
  it('[CL79] each consumer sees every event at least once, in order', async () => {
    const owner = await newPerson(cloud)
    const team = await newTeam(cloud, owner)
    const random = randomFrom(seed)
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'consumer' })).body.token as string),
    )
    let last: number | undefined
    const consumers = tokens.map((token) => unreliable(team, token, random, () => last))
    // Each begins at the head that it finds: all must have begun before the first write.
    await eventually(async () => {
      const { rows } = await onDatabase(cloud.database.url, (client) => client.query('SELECT 1 FROM stream_cursors WHERE team_id = $1', [team.id]))
      return rows.length === tokens.length
    })
    const first = Number(
      (await onDatabase(cloud.database.url, (client) => client.query('SELECT events FROM team_counters WHERE team_id = $1', [team.id]))).rows[0].events,
    )
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        const instance = writer % 2 ? cloud : second
        for (let i = 0; i < rounds; i++) {
          const task = (await instance.call('POST', '/tasks', { title: `${writer} ${i}` }, team.as)).body
          if (i % 3 === 0) await instance.call('PATCH', `/tasks/${task.id}`, { status: 'done' }, team.as)
          if (i % 5 === 0) await instance.call('POST', `/tasks/${task.id}/comments`, { body: 'x' }, team.as)
          // A write that is refused takes no number.
          if (i % 4 === 0) await instance.call('PATCH', `/tasks/${task.id}`, { title: '' }, team.as)
        }
      }),
    )
    const { rows } = await onDatabase(cloud.database.url, (client) =>
      client.query('SELECT seq FROM event_queue WHERE team_id = $1 AND seq > $2 ORDER BY seq', [team.id, first]),
    )
    const all = rows.map((row) => Number(row.seq))
    expect(all).toEqual(Array.from({ length: all.length }, (_, i) => first + 1 + i))
    last = all.at(-1)
    for (const { handled, crashes } of await Promise.all(consumers)) {
      expect([...handled].toSorted((a, b) => a - b)).toEqual(all)
      expect(crashes).toBeGreaterThan(1)
    }
  })
})
