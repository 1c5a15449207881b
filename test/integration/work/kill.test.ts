// kill -9 between the steps of an agent's loop: what was acknowledged stands, what was not is not half there, and leases go on where they were.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { callUrl } from '../../contract/target.ts'
import { type ChildService, startChild } from '../../support/service/child-service.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const folder = temporaryFolder()
let service: ChildService
const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = { 'x-actor': 'person' }) =>
  (await callUrl(service.url + path, method, body, headers)).body
const restart = async () => {
  await service.kill()
  service = await startChild(folder.path)
}
afterAll(async () => {
  await service.kill()
  folder.remove()
})

it('[A17] [A18] through kill -9 a task is held once, finished once, and given back if nobody finishes it', async () => {
  service = await startChild(folder.path)
  const create = (title: string) => call('POST', '/tasks', { title, status: 'todo' })
  const [finished, lost] = [await create('finished'), await create('lost')]
  const agent = { 'x-actor': 'agent:a', 'x-run': 'one' }
  const { key } = await call('POST', '/tasks/next', {}, agent)
  await restart()
  // The answer may have been lost with the service: the holder asks again.
  expect(await call('POST', '/tasks/next', {}, agent)).toMatchObject({ outcome: 'resumed', key, task: { id: finished.id } })
  const finish = { key, summary: 'It is done.' }
  expect(await call('POST', `/tasks/${finished.id}/finish`, finish, agent)).toMatchObject({ outcome: 'finished' })
  await restart()
  expect(await call('POST', `/tasks/${finished.id}/finish`, finish, agent)).toMatchObject({ outcome: 'unchanged', task: { status: 'done' } })
  expect(await call('GET', `/tasks/${finished.id}/comments`)).toHaveLength(1)

  const stale = await call('POST', '/tasks/next', {}, agent)
  expect(stale.task).toMatchObject({ id: lost.id, status: 'in_progress' })
  await service.kill()
  // As if a quarter of an hour had passed while nobody ran.
  const db = new Database(join(folder.path, 'tandem.db'))
  db.prepare("UPDATE claims SET expires_at = '2026-01-01T00:00:00.000Z'").run()
  db.close()
  service = await startChild(folder.path)
  await expect.poll(async () => (await call('GET', `/tasks/${lost.id}`)).status).toBe('todo')
  expect((await call('GET', `/tasks/${lost.id}/history`))[0]).toMatchObject({ actor: { kind: 'system' }, after: { status: 'todo' } })
  expect(await call('POST', `/tasks/${lost.id}/finish`, { key: stale.key, summary: 'late' }, agent)).toMatchObject({
    outcome: 'lost',
    task: { status: 'todo' },
  })
  expect(await call('GET', `/tasks/${lost.id}/comments`)).toEqual([])
}, 60_000)

it.runIf(process.env.TANDEM_LONG)(
  '[S11] [P1] killed between the moment of a completed task and its return, it is opened again once',
  async () => {
    await restart()
    const { id } = await call('POST', '/tasks', { title: 'water the plants' })
    await call('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 1, time: '09:00', timezone: 'UTC' })
    await call('PATCH', `/tasks/${id}`, { status: 'done' })
    await service.kill()
    // As if the moment had come just as it was killed: it is in the past, and nothing of it is written.
    const db = new Database(join(folder.path, 'tandem.db'))
    const moment = new Date(Date.now() - 1000).toISOString()
    db.prepare("UPDATE tasks SET completed_at = '2026-01-01T00:00:00.000Z' WHERE id = ?").run(id)
    db.prepare('UPDATE schedules SET next_fire_at = ? WHERE task_id = ?').run(moment, id)
    db.close()
    const reopened = async () => {
      const entries = (await call('GET', `/tasks/${id}/history`)) as { actor: { kind: string }; after?: { status?: string } }[]
      return entries.filter(({ actor, after }) => actor.kind === 'system' && after?.status === 'todo').length
    }
    service = await startChild(folder.path)
    await expect.poll(reopened, { timeout: 10_000 }).toBe(1)
    await restart()
    await restart()
    expect([await reopened(), (await call('GET', `/tasks/${id}`)).status]).toEqual([1, 'todo'])
  },
  60_000,
)
