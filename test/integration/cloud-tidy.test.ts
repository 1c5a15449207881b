// What has run out goes; what is history stays.
import { expect, it } from 'vitest'
import { createDatabase } from '../../cloud/db/database.ts'
import { tidyUp } from '../../cloud/db/janitor.ts'
import { newPerson, newTeam, openCloud } from '../support/cloud.ts'
import { onDatabase } from '../support/postgres.ts'

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
