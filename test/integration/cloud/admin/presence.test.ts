import { expect, it } from 'vitest'
import { createDatabase } from '../../../../cloud/db/database.ts'
import { createPresence } from '../../../../cloud/instances/presence.ts'
import { onDatabase, openDatabase } from '../../../support/cloud/postgres.ts'
import { until } from '../../../support/until.ts'

it('[OP11] an instance that ended is not listed again by what it was about to say', async () => {
  const database = await openDatabase()
  const db = createDatabase({ url: database.url })
  let isAsked = false
  let letIn = () => undefined as void
  const door = new Promise<void>((open) => (letIn = open))
  const instance = { id: '019a0000-0000-7000-8000-000000000001', host: 'here', pid: 1, version: '1', seals: 'a', opens: ['a'] }
  const presence = createPresence({
    // The first of it is late, as on a machine with too much to do.
    db: {
      asCourier: async (work) => {
        if (!isAsked) {
          isAsked = true
          await door
        }
        return db.asCourier(work)
      },
    },
    instance,
    onError: (error) => expect.fail(String(error)),
    every: 1,
  })
  await until('it is about to say so', () => isAsked)
  const closed = presence.close()
  letIn()
  await closed
  await onDatabase(database.url, async (client) => {
    // Whatever it had sent has come by now: it has to be done before the table is ours.
    await client.query('BEGIN; LOCK TABLE instances IN ACCESS EXCLUSIVE MODE')
    expect((await client.query('SELECT id FROM instances')).rows).toEqual([])
  })
  await db.close()
  await database.drop()
})
