// What the person did in this window, newest last, so that one key takes it back and another does it again. The service does the
// undoing, from its journal.
import type { UndoConflict } from '../../../shared/schema/journal.ts'
import { isAway } from '../../backend/api.ts'
import { backend, type OwnWrite } from '../../backend/backend.ts'
import { can } from '../../backend/abilities.ts'
import { connection, whenAway } from '../../backend/connection.ts'
import { explain } from '../../backend/explain.ts'
import { leftAloneText } from '../../lib/conflict-text.ts'
import { m } from '../../lib/messages.ts'
import { dismissNotice, type Notice, notify } from '../../lib/notices.ts'
import { namedByTitle } from '../../backend/unnumbered.ts'
import { findEntry } from './history.ts'
import { inTurns } from './in-turns.ts'
import { numberSince } from './numbers-since.ts'
import { revert } from './revert.ts'
import { settled } from './sending.ts'

export interface ActionWrite extends OwnWrite {
  /** Its seq, where the answer to the write said it. */
  entry?: number
}

export interface UndoHooks {
  /** Told once it is taken back. */
  undone?: () => void
  /** Told once that is taken back in turn. */
  redone?: () => void
}

export interface OwnAction extends UndoHooks {
  /** "128 moved to Done". */
  said: string
  /** One for each task that it touched. */
  writes: readonly ActionWrite[]
  /** What is still being written with it: taken back with it, too. */
  further?: Promise<readonly ActionWrite[]>
  /** What is in no task's history is taken back in a way of its own, in place of `writes`. Throws what the service answers. */
  takeBack?: () => Promise<TakenBack>
  /** Nothing takes it back: it is only said so. */
  isFinal?: true
}

export interface TakenBack {
  /** What was left as it is, because somebody changed it since. */
  conflicts: readonly UndoConflict[]
  /** What taking it back wrote: undone in turn, it is done again. */
  entries?: readonly number[]
  /** Does it once more, where no entries of the journal do. */
  again?: () => void
}

const maxKept = 100
const done: OwnAction[] = []
/** The message of each action, while one was shown. */
const saidBy = new WeakMap<OwnAction, number>()

interface Undone {
  said: string
  again: () => void
}

/** What was taken back, newest last, until something else is done: then it would meet that. */
const undone: Undone[] = []
/** The message that offers to do again what was taken back last. */
let redoNotice: number | undefined
/** What is done just now is done again, and leaves what else can be done again. */
let isRedoing = false
/** Rises with what is new: an undo that is answered after it can no longer be redone. */
let newest = 0

/** Remembers the action and says what happened, with the key to take it back. */
export function didAction(action: OwnAction, quiet = false): void {
  action.said = namedByTitle(action.said)
  done.push(action)
  if (done.length > maxKept) done.shift()
  if (!isRedoing) {
    undone.length = 0
    newest++
  }
  if (redoNotice !== undefined) dismissNotice(redoNotice)
  redoNotice = undefined
  if (!quiet) sayAction(action)
}

/** Says what cannot be taken back, and remembers it: the key that undoes says so, too, rather than undoing what was done before it. */
export function didForGood(said: string, action?: Notice['action']): void {
  didAction({ said, writes: [], isFinal: true }, true)
  notify({ kind: 'done', text: said, ...(action ? { action } : {}) })
}

/** Says what was remembered quietly; nothing where it was taken back meanwhile. Returns the number of the message. */
export function sayAction(action: OwnAction, text = action.said): number | undefined {
  if (!done.includes(action)) return undefined
  const id = notify({ kind: 'done', text, action: { label: m.undo, key: 'z', run: () => void undoAction(action) } })
  saidBy.set(action, id)
  return id
}

/** Which message says this action. */
export const noticeOf = (action: OwnAction): number | undefined => saidBy.get(action)

/** Forgets an action that did not come about, or is being taken back; its message goes with it. */
export function forgetAction(action: OwnAction): void {
  const at = done.indexOf(action)
  if (at >= 0) done.splice(at, 1)
  const said = saidBy.get(action)
  if (said !== undefined) dismissNotice(said)
}

/**
 * Does something that is in no task's history: z takes it back from this moment on, also while it is still being done. False when it was refused, which is then
 * explained. `isQuiet`: what was done is seen where it was done.
 */
export async function doAction(
  action: OwnAction & { takeBack: () => Promise<TakenBack> },
  call: () => Promise<unknown>,
  failed: string,
  isQuiet = false,
): Promise<boolean> {
  const doing = call()
  const remembered: OwnAction = { ...action, takeBack: () => doing.then(action.takeBack) }
  didAction(remembered, true)
  try {
    await doing
    if (!isQuiet) sayAction(remembered)
    return true
  } catch (error) {
    forgetAction(remembered)
    notify({ kind: 'problem', text: explain(failed, error) })
    return false
  }
}

