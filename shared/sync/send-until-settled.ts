// Sends one write of a device that does not follow the stream while it sends, such as a browser: what a reply means is asked of the same table as on
// the desktop, and what the cloud says now has to do.
import type { SendFacts } from './input.ts'
import type { RecordState, WriteAction } from './record-state.ts'
import { transition } from './transition.ts'

export type Reply<T> = { status: 'applied'; answer: T } | { status: 'conflict' | 'gone'; error: unknown }

export interface Sender<T> {
  send(action: WriteAction): Promise<Reply<T>>
  /**
   * Reads how it stands there, and brings that together with what is to be sent. Resolves with whether something is left to send, or with `gone`.
   * Throws what the person is to be told where their write does not stand.
   */
  merge(error: unknown): Promise<'ahead' | 'same' | 'gone'>
  /** The task that it belongs to is gone. */
  recreateTask(error: unknown): Promise<void>
}

const maxTries = 5

/** It is sent, and nothing speaks against that: whoever asks has only this one write. */
const due: SendFacts = {
  isDeferred: false,
  differs: true,
  isMoved: false,
  taskIsThere: true,
  wentWithTask: false,
  hasLastWords: false,
  hasLastEdit: false,
  deleteWaitsFor: 'nothing',
}

const isSettled = ({ name }: RecordState) => name === 'synced' || name === 'gone'

/** What is read of it replaces what both sides had in common, and what is left of the write goes on top. */
async function mergeInto<T>(state: RecordState, sender: Sender<T>, error: unknown): Promise<RecordState> {
  const left = await sender.merge(error)
  if (left === 'gone') return transition(state, { type: 'remoteDelete', isNewer: true, isEdited: true, isNeeded: false }).state
  const known = transition(state, { type: 'remoteRecord', isNewer: true, differs: true, deletion: 'byHand' }).state
  return transition(known, { type: 'merged', isAhead: left === 'ahead', restoredTask: false }).state
}

/** Resolves with the last answer; rejects with what the sender throws, or when others are faster again and again. */
export async function sendUntilSettled<T>(action: WriteAction, sender: Sender<T>): Promise<T | undefined> {
  let state: RecordState = { name: 'inFlight', action, isHere: action !== 'delete', isThere: action !== 'create', isEdited: false }
  let answer: T | undefined
  for (let attempt = 1; state.name === 'inFlight'; attempt++) {
    const reply = await sender.send(state.action)
    if (reply.status === 'applied') answer = reply.answer
    else if (reply.status === 'conflict' && attempt >= maxTries) throw reply.error
    const replied = transition(state, { type: 'reply', status: reply.status, isNewer: true, canMerge: true, hasWaited: true })
    state = replied.state
    for (const effect of replied.effects) {
      if (reply.status === 'applied') break
      if (effect.do === 'applyReply') state = await mergeInto(state, sender, reply.error)
      else if (effect.do === 'recreateTask') await sender.recreateTask(reply.error)
    }
    if (!isSettled(state)) state = transition(state, { type: 'sendDue', ...due }).state
  }
  return answer
}
