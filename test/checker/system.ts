// What is put to the test: instances behind links, databases behind them, and what can be done to all of these.
import type { Client } from 'pg'
import type { PushService } from '../support/push/push-stand-ins.ts'

export type Mode = 'sync' | 'async'

/** One kind of fault. `inject` answers how it is healed. */
export interface Fault {
  name: string
  inject(random: () => number): Promise<Injected>
}

export interface Injected {
  /** Another server has taken over: when, by `now` of the run. */
  promotedAt?: number
  heal(): Promise<void>
}

export interface System {
  name: 'pair' | 'ha'
  mode: Mode
  /** Where clients reach the instances: through links that faults cut. */
  urls: string[]
  faults: Fault[]
  /** Faults that cannot be had here, and why. */
  missing: string[]
  pushes: PushService | undefined
  /** On the server that takes writes, past every link. */
  onPrimary<T>(work: (client: Client) => Promise<T>): Promise<T>
  /** What the programs wrote, for a report of what went wrong. */
  output(): string
  close(): Promise<void>
}
