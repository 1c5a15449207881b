// The service worker keeps this build of the web UI, so that it opens without a network. A newer build waits until the person takes it.
import { createStore } from '../../lib/store.ts'

/** Another build is there and waits. */
export const update = createStore<ServiceWorker | undefined>(undefined)

const lookEvery = 60 * 60_000

export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return
  // The first worker takes over a page of its own build. A later one comes when a person asked for it, in whichever tab: the files of the
  // build before are gone then.
  let isFirst = navigator.serviceWorker.controller === null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) location.reload()
    isFirst = false
  })
  void follow().catch(() => undefined)
}

async function follow(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' })
  const offer = (worker: ServiceWorker | null) => {
    if (!worker) return
    const look = () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) update.set(worker)
    }
    worker.addEventListener('statechange', look)
    look()
  }
  offer(registration.waiting)
  registration.addEventListener('updatefound', () => offer(registration.installing))
  const look = () => void registration.update().catch(() => undefined)
  setInterval(look, lookEvery)
  document.addEventListener('visibilitychange', () => !document.hidden && look())
}

export function takeUpdate(): void {
  update.get()?.postMessage('take-over')
}
