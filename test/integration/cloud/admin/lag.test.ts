// What an operator's metrics say of what is behind: streams, desktops, indexes, and how large the caches are.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../../../cloud/db/database.ts'
import { createOutboxes } from '../../../../cloud/watch/outboxes.ts'
import { backlogStore } from '../../../../cloud/watch/backlog-store.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { follow } from '../../../support/cloud/team-events.ts'
import { metricOf } from '../../../support/operator/metrics.ts'
import { openDesktop } from '../../../support/sync/synced.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
let team: TestTeam
beforeAll(async () => {
  cloud = await openCloud({ outboxes: { stuckAfterMs: 200, silentMs: 5000 }, statementTimeout: 1000 })
  team = await newTeam(cloud, await newPerson(cloud))
})
afterAll(() => cloud.close())

const valueOf = (series: string) => metricOf(cloud.url, series)
const soon = { timeout: 30_000, interval: 50 }
const lag = (side: 'instance' | 'client') => valueOf(`tandem_stream_lag_seconds{side="${side}"}`)

/** Nobody reads events meanwhile. */
const withoutEvents = (work: () => Promise<void>) =>
  onDatabase(cloud.database.url, async (client) => {
    await client.query('BEGIN')
    await client.query('LOCK TABLE event_queue IN ACCESS EXCLUSIVE MODE')
    await work()
    await client.query('COMMIT')
  })

describe('streams', () => {
  it('[OB3] while the instance cannot read events that it was told of, the lag grows, and is gone once it has read them', async () => {
    const stream = await follow(cloud.url, team.as)
    await expect.poll(() => lag('instance'), soon).toBe(0)
    await withoutEvents(async () => {
      await onDatabase(cloud.database.url, (client) => client.query("SELECT pg_notify('tandem_events', $1)", [`test:${team.id}`]))
      // Longer than a statement may take: that a read fails and is begun again does not count from the start.
      await expect.poll(() => lag('instance'), soon).toBeGreaterThan(2.5)
      expect(await lag('client')).toBe(0)
    })
    await expect.poll(() => lag('instance'), soon).toBe(0)
    stream.close()
  }, 60_000)

  it('[OB3] a client that takes nothing counts as one, and not once it has taken all', async () => {
    const socket = await lazyStream()
    const description = 'x'.repeat(100_000)
    const { body: task } = await team.call('POST', '/tasks', { title: 'Long' })
    for (let round = 0; round < 200 && (await lag('client')) === 0; round++)
      await team.call('PATCH', `/tasks/${task.id}`, { description: `${round}${description}`.slice(0, 100_000) })
    await expect.poll(() => lag('client'), soon).toBeGreaterThan(0.5)
    expect(await lag('instance')).toBe(0)
    socket.resume()
    await expect.poll(() => lag('client'), soon).toBe(0)
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  }, 60_000)
})

/** A stream whose client reads the beginning and nothing more. */
async function lazyStream(): Promise<Socket> {
  const { hostname, port } = new URL(cloud.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const headers = Object.entries(team.as).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /api/events/stream HTTP/1.1\r\nhost: ${hostname}\r\n${headers.join('')}\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  await until('the stream to be open', async () => (await valueOf('tandem_event_streams')) === 1)
  return socket
}

describe('desktops', () => {
  const minute = 60_000
  const opened = () => {
    let at = 0
    const outboxes = createOutboxes({ stuckAfterMs: minute, silentMs: 5 * minute }, () => at)
    return { ...outboxes, after: (milliseconds: number) => void (at += milliseconds) }
  }

  it('[OB4] one that says for a minute that something waits is stuck; its age goes on between two calls', () => {
    const { waits, now, after } = opened()
    waits('a', 100)
    expect(now()).toEqual({ stuck: 0, seconds: 0 })
    after(minute)
    expect(now()).toEqual({ stuck: 0, seconds: 0 })
    waits('a', 160)
    waits('b', 9000)
    expect(now()).toEqual({ stuck: 1, seconds: 160 })
    after(10_000)
    expect(now()).toEqual({ stuck: 1, seconds: 170 })
  })

  it('[OB4] one that has sent something, or is silent, is not; nor does one that speaks again after that begin where it was', () => {
    const { waits, moves, now, after } = opened()
    for (const desktop of ['sends', 'switched off']) waits(desktop, 100)
    after(minute)
    for (const desktop of ['sends', 'switched off']) waits(desktop, 160)
    expect(now().stuck).toBe(2)
    moves('sends')
    expect(now().stuck).toBe(1)
    after(5 * minute)
    expect(now().stuck).toBe(0)
    waits('switched off', 500)
    expect(now().stuck).toBe(0)
  })

  it('[OB4] what a token may claim is bounded', () => {
    const { waits, now, after } = opened()
    for (let token = 0; token < 11_000; token++) waits(`${token}`, 999_999_999_999)
    after(minute)
    for (let token = 0; token < 11_000; token++) waits(`${token}`, 999_999_999_999)
    expect(now()).toEqual({ stuck: 10_000, seconds: 365 * 24 * 3600 })
  })

  it('[OB4] a desktop whose writes the cloud cannot take says how old they are, until it has sent them', async ({ onTestFinished }) => {
    let ahead = -3 * 3_600_000
    const desktop = await openDesktop('ana', cloud, team, { clock: { now: () => new Date(Date.now() + ahead) } })
    onTestFinished(() => desktop.close())
    await desktop.call('POST', '/tasks', { title: 'Of long ago' })
    await desktop.connect()
    await desktop.synced()
    // A first upload says nothing of itself.
    expect(await valueOf('tandem_outbox_age_seconds')).toBe(0)
    await onDatabase(cloud.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query('LOCK TABLE idempotency IN ACCESS EXCLUSIVE MODE')
      await desktop.call('POST', '/tasks', { title: 'Of three hours ago' })
      ahead = 0
      await expect.poll(() => valueOf('tandem_outbox_age_seconds'), soon).toBeGreaterThan(3 * 3600 - 60)
      expect(await valueOf('tandem_outboxes_stuck')).toBe(1)
      expect(await valueOf('tandem_outbox_age_seconds')).toBeLessThan(3 * 3600 + 600)
      await client.query('COMMIT')
    })
    await desktop.synced()
    await expect.poll(() => valueOf('tandem_outboxes_stuck'), soon).toBe(0)
    expect(await valueOf('tandem_outbox_age_seconds')).toBe(0)
  }, 90_000)
})

