// Fields are declared in a schema and in one list of columns (shared/sync/synced-fields.ts): neither a list nor a table may lack one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../../electron/service/db/migrations.ts'
import { Comment } from '../../../shared/schema/comment.ts'
import { Contact } from '../../../shared/schema/contact.ts'
import { Schedule } from '../../../shared/schema/schedule.ts'
import { Task } from '../../../shared/schema/task.ts'
import { columns, mergeKinds, taskFields, taskLists } from '../../../shared/sync/synced-fields.ts'
import { callUrl } from '../../contract/target.ts'
import { openService } from '../../support/service/service.ts'

const tables = { task: 'tasks', comment: 'comments', schedule: 'schedules', contact: 'contacts' } as const
type Kind = keyof typeof tables
const kinds = Object.keys(tables) as Kind[]

/** Of each: the fields of its schema, as columns. */
const fields: Record<Kind, string[]> = {
  task: Object.keys(Task.properties),
  comment: Object.keys(Comment.properties).flatMap((field) => (field === 'author' ? ['author_kind', 'author_name'] : field)),
  // When it fires next each side computes.
  schedule: Object.keys(Schedule.properties).filter((field) => field !== 'next_fire_at' && field !== 'last_fired_at'),
  contact: Object.keys(Contact.properties),
}
/** What callers do not see of one, and devices share. */
const hidden = ['uid', 'version']
const own: Record<'service' | 'cloud', Partial<Record<Kind, string[]>>> = {
  service: { schedule: ['next_fire_at', 'last_fired_at'] },
  cloud: { schedule: ['anchor'] },
}
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

function serviceColumns(table: string): string[] {
  const db = new Database(':memory:')
  for (const migration of migrations) db.exec(migration)
  const names = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
  db.close()
  return names
}

/** The tests of the cloud compare this file with what its migrations make. */
const cloudSchema = readFileSync(new URL('../../../cloud/db/schema.sql', import.meta.url), 'utf8')
const cloudColumns = (table: string) => [...cloudSchema.matchAll(new RegExp(String.raw`^${table}\.(\w+) `, 'gm'))].map(([, name]) => name as string)

describe('[P4] a field of a schema is in the list of columns and in both databases:', () => {
  test.each(kinds)('%s', (kind) => {
    const listed = sorted(['id', ...columns[kind]])
    expect(listed).toEqual(sorted(['id', ...fields[kind], ...hidden]))
    expect(sorted(serviceColumns(tables[kind])), 'electron/service/db/migrations.ts').toEqual(sorted([...listed, ...(own.service[kind] ?? [])]))
    expect(sorted(cloudColumns(tables[kind])), 'cloud/db/migrations').toEqual(sorted([...listed, 'team_id', ...(own.cloud[kind] ?? [])]))
  })
})

test('[U2] what comes back from an entry that is older than a field has that field empty', async () => {
  const service = await openService()
  const call = (method: string, path: string, body?: unknown) => callUrl(service.url + path, method, body)
  const { body: task } = await call('POST', '/tasks', { title: 'old', requesters: ['ana'], dedupe_key: 'a::b::c' })
  await call('DELETE', `/tasks/${task.id}`)
  const db = new Database(join(service.dataDir, 'tandem.db'))
  db.exec("UPDATE journal SET before = json_remove(before, '$.requesters', '$.dedupe_key') WHERE action = 'deleted'")
  db.close()
  const [gone] = (await call('GET', `/tasks/${task.id}/history`)).body
  expect((await call('POST', '/undo', { entry: gone.seq })).body).toMatchObject({ conflicts: [] })
  expect((await call('GET', `/tasks/${task.id}`)).body).toMatchObject({ title: 'old', requesters: [], dedupe_key: null })
  await service.close()
})

test('a list of the schema is one of the lists that are stored as such, and every field of a task can be merged', () => {
  const isList = (field: string) => (Task.properties as unknown as Record<string, { type: unknown }>)[field]?.type === 'array'
  expect(sorted(taskLists)).toEqual(sorted(Object.keys(Task.properties).filter(isList)))
  const frame = new Set(['id', 'uid', 'version', 'created_at', 'updated_at'])
  expect(sorted(Object.keys(mergeKinds.task))).toEqual(sorted(Object.keys(Task.properties).filter((field) => !frame.has(field))))
  expect(taskFields).not.toContain('completed_at')
})
