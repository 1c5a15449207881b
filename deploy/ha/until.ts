import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until the answer is there. Throws when it takes longer than `within` milliseconds; `log` is where to look then. */
export async function untilThere<T>(what: string, ask: () => T | undefined | Promise<T | undefined>, log: string, within = 60_000): Promise<T> {
  const end = Date.now() + within
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`waited ${within / 1000} s in vain for ${what}. See ${log}.`)
    await sleep(100)
  }
}