describe('search and caches', () => {
  it('[OB5] an index that cannot be read on is behind from the first question on, and not once it could', async () => {
    const behind = () => valueOf('tandem_search_behind_seconds{index="words"}')
    const search = () => team.call('GET', '/tasks/search?q=anything')
    await search()
    expect(await behind()).toBe(0)
    await withoutEvents(async () => {
      const asked = search()
      await expect.poll(behind, soon).toBeGreaterThan(1.5)
      await asked
    })
    await until('a search that knows all', async () => (await search()).status === 200)
    await expect.poll(behind, soon).toBe(0)
  }, 60_000)

  it('[OB5] caches say how large they are, and may be', async () => {
    await expect.poll(() => valueOf('tandem_cache_entries{cache="logins"}'), soon).toBeGreaterThanOrEqual(1)
    expect(await valueOf('tandem_cache_entries{cache="statement_names"}')).toBeGreaterThan(5)
    expect(await valueOf('tandem_cache_entries_max{cache="statement_names"}')).toBe(500)
    expect(await valueOf('tandem_cache_entries{cache="mcp_sessions"}')).toBe(0)
    expect(await valueOf('tandem_cache_bytes{cache="vectors"}')).toBe(0)
    expect(await valueOf('tandem_cache_bytes_max{cache="vectors"}')).toBe(512 * 1_048_576)
  })
})

it('[OB6] what is read of the database for /metrics does not grow with the number of teams', async () => {
  const read: { sql: string }[] = []
  const all: Tx['all'] = async (query) => {
    read.push(query.compile())
    return []
  }
  await backlogStore.read({ all } as Tx)
  await onDatabase(cloud.database.url, async (client) => {
    await client.query('BEGIN')
    await client.query(`INSERT INTO teams (id, name, created_at, updated_at) SELECT gen_random_uuid(), 'many', now(), now() FROM generate_series(1, 30000)`)
    await client.query(
      `INSERT INTO webhooks (team_id, id, url, kinds, secret_sealed, created_by, created_at, updated_at, position)
        SELECT id, gen_random_uuid(), 'https://example.org', '{}', '', gen_random_uuid(), now(), now(), 0 FROM teams`,
    )
    await client.query('ANALYZE teams; ANALYZE webhooks; ANALYZE webhook_deliveries')
    await client.query('SET LOCAL ROLE tandem_courier')
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${read[0]?.sql}`)
    expect(rowsRead(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(1000)
    await client.query('ROLLBACK')
  })
}, 60_000)

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const rowsRead = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), 0)

it('[OB6] no label names a team, a person or an address', async () => {
  const text = await (await fetch(`${cloud.url}/metrics`)).text()
  const values = new Set([...text.matchAll(/="([^"]*)"/g)].map(([, value]) => value))
  expect(values.size).toBeGreaterThan(20)
  for (const value of values) {
    expect(value).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(value).not.toContain('@')
  }
  expect(text).not.toContain(team.id)
})