/** Takes entries of the journal back. */
export const takeBackEntries = (seqs: readonly number[]): Promise<TakenBack> => revert(seqs)

/** What is remembered only once it is answered, because it has no number before. */
const coming = new Set<Promise<unknown>>()

/** The key that undoes waits for it, rather than taking back what was done before it. */
export function willBeDone<T>(doing: Promise<T>): Promise<T> {
  coming.add(doing)
  const forget = () => void coming.delete(doing)
  doing.then(forget, forget)
  return doing
}

/** Whoever waited for the answer remembers the action first. */
const afterAnswer = () => new Promise<void>((resolve) => setTimeout(resolve))

export async function undoLast(): Promise<void> {
  // Without a network no answer is about to come.
  if (coming.size > 0 && connection.reach.get() === 'live') await Promise.race([Promise.allSettled(coming).then(afterAnswer), whenAway()])
  const last = done.at(-1)
  if (last) await undoAction(last)
  else notify({ kind: 'done', text: m.nothingToUndoHere })
}

/** What is being taken back: it is what would be done again. */
const undoing = new Set<Promise<void>>()

/** Does again what was taken back last, and the time before it. */
export function redoLast(): void {
  if (undoing.size > 0) return void Promise.allSettled(undoing).then(redoLast)
  const last = undone.pop()
  if (!last) return void notify({ kind: 'done', text: m.nothingToRedo })
  if (redoNotice !== undefined) dismissNotice(redoNotice)
  redoNotice = undefined
  // What it does is remembered before it waits for anything.
  isRedoing = true
  try {
    last.again()
  } finally {
    isRedoing = false
  }
}

export function undoAction(action: OwnAction): Promise<void> {
  const doing = undo(action).finally(() => undoing.delete(doing))
  undoing.add(doing)
  return doing
}

async function undo(action: OwnAction): Promise<void> {
  forgetAction(action)
  const since = newest
  if (action.isFinal) return void notify({ kind: 'problem', text: m.cannotUndo(action.said) })
  const { takeBack: call } = action
  if (call) return inOrder(() => takeBack(action, call, since))
  const writes = action.further ? [...action.writes, ...(await action.further)] : action.writes
  const { rest, unsent } = withdrawn(writes)
  const all = [...(partly.get(action) ?? []), ...unsent]
  if (rest.length === 0) return sayWithdrawn(action, all, since)
  return inOrder(() => takeBackWrites(action, rest, all, since))
}

/** Taken back before it was sent. */
interface Unsent {
  write: ActionWrite
  /** Has it sent after all. */
  putBack: () => void
}

/** Of an action of which the rest could not be taken back yet. */
const partly = new WeakMap<OwnAction, readonly Unsent[]>()

/** One after the other, in the order of the keys: what was done before can stand only where what was done after it is gone. */
let lastUndo: Promise<unknown> = Promise.resolve()

function inOrder(call: () => Promise<void>): Promise<void> {
  const doing = lastUndo.then(call)
  lastUndo = doing
  return doing
}

async function takeBackWrites(action: OwnAction, rest: readonly ActionWrite[], unsent: readonly Unsent[], since: number): Promise<void> {
  try {
    const found = await inTurns(rest, entryOf)
    const seqs = found.filter((seq) => seq !== undefined)
    if (seqs.length === 0) return unsent.length > 0 ? sayWithdrawn(action, unsent, since) : void notify({ kind: 'problem', text: m.undoGone })
    const reverted = await revert(seqs)
    const again = unsent.length > 0 ? { again: () => redoBoth(action, reverted.entries, unsent) } : {}
    sayTakenBack({ ...reverted, ...again }, action.said, since, hooksOf(action))
    action.undone?.()
  } catch (error) {
    // What was on its way waits again by now, where the cloud is out of reach.
    const isOffline = can.writeOffline && isAway(error)
    const late = isOffline ? withdrawn(rest) : { rest, unsent: [] }
    const all = [...unsent, ...late.unsent]
    if (late.rest.length === 0) return sayWithdrawn(action, all, since)
    partly.set(action, all)
    done.push(action)
    notify({ kind: 'problem', text: isOffline ? `${m.undoFailed} ${m.offline.undo}` : explain(m.undoFailed, error) })
  }
}

/** Takes back what was not sent yet. `rest`: what was. */
function withdrawn(writes: readonly ActionWrite[]) {
  const found = writes.map((write) => ({ write, putBack: backend.withdraw(write) }))
  return {
    rest: found.flatMap(({ write, putBack }) => (putBack ? [] : [write])),
    unsent: found.flatMap(({ write, putBack }): Unsent[] => (putBack ? [{ write, putBack }] : [])),
  }
}

