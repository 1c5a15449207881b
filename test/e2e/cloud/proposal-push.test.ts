// An agent's proposal on a phone, from the push to the button in the notification: the real cloud, its real encryption, a real service worker.
import { afterAll, afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam } from '../../support/cloud/cloud.ts'
import { openCloudWindow } from '../../support/cloud/cloud-window.ts'
import { pushedBrowser, usePushService } from '../../support/push/push-browser.ts'
import { openPushServices } from '../../support/push/push-cloud.ts'
import { openAs } from '../../support/service/signed-in.ts'

const services = await openPushServices()
const cloud = await openCloudWindow({ push: services.config })
const visitor = useBrowser({ isWhole: true })

afterEach(() => expect(visitor.problems).toEqual([]))
afterAll(async () => {
  await cloud.close()
  await services.close()
})

test.runIf(process.env.TANDEM_LONG)('[CL120] a proposal is pushed with buttons that decide it once; what was decided already is said', async () => {
  const ana = await newPerson(cloud, 'Ana')
  const team = await newTeam(cloud, ana, 'Kitchen')
  const { id } = (await team.call('POST', '/tasks', { title: 'Sharpen the knives' })).body
  await ana.call('PUT', '/agents/claude/policy', { status: 'propose', create: 'propose' })
  const page = await openAs(visitor, cloud, ana, '/team/devices', {
    serviceWorkers: 'allow',
    prepare: (one) => usePushService(one, cloud.url, services.web),
  })
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('This browser gets notifications.').waitFor()
  await expect.poll(async () => (await ana.call('GET', '/devices')).body.length).toBe(1)

  const propose = async (method: string, path: string, body: object): Promise<number> =>
    (await team.call(method, path, body, { 'x-actor': 'agent:claude' })).body.proposal
  const closing = await propose('PATCH', `/tasks/${id}`, { status: 'done' })
  const pushed = () => services.web.pushed.map(({ payload }) => payload as Record<string, string>)
  await expect.poll(() => pushed().length).toBe(1)
  // The same call again is the same proposal, and no news.
  expect(await propose('PATCH', `/tasks/${id}`, { status: 'done' })).toBe(closing)
  const adding = await propose('POST', '/tasks', { title: 'Buy a whetstone', labels: ['tools'] })
  await expect.poll(() => pushed().length).toBe(2)
  const [first, second] = pushed()
  expect(first).toMatchObject({ title: 'claude wants your approval', body: '#1 Sharpen the knives: status: done', event: 'agent.proposal', task_id: `${id}` })
  expect(second).toMatchObject({ body: 'Buy a whetstone · labels: tools', proposal: `${adding}` })
  expect(second).not.toHaveProperty('task_id')
  expect(first?.tag).not.toBe(second?.tag)

  const browser = await pushedBrowser(page, cloud.url)
  // No window is open that would notice and take the notification away.
  await page.goto(`${cloud.url}/favicon.svg`)
  await browser.deliver(first as object)
  const asks = 'claude wants your approval'
  await expect
    .poll(browser.notifications)
    .toMatchObject([{ title: asks, actions: ['accept', 'reject'], data: { url: `/review?team=${team.id}`, team_id: team.id } }])
  await browser.press(asks, 'accept')
  expect((await ana.call('GET', `/proposals/${closing}`)).body).toMatchObject({ state: 'accepted', decided_by: { kind: 'person', name: 'Ana' } })
  expect((await team.call('GET', `/tasks/${id}`)).body.status).toBe('done')
  expect(await browser.notifications()).toEqual([])

  // Pressed once more, as after an answer that was lost: nothing happens and nothing is said.
  await browser.deliver(first as object)
  await browser.press(asks, 'accept')
  expect(await browser.notifications()).toEqual([])
  expect((await team.call('GET', `/tasks/${id}/history`)).body.filter(({ after }: { after: { status?: string } }) => after.status === 'done')).toHaveLength(1)

  // Somebody else was faster, with the other answer.
  await browser.deliver(second as object)
  await ana.call('POST', `/proposals/${adding}/reject`, {})
  await browser.press(asks, 'accept')
  await expect.poll(browser.notifications).toMatchObject([{ title: `Not decided: ${asks}`, body: 'Somebody has rejected it already.', actions: ['open'] }])
  expect((await team.call('GET', '/tasks')).body).toHaveLength(1)
  // Not on a device that does not want to hear of it; the log knows it, without a task.
  await ana.call('PUT', '/notifications/preferences', [{ event: 'agent.proposal', device_id: null, enabled: false }])
  await propose('POST', '/tasks', { title: 'Buy another' })
  const log = async () => (await ana.call('GET', '/notifications/log')).body as { event: string; task_id: number | null; status: string }[]
  await expect
    .poll(async () => (await log()).map(({ task_id, status }) => [task_id, status]))
    .toEqual([
      [null, 'suppressed'],
      [null, 'sent'],
      [id, 'sent'],
    ])
})
