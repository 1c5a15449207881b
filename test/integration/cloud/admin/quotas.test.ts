// What a team may have at most, on two instances at once: the last place goes to one of many, and whoever has none learns why.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuotaUsage } from '../../../../shared/schema/cloud/usage.ts'
import type { RefusedWrite } from '../../../../shared/schema/remote.ts'
import { newPerson, newTeam, openCloud, roomy, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { mustAdmin } from '../../../support/operator/operator.ts'
import { openDesktop } from '../../../support/sync/synced.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
let second: TestCloud
let ana: TestPerson
const quotas = { ...roomy, tasks: 12, textBytes: 20_000, members: 4 }

beforeAll(async () => {
  cloud = await openCloud({ quotas })
  second = await openCloud({ quotas }, cloud.database)
  ana = await newPerson(cloud, 'Ana')
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

const create = (team: TestTeam, nth: number, body: object = { title: `Bake ${nth}` }) =>
  (nth % 2 === 0 ? cloud : second).call('POST', '/tasks', body, { ...ana.as, 'x-team-id': team.id })
const usageOf = async (team: TestTeam) => (await mustAdmin(cloud.database, 'teams', 'quota', team.id)).usage
const sum = (replies: { status: number }[], status: number) => replies.filter((reply) => reply.status === status).length

describe('quotas of a team', () => {
  it('[OP31] [OP32] 30 tasks at once on two instances: 12 are made, 18 are told why, and deleting makes room', async () => {
    const team = await newTeam(cloud, ana, 'Kitchen')
    const replies = await Promise.all(Array.from({ length: 30 }, (_, nth) => create(team, nth)))
    expect([sum(replies, 201), sum(replies, 403)]).toEqual([12, 18])
    expect(replies.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'quota_exceeded',
      quota: 'tasks',
      used: 12,
      limit: 12,
      detail: expect.stringMatching(/^The team has 12 of 12 tasks\. .* ask the operator for more\.$/),
    })
    const made = replies.find(({ status }) => status === 201)?.body.id
    expect((await team.call('PATCH', `/tasks/${made}`, { status: 'done' })).status).toBe(200)
    expect((await team.call('GET', '/tasks')).status).toBe(200)
    expect((await team.call('DELETE', `/tasks/${made}`)).status).toBe(204)
    const again = await Promise.all([0, 1, 2, 3].map((nth) => create(team, nth)))
    expect([sum(again, 201), sum(again, 403)]).toEqual([1, 3])
    expect(await usageOf(team)).toMatchObject({ tasks: { used: 12, limit: 12, own: false } })
  })

  it('[OP32] where the limit is 0, it says that and nothing that would not help', async () => {
    const team = await newTeam(cloud, ana, 'Closed')
    await mustAdmin(cloud.database, 'teams', 'quota', team.id, '--tasks=0')
    const { status, body } = await create(team, 0)
    expect([status, body.detail]).toEqual([403, 'This team may have no tasks. Nothing was changed. Ask the operator for more.'])
    await mustAdmin(cloud.database, 'teams', 'quota', team.id, '--tasks=default', '--events-a-day=0')
    const later = await create(team, 0)
    expect([later.status, later.body.retry_after, later.headers.get('retry-after')]).toEqual([403, undefined, null])
    expect(later.body.detail).toBe('This team may change nothing but to delete and finish tasks. Nothing was changed. Ask the operator for more.')
  })

  it('[OP31] [OP43] bytes of texts are exact: made, edited, commented on, deleted with the task', async () => {
    const team = await newTeam(cloud, ana, 'Books')
    const bytes = async (): Promise<number> => {
      const quotas = (await team.call('GET', `/teams/${team.id}/usage`)).body as QuotaUsage[]
      return quotas.find(({ quota }) => quota === 'text_bytes')?.used ?? 0
    }
    const { id } = (await create(team, 0, { title: 'Über', description: 'x'.repeat(4000) })).body
    expect(await bytes()).toBe(4005)
    await team.call('PATCH', `/tasks/${id}`, { description: 'y'.repeat(3000) })
    expect(await bytes()).toBe(3005)
    const comment = (await team.call('POST', `/tasks/${id}/comments`, { body: 'z'.repeat(500) })).body
    expect(await bytes()).toBe(3505)
    const edits = await Promise.all(Array.from({ length: 8 }, (_, nth) => create(team, nth, { title: `Part ${nth}`, description: 'd'.repeat(4000) })))
    expect(sum(edits, 201)).toBe(4)
    expect(edits.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'quota_exceeded', quota: 'text_bytes', limit: 20_000 })
    const full = await bytes()
    expect(full).toBe(3505 + 4 * 4006)
    expect(await team.call('PATCH', `/tasks/${id}`, { description: 'y'.repeat(4000) })).toMatchObject({ status: 403, body: { code: 'quota_exceeded' } })
    expect((await team.call('GET', `/tasks/${id}`)).body.description).toHaveLength(3000)
    expect(comment.id).toBeGreaterThan(0)
    expect((await team.call('DELETE', `/tasks/${id}`)).status).toBe(204)
    expect(await bytes()).toBe(full - 3505)
    expect((await mustAdmin(cloud.database, 'check')).findings ?? []).toEqual([])
  })

  it('[OP31] invitations count as members, however many come at once', async () => {
    const team = await newTeam(cloud, ana, 'Garden')
    const invited = await Promise.all(
      Array.from({ length: 8 }, (_, nth) =>
        (nth % 2 === 0 ? cloud : second).call('POST', `/teams/${team.id}/members`, { email: `guest-${nth}@example.org` }, ana.as),
      ),
    )
    expect(sum(invited, 403)).toBe(5)
    expect(invited.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'quota_exceeded', quota: 'members', used: 4, limit: 4 })
    expect((await ana.call('GET', `/teams/${team.id}/members`)).body).toHaveLength(4)
  })

  it('[OP33] an operator gives one team more, and takes it back', async () => {
    const team = await newTeam(cloud, ana, 'Garage')
    const answer = await mustAdmin(cloud.database, 'teams', 'quota', team.id, '--tasks', '1', '--file-mb', '7')
    expect(answer.usage).toMatchObject({
      tasks: { used: 0, limit: 1, own: true },
      file_bytes: { used: 0, limit: 7_340_032, own: true },
      members: { own: false },
    })
    expect((await create(team, 0)).status).toBe(201)
    expect((await create(team, 1)).body).toMatchObject({ code: 'quota_exceeded', limit: 1 })
    await mustAdmin(cloud.database, 'teams', 'quota', team.id, '--tasks', 'default')
    expect((await create(team, 1)).status).toBe(201)
    const { acts } = await mustAdmin(cloud.database, 'audit')
    expect(acts[0]).toMatchObject({ act: 'teams quota', target_id: team.id, arguments: { quota_tasks: null } })
  })

  it('[OP32] [OP47] a desktop keeps what does not fit, says why, sends the rest, and sends it once there is room', async () => {
    const team = await newTeam(cloud, ana, 'Workshop')
    await mustAdmin(cloud.database, 'teams', 'quota', team.id, '--tasks', '2')
    const desktop = await openDesktop('quota', { url: cloud.url }, team)
    try {
      await desktop.connect()
      await desktop.synced()
      for (const title of ['One', 'Two', 'Three']) await desktop.call('POST', '/tasks', { title })
      const refused = async () => (await desktop.call('GET', '/remote/refused')).body as RefusedWrite[]
      await until('one to be refused', async () => (await refused()).length === 1 || undefined)
      expect((await refused())[0]?.reason).toMatch(/^The team has 2 of 2 tasks\./)
      expect((await refused())[0]?.over_quota).toEqual({ quota: 'tasks', used: 2, limit: 2, resets_at: null })
      const mine = (await desktop.call('GET', '/tasks')).body as { id: number; title: string }[]
      expect(mine).toHaveLength(3)
      // Deleting goes through while the other waits.
      const titles = async () => ((await team.call('GET', '/tasks')).body as { title: string }[]).map(({ title }) => title)
      const [there] = await titles()
      await desktop.call('DELETE', `/tasks/${mine.find(({ title }) => title === there)?.id}`)
      await until('the deletion to arrive', async () => (await titles()).length === 1 || undefined)
      await desktop.call('POST', '/remote/sync')
      await until('all to be there', async () => (await titles()).length === 2 || undefined)
      expect(await refused()).toEqual([])
    } finally {
      await desktop.close()
    }
  })
})
