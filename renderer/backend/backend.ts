// Who answers this window's calls. One backend is given at the start (app/main.tsx), before anything is drawn, and stays for as long as the page:
// the service of this machine (local.ts), or the cloud, through a copy and an outbox on the device (cloud/).
import type { localContract } from '../../shared/contract/local.ts'
import type { Client } from '../../shared/http/client.ts'
import type { Actor } from '../../shared/schema/actor.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'

export type Api = Client<typeof localContract>

/** A write of this window, as its history will have it. */
export interface OwnWrite {
  taskId: number
  /** Which entry of the task's history it was. */
  is(entry: JournalEntry): boolean
}

/** Where people sign in. */
export interface Account {
  /** Asks who is signed in, and in which teams. */
  readSession(): Promise<void>
  /** Another team: the web UI starts over with its tasks. */
  switchTeam(id: string): void
}

export interface Backend {
  readonly api: Api
  /** As whom the person in front of it writes. */
  me(): { kind: 'person'; name: string }
  isMe(actor: Actor): boolean
  /** Takes back a write that has not been sent; false when it has, or none waits. */
  withdraw(write: OwnWrite): boolean
  readonly account: Account | undefined
  /** Begins to follow what others write. Resolves when it is known what to draw. */
  start(): Promise<void>
}

export let backend: Backend
/** The calls of the backend. */
export let api: Api

export function provideBackend(given: Backend): void {
  if (backend as Backend | undefined) throw new Error('a window has one backend, for as long as it lives')
  backend = given
  api = given.api
}