const hooksOf = ({ undone: wasUndone, redone }: UndoHooks): UndoHooks => ({ ...(wasUndone ? { undone: wasUndone } : {}), ...(redone ? { redone } : {}) })

function sayWithdrawn(action: OwnAction, unsent: readonly Unsent[], since: number): void {
  partly.delete(action)
  sayTakenBack({ conflicts: [], again: () => redoUnsent(action, unsent) }, action.said, since)
  action.undone?.()
}

/** What was never sent is sent after all. */
function redoUnsent(action: OwnAction, unsent: readonly Unsent[]): void {
  for (const { putBack } of unsent) putBack()
  action.redone?.()
  didAction(action, true)
  sayAction(action, m.redoneThat(action.said))
}

/** Of what had been sent in part: the rest is sent after all, and what was sent is written again. */
function redoBoth(action: OwnAction, seqs: readonly number[], unsent: readonly Unsent[]): void {
  for (const { putBack } of unsent) putBack()
  void redoEntries(
    seqs,
    action.said,
    hooksOf(action),
    unsent.map(({ write }) => write),
  )
}

async function takeBack(action: OwnAction, call: () => Promise<TakenBack>, since: number): Promise<void> {
  try {
    sayTakenBack(await call(), action.said, since, hooksOf(action))
    action.undone?.()
  } catch (error) {
    done.push(action)
    notify({ kind: 'problem', text: explain(m.undoFailed, error) })
  }
}

async function entryOf(write: ActionWrite): Promise<number | undefined> {
  const { taskId: then, is } = write
  // It may have been made without a network, under a number of this device.
  const taskId = numberSince(then) ?? then
  await settled(`task ${taskId}`)
  if (write.entry !== undefined) return write.entry
  const own = await findEntry(taskId, (one) => backend.isMe(one.actor) && one.undone_by === null && one.undo_of === null && is(one))
  return own?.seq
}

/** Reverts one journal entry, anybody's. Says what was left alone and why, and offers to bring it back. */
export const undoEntry = (seq: number): Promise<void> => undoTogether([seq])

export async function undoTogether(seqs: readonly number[]): Promise<void> {
  try {
    sayTakenBack(await revert(seqs))
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.undoFailed, error) })
  }
}

/** `said`: what the action had said, where it is one of this window. */
export function sayTakenBack({ conflicts, entries = [], again }: TakenBack, said = '', since = newest, hooks: UndoHooks = {}): void {
  // Doing the whole again would do what is still done, too.
  const whole = conflicts.length === 0 ? again : undefined
  const known = whole ?? (entries.length > 0 ? () => void redoEntries(entries, said, hooks) : undefined)
  const redo = since === newest ? known : undefined
  if (redoNotice !== undefined) dismissNotice(redoNotice)
  if (redo) undone.push({ said, again: redo })
  const offer = redo ? { action: { label: m.redo, key: 'shift+z', run: redoLast } } : {}
  // Of several some may be left alone: what was taken back can be done again all the same.
  const leftAlone = [...new Set(conflicts.map(leftAloneText))].slice(0, 3).join('; ')
  const text = said === '' ? m.undone : m.undoneThat(said)
  const notice = notify({ ...(leftAlone === '' ? { kind: 'done', text } : { kind: 'problem', text: m.undoConflict(leftAlone) }), ...offer })
  redoNotice = redo && notice
}

/** An entry of the journal as what an action wrote. */
const asWrite = (entry: number): ActionWrite => ({ taskId: 0, entry, is: () => false })

/** What it writes is taken back like what was done first, with `writes`, which were done again before. */
async function redoEntries(seqs: readonly number[], said: string, hooks: UndoHooks, writes: readonly ActionWrite[] = []): Promise<void> {
  const doing = revert(seqs)
  const action: OwnAction = {
    said,
    writes,
    further: doing.then(
      ({ entries }) => entries.map(asWrite),
      () => [],
    ),
    ...hooks,
  }
  didAction(action, true)
  try {
    const { conflicts, entries } = await doing
    if (conflicts.length === 0) hooks.redone?.()
    if (conflicts.length === 0 && entries.length > 0) return void sayAction(action, said === '' ? m.redone : m.redoneThat(said))
    forgetAction(action)
    sayTakenBack({ conflicts, entries: [] }, said)
  } catch (error) {
    forgetAction(action)
    undone.push({ said, again: () => void redoEntries(seqs, said, hooks, writes) })
    notify({ kind: 'problem', text: explain(m.redoFailed, error) })
  }
}
