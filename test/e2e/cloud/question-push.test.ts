// An agent's question on a phone, from the push to the button in the notification: the real cloud, its real encryption, a real service worker.
import { afterAll, afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { addMember, newPerson, newTeam, prove } from '../../support/cloud/cloud.ts'
import { openCloudWindow } from '../../support/cloud/cloud-window.ts'
import { pushedBrowser, usePushService } from '../../support/push/push-browser.ts'
import { openPushServices } from '../../support/push/push-cloud.ts'
import { openAs } from '../../support/service/signed-in.ts'

/** An agent writes dashes and quotes, which no header takes. */
const fine = 'fine – “ж”'

const services = await openPushServices()
const cloud = await openCloudWindow({ push: services.config })
const visitor = useBrowser({ isWhole: true })

afterEach(() => expect(visitor.problems).toEqual([]))
afterAll(async () => {
  await cloud.close()
  await services.close()
})

test.runIf(process.env.TANDEM_LONG)('[CL121] a question is pushed with its options, answered from the notification once, and the agent goes on', async () => {
  const ana = await newPerson(cloud, 'Ana')
  const bo = await newPerson(cloud, 'Bo')
  const team = await newTeam(cloud, ana, 'Kitchen')
  await prove(cloud, ana)
  await addMember(cloud, team, ana, bo, 'member')
  const { id } = (await team.call('POST', '/tasks', { title: 'Sharpen the knives' })).body
  const page = await openAs(visitor, cloud, ana, '/team/devices', {
    serviceWorkers: 'allow',
    prepare: (one) => usePushService(one, cloud.url, services.web),
  })
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('This browser gets notifications.').waitFor()
  await expect.poll(async () => (await ana.call('GET', '/devices')).body.length).toBe(1)

  const claude = { 'x-actor': 'agent:claude', 'x-run': 'one' }
  const ask = (body: object) => team.call('POST', `/tasks/${id}/questions`, body, claude)
  const comments = async () => ((await team.call('GET', `/tasks/${id}/comments`)).body as { body: string }[]).map(({ body }) => body)
  const pushed = () => services.web.pushed.map(({ payload }) => payload as Record<string, string>)
  const waiting = ask({ question: 'On which stone?', options: ['coarse', fine], wait_seconds: 60 })
  await expect.poll(() => pushed().length).toBe(1)
  // The same question again is no news.
  const first = (await ask({ question: 'On which stone?', options: ['coarse', fine] })).body.question_id as number
  const second = (await ask({ question: 'Also the small ones?', options: ['yes', 'no', 'later'] })).body.question_id as number
  await expect.poll(() => pushed().length).toBe(2)
  const [one, two] = pushed()
  expect(one).toMatchObject({
    title: 'claude has a question',
    body: `#${id} Sharpen the knives: On which stone?`,
    event: 'agent.question',
    question: `${first}`,
    agent: 'claude',
    options: JSON.stringify(['coarse', fine]),
    more: 'false',
  })
  expect(one?.tag).not.toBe(two?.tag)

  const browser = await pushedBrowser(page, cloud.url)
  // No window is open that would notice and take the notification away.
  await page.goto(`${cloud.url}/favicon.svg`)
  const asks = 'claude has a question'
  await browser.deliver(one as object)
  await expect.poll(browser.notifications).toMatchObject([{ title: asks, actions: ['answer 0', 'answer 1'], data: { url: `/review?team=${team.id}` } }])
  await browser.press(asks, 'answer 1')
  expect((await waiting).body).toMatchObject({ outcome: 'answered', question_id: first, answer: fine, by: 'Ana' })
  expect(await comments()).toEqual([`> On which stone?\n\n${fine}`])
  expect(await browser.notifications()).toEqual([])
  // Pressed once more, on a device that had not heard of it: nothing happens and nothing is said.
  await browser.deliver(one as object)
  await browser.press(asks, 'answer 1')
  expect([await comments(), await browser.notifications()]).toEqual([[`> On which stone?\n\n${fine}`], []])

  // Somebody else was faster: that stands, and this answer is a comment. Of three options two buttons show one, and lead to the others.
  await browser.deliver(two as object)
  await expect.poll(browser.notifications).toMatchObject([{ actions: ['answer 0', 'open'] }])
  await bo.call('POST', `/questions/${second}/answer`, { answer: 'no' })
  await browser.press(asks, 'answer 0')
  await expect
    .poll(browser.notifications)
    .toMatchObject([{ title: `Answer not saved: ${asks}`, body: 'Bo answered first: no. Your answer is kept as a comment.', actions: ['open'] }])
  expect((await team.call('GET', `/questions/${second}`)).body).toMatchObject({ answer: 'no', decided_by: { name: 'Bo' } })
  expect((await comments()).slice(1)).toEqual(['> Also the small ones?\n\nno', '> Also the small ones?\n\nyes'])

  // A person who asks is not told; nobody is who does not want to be.
  await ana.call('POST', `/tasks/${id}/questions`, { question: 'Who has time?' }, { 'x-team-id': team.id })
  await ana.call('PUT', '/notifications/preferences', [{ event: 'agent.question', device_id: null, enabled: false }])
  await ask({ question: 'And the scissors?' })
  const log = async () => (await ana.call('GET', '/notifications/log')).body as { event: string; status: string }[]
  await expect
    .poll(async () => (await log()).map(({ event, status }) => [event, status]))
    .toEqual([
      ['agent.question', 'suppressed'],
      ['agent.question', 'sent'],
      ['agent.question', 'sent'],
    ])
})
