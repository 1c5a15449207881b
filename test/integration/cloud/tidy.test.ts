// What has run out goes; what is history stays.
import { expect, it } from 'vitest'
import { createDatabase } from '../../../cloud/db/database.ts'
import { tidyUp } from '../../../cloud/db/janitor.ts'
import { newPerson, newTeam, openCloud, signIn } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'

it('[CL101] positions in the stream go with their login, and stay with it however old', async () => {
  const cloud = await openCloud()
  const owner = await newPerson(cloud)
  const team = await newTeam(cloud, owner)
  const short = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'short-lived' })).body
  const other = await signIn(cloud, owner.email)
  const as = { ...team.as, authorization: `Bearer ${short.token}` }
  await team.call('POST', '/events/ack', { id: 1 })
  await cloud.call('POST', '/events/ack', { id: 1 }, as)
  await owner.call('POST', '/events/ack', { id: 1 })
  await other.call('POST', '/events/ack', { id: 1 })
  await owner.call('DELETE', `/teams/${team.id}/tokens/${short.id}`)
  await other.call('POST', '/auth/sign-out')
  const db = createDatabase({ url: cloud.database.url })
  const consumers = async () => {
    await tidyUp(db, new Date())
    return onDatabase(cloud.database.url, async (client) =>
      (await client.query('SELECT consumer FROM stream_cursors ORDER BY 1')).rows.map((row) => row.consumer),
    )
  }
  expect(await consumers()).toHaveLength(4)
  await onDatabase(cloud.database.url, (client) => client.query("UPDATE stream_cursors SET updated_at = now() - interval '90 days'"))
  expect(await consumers()).toEqual([expect.stringMatching(/^session:/), `token:${team.tokenId}`])
  await db.close()
  await cloud.close()
})

it('[CL101] deliveries go after 30 days, mails and leases after 7, contents when they expire; the history of tasks stays', async () => {
  const cloud = await openCloud()
  const owner = await newPerson(cloud)
  const team = await newTeam(cloud, owner)
  await owner.call('POST', '/devices', { token: 'ab'.repeat(32), platform: 'ios' })
  await team.call('POST', '/tasks', { title: 'old' })
  for (const event of ['task.created', 'reminder.due']) await team.call('POST', '/notifications/send', { event, task_id: 1, title: 'x' })
  const db = createDatabase({ url: cloud.database.url })
  const count = (table: string, more = 'true') =>
    onDatabase(cloud.database.url, async (client) => Number((await client.query(`SELECT count(*) AS n FROM ${table} WHERE ${more}`)).rows[0].n))
  const before = await count('event_queue')
  await tidyUp(db, new Date())
  expect([await count('notification_log'), await count('notifications'), await count('event_queue')]).toEqual([2, 2, before])
  await onDatabase(cloud.database.url, async (client) => {
    await client.query("UPDATE event_queue SET created_at = now() - interval '8 days'")
    await client.query("INSERT INTO event_leases (team_id, seq, created_at) VALUES ($1, 1, now() - interval '8 days')", [team.id])
    await client.query("UPDATE notifications SET expires_at = now() - interval '1 second'")
    await client.query("UPDATE notification_log SET created_at = now() - interval '31 days' WHERE event = 'task.created'")
  })
  await tidyUp(db, new Date())
  expect([await count('notification_log'), await count('notifications'), await count('event_leases')]).toEqual([1, 0, 0])
  expect(await count('event_queue')).toBe(before - 1)
  expect(await count('event_queue', "kind = 'task.created'")).toBe(1)
  await db.close()
  await cloud.close()
})

it('[CL101] [PW6] what a person sent is known again for a month: a phone that was away does not make it twice', async () => {
  const cloud = await openCloud()
  const owner = await newPerson(cloud)
  const team = await newTeam(cloud, owner)
  const db = createDatabase({ url: cloud.database.url })
  const send = async (by: { call: typeof owner.call }, title: string) =>
    (await by.call('POST', '/tasks', { title }, { 'x-team-id': team.id, 'idempotency-key': title })).headers.get('idempotent-replayed')
  const later = async (days: number) => {
    await onDatabase(cloud.database.url, (client) => client.query(`UPDATE idempotency SET created_at = created_at - interval '${days} days'`))
    await tidyUp(db, new Date())
  }
  expect([await send(owner, 'by a person'), await send(team, 'by a program')]).toEqual([null, null])
  await later(29)
  expect([await send(owner, 'by a person'), await send(team, 'by a program')]).toEqual(['true', null])
  await later(2)
  expect(await send(owner, 'by a person')).toBeNull()
  await db.close()
  await cloud.close()
})
