// Notifications of this browser, also while no window is open. The permission is asked for by a click only; sw.js shows what comes.
import { browserName } from '../lib/browser-name.ts'
import { cloudApi } from './cloud-api.ts'
import { storage } from '../lib/storage.ts'

/** denied: the person told the browser so, and only the browser can change that. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Which of the person's devices this browser is. The cloud never says it: it does not give out what devices are reached by. */
const place = 'push-device'
export const thisDevice = (): string | undefined => storage.read(place) || undefined

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

export async function readPush(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return thisDevice() !== undefined && (await subscription()) ? 'on' : 'off'
}

async function publicKey(): Promise<string> {
  const platforms = await cloudApi.listPushPlatforms()
  const key = platforms.find(({ platform }) => platform === 'web')?.public_key
  if (!key) throw new Error('the cloud has no key for web push')
  return key
}

const bytesOf = (base64url: string) => Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
const isSameKey = (one: ArrayBuffer | null | undefined, key: Uint8Array) => one !== null && one !== undefined && new Uint8Array(one).join() === key.join()

/** A subscription is for one key: with another the push service would refuse what we send. */
async function subscribed(registration: ServiceWorkerRegistration, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const known = await registration.pushManager.getSubscription()
  if (known && isSameKey(known.options.applicationServerKey, key)) return known
  await known?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function register(): Promise<void> {
  const key = bytesOf(await publicKey())
  await navigator.serviceWorker.register('/sw.js')
  const found = await subscribed(await navigator.serviceWorker.ready, key)
  const device = await cloudApi.registerDevice({ body: { platform: 'web', token: JSON.stringify(found), name: browserName(navigator.userAgent) } })
  storage.write(place, device.id)
}

/** For a click. Throws what keeps it from working. */
export async function subscribe(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if ((await Notification.requestPermission()) === 'granted') await register()
  return readPush()
}

/** Ends it in the browser. In the cloud the device ends with the session. */
export async function forgetPush(): Promise<void> {
  storage.write(place, '')
  if (isSupported()) await (await subscription())?.unsubscribe()
}

export async function unsubscribe(): Promise<void> {
  const id = thisDevice()
  await forgetPush()
  // Where this fails the push service says that there is no such browser any more, and the cloud forgets it by itself.
  if (id !== undefined) await cloudApi.deleteDevice({ params: { deviceId: id } }).catch(() => undefined)
}

/** At each start, signed in: says that this browser is still there, in the session of now. Asks nothing. */
export async function keepSubscribed(): Promise<void> {
  if ((await readPush()) === 'on' && Notification.permission === 'granted') await register()
}
