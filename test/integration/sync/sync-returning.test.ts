// A task that repeats comes back once in a team, whichever of its desktops bring it.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../electron/service/reminders/clock.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../support/cloud/cloud.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let team: TestTeam
const open: SyncedDesktop[] = []

beforeAll(async () => {
  cloud = await openCloud()
  team = await newTeam(cloud, await newPerson(cloud))
})
afterAll(() => cloud.close())
afterEach(async () => {
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})

const day = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)

/** One whose clock can be set, to how many days from now. */
async function openAt(name: string): Promise<{ desktop: SyncedDesktop; setTo: (days: number, meanwhile?: () => Promise<void>) => Promise<void> }> {
  let ahead = 0
  const desktop = await openDesktop(name, cloud, team, { clock: { ...systemClock, now: () => new Date(Date.now() + ahead * day) } })
  open.push(desktop)
  await desktop.connect()
  await desktop.synced()
  return {
    desktop,
    async setTo(days, meanwhile) {
      await desktop.restart(async () => {
        ahead = days
        await meanwhile?.()
      })
    },
  }
}

it('[S13] two desktops bring it back to the same state; what was completed again on one stays done on the other', async () => {
  const ana = await openAt('ana')
  const ben = await openAt('ben')
  const due = dayIn(0)
  const { id } = (await ana.desktop.call('POST', '/tasks', { title: 'water the plants', due })).body
  await ana.desktop.call('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 1, time: '00:00', timezone: 'UTC' })
  await ana.desktop.call('PATCH', `/tasks/${id}`, { status: 'done' })
  await ana.desktop.synced()
  const there = async () => (await team.call('GET', '/tasks')).body[0]
  const at = async ({ desktop }: typeof ana) => (await desktop.call('GET', '/tasks')).body[0]
  await until(
    'ben to have it',
    async () => (await at(ben))?.status === 'done' && (await ben.desktop.call('GET', `/tasks/${(await at(ben)).id}/schedules`)).body.length === 1,
  )

  await Promise.all([ana.setTo(2), ben.setTo(2)])
  await until('the team to have it back', async () => (await there()).status === 'todo')
  for (const one of [ana, ben]) await one.desktop.synced()
  expect(await there()).toMatchObject({ status: 'todo', due: dayIn(1), completed_at: null })
  for (const one of [ana, ben]) expect(await at(one)).toMatchObject({ status: 'todo', due: dayIn(1) })
  const reopened = (await team.call('GET', `/tasks/${(await there()).id}/history`)).body.filter(
    (entry: { after: { status?: string } | null }) => entry.after?.status === 'todo',
  )
  expect(reopened).toHaveLength(1)

  // Ben's desktop is away while Ana's has it back the next day and Ana completes it: it must not bring back what is done.
  await ana.desktop.call('PATCH', `/tasks/${id}`, { status: 'done' })
  await ana.desktop.synced()
  await until('ben to see it done', async () => (await at(ben)).status === 'done')
  await ben.setTo(3, async () => {
    await ana.setTo(3)
    await until('ana to have it back', async () => (await at(ana)).status === 'todo')
    await ana.desktop.call('PATCH', `/tasks/${id}`, { status: 'done' })
    await ana.desktop.synced()
  })
  await ben.desktop.synced()
  await until('ben to agree', async () => (await at(ben)).status === 'done')
  expect(await there()).toMatchObject({ status: 'done' })
  for (const one of [ana, ben]) expect((await one.desktop.state()).conflicts).toBe(0)
})
