// What waits for a person, here and in the team: questions of agents, what they propose, and pairs of tasks that were judged. One channel keeps both in step (channel.ts).
import type { Ground, GroundStore } from './ground-store.ts'

/** How something stands, as far as a decision changes that. */
export type Stand = Pick<Ground, 'state' | 'said'>

export interface Here extends Stand {
  /** Its task is gone: it follows that, and is not sent. */
  isWithdrawn: boolean
}

/** As the team has it. */
export interface There {
  uid: string
  version: number
  state: string
  /** Why a decision that was sent was not taken, where there is a reason but that another one stands. */
  problem?: string
}

/** One kind of what waits. Whatever writes is called inside a transaction, and `refresh` follows once that has committed. */
export interface WaitingKind<T extends There> {
  name: 'question' | 'proposal' | 'pair'
  /** Where the cloud has them. */
  path: string
  /** Nobody has decided yet. */
  undecided: string
  ground: GroundStore
  saidThere(there: T): string | null
  here(uid: string): Here | undefined
  /** Those that wait for a person here. */
  waiting(): { uid: string }[]
  /** What is sent of it; undefined: it cannot go yet. `on`: the team's version that is known here, 0 for none. */
  write(uid: string, on: number): object | undefined
  /** One that was made elsewhere. False: it cannot be here yet. */
  add(there: T): boolean
  /** What was decided elsewhere stands. */
  settle(there: T): void
  /** Both sides decided the same. */
  confirm?(there: T): void
  refresh(): void
  /** There is no team any more. */
  forget?(): void
}

export const isSame = (one: Stand, other: Stand): boolean => one.state === other.state && one.said === other.said
