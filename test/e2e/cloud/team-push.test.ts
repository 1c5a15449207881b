// Web push from the click to the button in the notification: the real cloud, its real encryption, a real service worker.
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

async function newKitchen() {
  const ana = await newPerson(cloud, 'Ana')
  const team = await newTeam(cloud, ana, 'Kitchen')
  const { body: task } = await team.call('POST', '/tasks', { title: 'Sharpen the knives' })
  const page = await openAs(visitor, cloud, ana, '/team/devices', {
    serviceWorkers: 'allow',
    prepare: (one) => usePushService(one, cloud.url, services.web),
  })
  const devices = async (): Promise<{ id: string; name: string }[]> => (await ana.call('GET', '/devices')).body
  return { ana, team, task: task as { id: number }, page, devices }
}

test('[TM6] [TM7] a browser is subscribed by a click, gets what the cloud sends, and its buttons work', async () => {
  const { team, task, page, devices } = await newKitchen()
  const earlier = services.web.pushed.length
  const pushed = () => services.web.pushed.slice(earlier)
  expect(await devices()).toEqual([])
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('This browser gets notifications.').waitFor()
  await expect.poll(async () => (await devices()).map(({ name }) => name)).toEqual(['Chrome, Linux'])
  await page.getByRole('listitem').filter({ hasText: 'Chrome, Linux' }).getByText('This browser').waitFor()

  // A test goes through the whole chain, and is about no task.
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await page.getByText('Sending to 1 device').waitFor()
  await expect.poll(() => pushed().length).toBe(1)
  await team.call('POST', '/notifications/send', { event: 'reminder.due', task_id: task.id, title: 'Knives are due', url: `/task/${task.id}` })
  await expect.poll(() => pushed().length).toBe(2)
  const [trial, due] = pushed().map(({ payload }) => payload)

  const browser = await pushedBrowser(page, cloud.url)
  await browser.deliver(trial as object)
  await expect.poll(browser.notifications).toMatchObject([{ title: 'Notifications are working', actions: [], data: { url: '/team/devices' } }])
  await browser.deliver(due as object)
  await expect
    .poll(async () => (await browser.notifications()).find(({ title }) => title === 'Knives are due'))
    .toMatchObject({ actions: ['done', 'open'], data: { url: `/task/${task.id}?team=${team.id}`, team_id: team.id, task_id: String(task.id) } })
  await browser.press('Knives are due', 'done')
  await expect.poll(async () => (await team.call('GET', `/tasks/${task.id}`)).body.status).toBe('done')
  const { body: history } = await team.call('GET', `/tasks/${task.id}/history`)
  expect(history[0].actor).toEqual({ kind: 'person', name: 'Ana' })
  expect((await browser.notifications()).map(({ title }) => title)).not.toContain('Knives are due')

  // No window is open that would notice and take the notification away.
  await page.goto(`${cloud.url}/favicon.svg`)

  // The task is gone: the person is told so, with the way on. Each has a tag of its own: where no system shows notifications, Chromium takes a while to close
  // one, and then closes whatever has its tag.
  const again = (time: number) => browser.deliver({ ...(due as object), tag: `time ${time}` })
  await again(2)
  await team.call('DELETE', `/tasks/${task.id}`)
  await expect.poll(async () => (await browser.notifications()).length).toBe(2)
  await browser.press('Knives are due', 'done')
  const problem = 'Couldn’t mark the task as done: Knives are due'
  await expect
    .poll(async () => (await browser.notifications()).find(({ title }) => title === problem))
    .toMatchObject({ body: 'The task no longer exists.', actions: ['open'] })

  // Signed out: likewise, and the cloud knows this browser no more.
  await again(3)
  await page.request.post(`${cloud.url}/api/auth/sign-out`)
  expect(await devices()).toEqual([])
  await browser.press('Knives are due', 'done')
  await expect
    .poll(async () => (await browser.notifications()).find(({ title }) => title === problem)?.body)
    .toBe('You’re signed out. Open Tandem, sign in and do it there.')
})

test.runIf(process.env.TANDEM_LONG)(
  '[TM6] a browser stays registered: at each start, and when its address changes; no more here, and signing out, end it',
  async () => {
    const { ana, page, devices } = await newKitchen()
    const standIn = () => page.evaluate("localStorage.getItem('push-stand-in')")
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await page.getByText('This browser gets notifications.').waitFor()
    const [device] = await devices()
    await ana.call('DELETE', `/devices/${device?.id}`)
    await page.reload()
    await expect.poll(async () => (await devices()).length).toBe(1)

    // No more here: the subscription and the device are gone.
    await page.getByRole('button', { name: 'Turn off on this device' }).click()
    await page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
    expect(await devices()).toEqual([])
    expect(await standIn()).toBeNull()

    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await page.getByText('This browser gets notifications.').waitFor()
    const before = (await devices()).map(({ id }) => id)
    expect(before).toHaveLength(1)
    const browser = await pushedBrowser(page, cloud.url)
    const { body: platforms } = await ana.call('GET', '/notifications/platforms')
    const key = platforms.find((one: { platform: string }) => one.platform === 'web').public_key
    await browser.move((await services.web.subscribe(key)).json)
    await expect.poll(async () => (await devices()).length).toBe(2)
    // What the stand-in of this page does not know of: its browser's own subscription would have moved with it.
    for (const { id } of await devices()) if (!before.includes(id)) await ana.call('DELETE', `/devices/${id}`)

    // Signing out ends it in this browser, too.
    await page.getByRole('button', { name: /Kitchen/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Sign out/ })
      .click()
    // The page starts over.
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/team'))
    await page.getByLabel('Email address').waitFor()
    expect(await standIn()).toBeNull()
    expect(await page.evaluate("localStorage.getItem('tandem:push-device')")).toBeNull()
    expect(await devices()).toEqual([])
  },
)
