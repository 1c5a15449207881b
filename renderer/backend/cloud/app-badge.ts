// The number on the icon of the installed app: what waits for the person in all their teams, as far as this device heard. The window says it of the
// team that it shows, the service worker of the team that a push is about (public/sw.js, which keeps the same place).

/** Of one team. */
export interface Waiting {
  /** Open questions and pending proposals. */
  asked: number
  /** Tasks with a reminder that came and was not answered on this device. */
  reminded: readonly number[]
}

/** A cache, because page and worker share it as it is. */
const place = 'tandem-waiting'
const key = '/waiting'

const isSupported = () => 'setAppBadge' in navigator && 'caches' in window && 'locks' in navigator

async function show(all: Readonly<Record<string, Waiting>>): Promise<void> {
  const sum = Object.values(all).reduce((total, { asked, reminded }) => total + asked + reminded.length, 0)
  await (sum > 0 ? navigator.setAppBadge(sum) : navigator.clearAppBadge())
}

/** `teams`: those that the person is in; what is known of others goes. Never throws: a browser may refuse. */
export async function keepWaiting(team: string, waiting: Waiting, teams: readonly string[]): Promise<void> {
  if (!isSupported()) return
  try {
    // One after the other, in the order of the calls, in all tabs and the worker.
    await navigator.locks.request(place, async () => {
      const cache = await caches.open(place)
      const kept = ((await (await cache.match(key))?.json()) ?? {}) as Record<string, Waiting>
      const known = Object.fromEntries(Object.entries(kept).filter(([id]) => teams.includes(id)))
      const all = { ...known, [team]: waiting }
      await cache.put(key, new Response(JSON.stringify(all)))
      await show(all)
    })
  } catch {
    // Storage is off, or the browser shows no badges.
  }
}

/** Nobody is signed in here any more. */
export async function forgetWaiting(): Promise<void> {
  if (!isSupported()) return
  await navigator.locks.request(place, () => Promise.allSettled([caches.delete(place), navigator.clearAppBadge()]))
}
