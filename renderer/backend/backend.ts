// Who answers this window's calls. One backend is given at the start (app/main.tsx), before anything is drawn, and stays for as long as the page:
// the service of this machine (local.ts), or the cloud, through a copy and an outbox on the device (cloud/).
import type { localContract } from '../../shared/contract/local.ts'
import type { Client } from '../../shared/http/client.ts'
import type { Actor } from '../../shared/schema/actor.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { RemoteConflict } from '../../shared/schema/remote.ts'

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

/** Fields that were written here and elsewhere, until a person has said what is to stand. */
export interface Conflicts {
  /** Oldest first. */
  list(): Promise<RemoteConflict[]>
  put(conflict: RemoteConflict): Promise<void>
  drop(id: number): Promise<void>
}

export interface Backend {
  readonly api: Api
  /** As whom the person in front of it writes. */
  me(): { kind: 'person'; name: string }
  isMe(actor: Actor): boolean
  /** Takes back a write that has not been sent. Returns what has it sent after all; undefined when it was sent, or none waits. */
  withdraw(write: OwnWrite): (() => void) | undefined
  readonly account: Account | undefined
  /** Those that the device keeps; elsewhere the service keeps them, where it is connected. */
  readonly conflicts: Conflicts | undefined
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
