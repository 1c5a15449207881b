// Repeating tasks when several things happen at once: taken back, done twice, another rule meanwhile, clocks that change, months that are short.
import { expect, it } from 'vitest'
import type { AnyJson } from '../../support/any-json.ts'
import { timedService } from '../../support/reminders/timed-service.ts'

const timed = timedService(Date.parse('2026-11-20T08:00:00Z'))
const { to, ask } = timed
const daily = { type: 'interval', interval_days: 1, time: '09:00' }

async function repeating(due: string | null, rule: object, timezone = 'UTC') {
  const task = await ask('POST', '/tasks', { title: 'water the plants', ...(due === null ? {} : { due }) })
  const schedule = await ask('POST', `/tasks/${task.id}/schedules`, { timezone, ...rule })
  return { id: task.id as number, schedule: `/tasks/${task.id}/schedules/${schedule.id}` }
}
const complete = (id: number) => ask('PATCH', `/tasks/${id}`, { status: 'done' })
const get = (id: number) => ask('GET', `/tasks/${id}`)
const history = async (id: number): Promise<AnyJson[]> => ask('GET', `/tasks/${id}/history`)
const returns = async (id: number) =>
  (await history(id))
    .filter(({ actor, entity }) => actor.kind === 'system' && entity === 'task')
    .map(({ after }) => after.due)
    .reverse()

it('[S11] finished and taken back it is open, and does not come back; redone it does', async () => {
  const { id } = await repeating('2026-11-20', daily)
  await complete(id)
  const [done] = await history(id)
  const undone = await ask('POST', '/undo', { entry: done.seq })
  await to('2026-11-21T10:00:00Z')
  expect([(await get(id)).status, await returns(id)]).toEqual(['backlog', []])
  expect((await get(id)).comes_back_at).toBeUndefined()
  await ask('POST', '/undo', { entries: undone.entries })
  expect(await get(id)).toMatchObject({ status: 'done' })
  await to('2026-11-23T10:00:00Z')
  expect([(await get(id)).status, (await returns(id)).length]).toEqual(['todo', 1])
})

it('[S11] finished by two at once it comes back once', async () => {
  const { id } = await repeating('2026-11-20', daily)
  await Promise.all([complete(id), complete(id), complete(id)])
  await to('2026-11-21T09:00:00Z')
  expect([(await get(id)).status, await returns(id)]).toEqual(['todo', ['2026-11-21']])
  await to('2026-11-22T10:00:00Z')
  expect(await returns(id)).toEqual(['2026-11-21'])
})

it('[S11] [S12] another rule while it is done says when it comes back from then on', async () => {
  const { id, schedule } = await repeating('2026-11-20', daily)
  await complete(id)
  expect((await get(id)).comes_back_at).toBe('2026-11-21T09:00:00.000Z')
  await ask('PATCH', schedule, { type: 'weekly', day_of_week: 3, time: '07:00' })
  expect((await get(id)).comes_back_at).toBe('2026-11-25T07:00:00.000Z')
  await to('2026-11-24T23:00:00Z')
  expect((await get(id)).status).toBe('done')
  await to('2026-11-25T07:00:00Z')
  expect((await get(id)).status).toBe('todo')
})

it.runIf(process.env.TANDEM_LONG)('[S11] over the change of the clocks it comes once, also at an hour that is missing or there twice', async () => {
  // In Berlin 2:30 is skipped on 28 March 2027 (then it comes at 3:00) and comes twice on 31 October 2027.
  const { id } = await repeating(null, { ...daily, time: '02:30' }, 'Europe/Berlin')
  await to('2027-03-26T12:00:00Z')
  const before = (await returns(id)).length
  const moments: string[] = []
  for (const day of [27, 28, 29, 30]) {
    await complete(id)
    moments.push((await get(id)).comes_back_at)
    await to(`2027-03-${day}T12:00:00Z`)
    expect((await get(id)).status).toBe('todo')
  }
  expect(moments).toEqual(['2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z', '2027-03-30T00:30:00.000Z'])
  expect((await returns(id)).length - before).toBe(4)
  await to('2027-10-30T12:00:00Z')
  await complete(id)
  await to('2027-10-31T00:45:00Z')
  expect((await get(id)).status).toBe('todo')
  await complete(id)
  await to('2027-10-31T12:00:00Z')
  expect(await get(id)).toMatchObject({ status: 'done', comes_back_at: '2027-11-01T01:30:00.000Z' })
})

it('[S11] on the 31st: short months do not move it for good', async () => {
  const { id } = await repeating('2027-01-31', { type: 'monthly', day_of_month: 31, time: '09:00' })
  await to('2027-01-31T10:00:00Z')
  const dues: string[] = []
  for (const at of ['2027-02-28T10:00:00Z', '2027-03-31T10:00:00Z', '2027-04-30T10:00:00Z', '2027-05-31T10:00:00Z']) {
    await complete(id)
    await to(at)
    dues.push((await get(id)).due)
  }
  expect(dues).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
})
