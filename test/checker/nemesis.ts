// Injects one fault after another, each for a while, and heals it; the order follows from the seed.
import type { FaultLine, History } from './history.ts'
import type { System } from './system.ts'
import { allReady } from './all-ready.ts'

export interface NemesisOptions {
  system: System
  history: History
  random: () => number
  /** Milliseconds for which a fault lasts, at least and at most. */
  lasts: readonly [number, number]
  /** Milliseconds until everything must answer again after it was healed. */
  recoverMs: number
  /** By `now` of the history. */
  until: number
  say: (line: string) => void
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** In turns that no fault is left out of, each in another order. */
function* shuffled<T>(all: readonly T[], random: () => number): Generator<T> {
  for (;;) {
    const left = [...all]
    while (left.length > 0) yield left.splice(Math.floor(random() * left.length), 1)[0] as T
  }
}

/** Rejects when the system does not come back. */
export async function runNemesis({ system, history, random, lasts: [least, most], recoverMs, until, say }: NemesisOptions): Promise<void> {
  for (const fault of shuffled(system.faults, random)) {
    if (history.now() >= until) return
    const line: FaultLine = { name: fault.name, from: history.now(), to: 0 }
    history.faults.push(line)
    history.note('fault', { name: fault.name })
    say(`${(line.from / 1000).toFixed(1)} s: ${fault.name}`)
    const { heal, promotedAt } = await fault.inject(random)
    if (promotedAt !== undefined) line.promotedAt = promotedAt
    await wait(least + random() * (most - least))
    await heal()
    line.to = history.now()
    history.note('healed', line)
    await allReady(system.urls, recoverMs)
    await wait(least / 2)
  }
}
