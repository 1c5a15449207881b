import { useSyncExternalStore } from 'react'

const minute = 60_000
const followers = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = Date.now()
  for (const changed of followers) changed()
}

/** One timer for all that stand in the window: a screen of rows has hundreds of marks. */
function follow(changed: () => void): () => void {
  followers.add(changed)
  timer ??= setInterval(tick, minute)
  return () => {
    followers.delete(changed)
    if (followers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function read(): number {
  // Nobody followed it for a while: the first who asks gets the time as it is.
  if (timer === undefined && Date.now() - now >= 1000) now = Date.now()
  return now
}

/** The time, again each minute: for "4 min" beside a row. */
export const useMinute = () => useSyncExternalStore(follow, read)
