// Web push in a real Chromium, whose own push service nobody can reach from a test: its subscriptions are those of the stand-in, everything else
// is the browser's. What the cloud sends there is handed to the service worker, as the browser would do it.
import type { CDPSession, Page, Worker } from 'playwright-core'
import type { Subscribed } from './push-stand-ins.ts'
import { until } from '../until.ts'

interface WebPush {
  subscribe(applicationServerKey: string): Promise<Subscribed>
}

const standIn = `
  const place = 'push-stand-in'
  const kept = () => JSON.parse(localStorage.getItem(place) ?? 'null')
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer
  const subscription = ({ json, key }) => ({
    endpoint: json.endpoint,
    options: { userVisibleOnly: true, applicationServerKey: bytes(key) },
    toJSON: () => json,
    unsubscribe: async () => (localStorage.removeItem(place), true),
  })
  PushManager.prototype.getSubscription = async () => (kept() ? subscription(kept()) : null)
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const key = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    localStorage.setItem(place, JSON.stringify({ key, json: JSON.parse(await window.subscribeAtStandIn(key)) }))
    return subscription(kept())
  }
`

/** A browser without a desktop may forget what it shows when the machine is slow: the person would still see it. */
const remember = `(() => {
  const show = self.registration.showNotification.bind(self.registration)
  self.wereShown = []
  self.registration.showNotification = async (...what) => {
    await show(...what)
    self.wereShown.push(...(await self.registration.getNotifications()))
  }
})()`

/** Before the page is opened. The permission is granted, as by the person in the browser's own question. */
export async function usePushService(page: Page, origin: string, web: WebPush): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin })
  await page.exposeFunction('subscribeAtStandIn', async (key: string) => (await web.subscribe(key)).json)
  await page.addInitScript(standIn)
}

interface ShownNotification {
  title: string
  body: string
  actions: string[]
  data: { url?: string; team_id?: string; task_id?: string }
}

export interface PushedBrowser {
  /** The browser gets a push message. */
  deliver(payload: object): Promise<void>
  notifications(): Promise<ShownNotification[]>
  /** The browser says that this worker has another address now, that of `json`. */
  move(json: string): Promise<void>
  /** The person presses one of the buttons of the notification with this title. Resolves when the worker has done its work. */
  press(title: string, action: string): Promise<void>
}

/** The page's service worker and its notifications. */
export async function pushedBrowser(page: Page, origin: string): Promise<PushedBrowser> {
  const context = page.context()
  const cdp: CDPSession = await context.newCDPSession(page)
  const registrations: { registrationId: string }[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event: { registrations: { registrationId: string }[] }) => registrations.push(...event.registrations))
  await cdp.send('ServiceWorker.enable')
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const { registrationId } = await until('the registration', () => registrations.at(-1))
  const worker = await until('the worker', () => context.serviceWorkers().find((one: Worker) => one.url().startsWith(origin)))
  await worker.evaluate(remember)
  return {
    deliver: async (payload) =>
      void (await cdp.send('ServiceWorker.deliverPushMessage', { origin: `${origin}/`, registrationId, data: JSON.stringify(payload) })),
    notifications: () =>
      page.evaluate(
        'navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.map(({ title, body, actions, data }) => ({ title, body, actions: actions.map(({ action }) => action), data })))',
      ),
    move: (json) =>
      worker.evaluate(
        `(async () => {
          const event = new Event('pushsubscriptionchange')
          const work = []
          const more = { waitUntil: (one) => work.push(one), oldSubscription: null, newSubscription: { toJSON: () => (${json}) } }
          for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value })
          self.dispatchEvent(event)
          await Promise.all(work)
        })()`,
      ),
    // Once it is shown. A made event may not be waited for, so this one is told how.
    press: (title, action) =>
      worker.evaluate(
        `(async () => {
          let notification
          for (let tries = 0; !notification && tries < 1500; tries++) {
            notification = (await self.registration.getNotifications()).find((one) => one.title === ${JSON.stringify(title)})
            if (!notification) await new Promise((again) => setTimeout(again, 20))
          }
          notification ??= self.wereShown?.findLast((one) => one.title === ${JSON.stringify(title)})
          if (!notification) {
            const shown = (await self.registration.getNotifications()).map((one) => one.title)
            throw new Error('No such notification: ' + JSON.stringify({ title: ${JSON.stringify(title)}, shown, permission: Notification.permission }))
          }
          const event = new NotificationEvent('notificationclick', { notification, action: ${JSON.stringify(action)} })
          const work = []
          Object.defineProperty(event, 'waitUntil', { value: (one) => work.push(one) })
          self.dispatchEvent(event)
          await Promise.all(work)
        })()`,
      ),
  }
}
