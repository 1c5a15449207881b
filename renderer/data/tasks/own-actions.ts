// What the person did in this window, newest last, so that one key takes it back. The service does the undoing, from its journal.
import type { ActorKind } from '../../../shared/schema/actor.ts'
import type { UndoConflict, UndoResult } from '../../../shared/schema/journal.ts'
import { isAway, once } from '../../backend/api.ts'
import { api, backend, type OwnWrite } from '../../backend/backend.ts'
import { can } from '../../backend/abilities.ts'
import { explain } from '../../backend/explain.ts'
import { leftAloneText } from '../../lib/conflict-text.ts'
import { m } from '../../lib/messages.ts'
import { dismissNotice, notify } from '../../lib/notices.ts'
import { findEntry } from './history.ts'
import { inTurns } from './in-turns.ts'
import { settled } from './sending.ts'

export interface ActionWrite extends OwnWrite {
  /** Its seq, where the answer to the write said it. */
  entry?: number
}

export interface OwnAction {
  /** "128 moved to Done". */
  said: string
  /** One for each task that it touched. */
  writes: readonly ActionWrite[]
  /** What is in no task's history is taken back in a way of its own, in place of `writes`. Throws what the service answers. */
  takeBack?: () => Promise<TakenBack>
  /** Told once it is taken back. */
  undone?: () => void
}

export interface TakenBack {
  /** What was left as it is, because somebody changed it since. */
  conflicts: readonly UndoConflict[]
  /** Does it once more. */
  again?: () => void
}

const maxKept = 100
const done: OwnAction[] = []
/** The message of each action, while one was shown. */
const saidBy = new WeakMap<OwnAction, number>()
/** The message that offers to do again what was taken back last. */
let redoNotice: number | undefined

/** Remembers the action and says what happened, with the key to take it back. */
export function didAction(action: OwnAction, quiet = false): void {
  done.push(action)
  if (done.length > maxKept) done.shift()
  // Redone now, what was taken back would meet what is being done.
  if (redoNotice !== undefined) dismissNotice(redoNotice)
  redoNotice = undefined
  if (!quiet) sayAction(action)
}

/** Says what was remembered quietly; nothing where it was taken back meanwhile. Returns the number of the message. */
export function sayAction(action: OwnAction): number | undefined {
  if (!done.includes(action)) return undefined
  const id = notify({ kind: 'done', text: action.said, action: { label: m.undo, key: 'z', run: () => void undoAction(action) } })
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

/** Does something that is in no task's history: z takes it back from this moment on, also while it is still being done. False when it was refused, which is then explained. */
export async function doAction(action: OwnAction & { takeBack: () => Promise<TakenBack> }, call: () => Promise<unknown>, failed: string): Promise<boolean> {
  const doing = call()
  const remembered: OwnAction = { ...action, takeBack: () => doing.then(action.takeBack) }
  didAction(remembered, true)
  try {
    await doing
    sayAction(remembered)
    return true
  } catch (error) {
    forgetAction(remembered)
    notify({ kind: 'problem', text: explain(failed, error) })
    return false
  }
}

/** Takes entries of the journal back, and offers to bring them back. */
export async function takeBackEntries(seqs: readonly number[]): Promise<TakenBack> {
  const { conflicts, entries } = await api.undo({ body: { entries: [...seqs] } }, once())
  return { conflicts, ...(entries.length === 0 ? {} : { again: () => void redo(entries) }) }
}

export async function undoLast(): Promise<void> {
  const last = done.at(-1)
  if (last) await undoAction(last)
  else notify({ kind: 'done', text: can.activity ? m.nothingToUndoHere : m.nothingToUndo })
}

export async function undoAction(action: OwnAction): Promise<void> {
  forgetAction(action)
  if (action.takeBack) return takeBack(action, action.takeBack)
  const rest = action.writes.filter((write) => !backend.withdraw(write))
  if (rest.length === 0) return void notify({ kind: 'done', text: m.undoneThat(action.said) })
  try {
    const found = await inTurns(rest, entryOf)
    const seqs = found.filter((seq) => seq !== undefined)
    if (seqs.length === 0) return void notify({ kind: 'problem', text: m.undoGone })
    await undoEntries(seqs, action.said)
    action.undone?.()
  } catch (error) {
    // What was on its way waits again by now, where the cloud is out of reach.
    const isOffline = can.writeOffline && isAway(error)
    if (isOffline && rest.filter((write) => !backend.withdraw(write)).length === 0) return void notify({ kind: 'done', text: m.undoneThat(action.said) })
    done.push(action)
    notify({ kind: 'problem', text: isOffline ? `${m.undoFailed} ${m.offline.undo}` : explain(m.undoFailed, error) })
  }
}

async function takeBack(action: OwnAction, call: () => Promise<TakenBack>): Promise<void> {
  try {
    const { conflicts, again } = await call()
    sayTakenBack(conflicts, again, action.said)
    action.undone?.()
  } catch (error) {
    done.push(action)
    notify({ kind: 'problem', text: explain(m.undoFailed, error) })
  }
}

async function entryOf(write: ActionWrite): Promise<number | undefined> {
  const { taskId, is } = write
  await settled(`task ${taskId}`)
  if (write.entry !== undefined) return write.entry
  const own = await findEntry(taskId, (one) => backend.isMe(one.actor) && one.undone_by === null && one.undo_of === null && is(one))
  return own?.seq
}

/** Reverts one journal entry, anybody's. Says what was left alone and why, and offers to bring it back. */
export const undoEntry = (seq: number): Promise<void> => undoTogether([seq])

export async function undoTogether(seqs: readonly number[]): Promise<void> {
  try {
    await undoEntries(seqs)
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.undoFailed, error) })
  }
}

/** Throws what the service answers. */
async function undoEntries(seqs: readonly number[], said?: string): Promise<void> {
  if (seqs.length > 1 && can.changeTogether) return undoMany(seqs, said)
  const results = await inTurns(seqs, (seq) => api.undo({ body: { entry: seq } }, once()))
  sayUndone(
    results.flatMap(({ conflicts }) => conflicts),
    results.flatMap(({ entries }) => entries.slice(0, 1)),
    said,
  )
}

/** They are one transaction, for which others wait. */
const maxInOneUndo = 250
/** What takes longer says how far it is. */
const silentFor = 1000

/** Newest first, as if each were undone by itself. */
async function undoMany(seqs: readonly number[], said?: string): Promise<void> {
  const newestFirst = [...seqs].sort((a, b) => b - a)
  const results: UndoResult[] = []
  const start = performance.now()
  for (let at = 0; at < newestFirst.length; at += maxInOneUndo) {
    if (performance.now() - start > silentFor) notify({ kind: 'done', text: m.undoing(at, newestFirst.length) })
    // What is newer goes first.
    results.push(await api.undo({ body: { entries: newestFirst.slice(at, at + maxInOneUndo) } }, once()))
  }
  sayUndone(
    results.flatMap(({ conflicts }) => conflicts),
    results.flatMap(({ entries }) => entries),
    said,
  )
}

/** What an actor, in one of its runs, did between two positions of the journal. */
export interface Stretch {
  actor: string
  kind: ActorKind
  run: string | null
  from: number
  to: number
}

/** What undoing it would do; undefined when the service does not say, which is then explained. */
export async function previewStretch(stretch: Stretch): Promise<UndoResult | undefined> {
  try {
    return await api.undo({ body: { ...stretch, preview: true } }, once())
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.undoFailed, error) })
    return undefined
  }
}

/** The service takes back a part in each call; in between it answers others, and we say how far it is. */
export async function undoStretch(stretch: Stretch): Promise<void> {
  const results: UndoResult[] = []
  const start = performance.now()
  try {
    for (let to: number | null = stretch.to; to !== null; ) {
      // What is newer goes first.
      const result: UndoResult = await api.undo({ body: { ...stretch, to } }, once())
      results.push(result)
      to = result.next
      if (to === null || performance.now() - start < silentFor) continue
      const done = stepsIn(results)
      notify({ kind: 'done', text: m.undoing(done, done + result.left) })
    }
    sayUndone(
      results.flatMap(({ conflicts }) => conflicts),
      results.flatMap(({ entries }) => entries),
    )
  } catch (error) {
    const done = stepsIn(results)
    notify({ kind: 'problem', text: explain(done === 0 ? m.undoFailed : m.undoneInPart(done), error) })
  }
}

const stepsIn = (results: readonly UndoResult[]): number => results.reduce((sum, { done, conflicts }) => sum + done.length + conflicts.length, 0)

function sayUndone(conflicts: readonly UndoConflict[], written: readonly number[], what?: string): void {
  sayTakenBack(conflicts, written.length === 0 ? undefined : () => void redo(written), what)
}

const redo = (written: readonly number[]): Promise<void> =>
  undoEntries(written).catch((error: unknown) => void notify({ kind: 'problem', text: explain(m.undoFailed, error) }))

/** `what`: what the action had said, where it is one of this window. */
function sayTakenBack(conflicts: readonly UndoConflict[], again: (() => void) | undefined, what?: string): void {
  dismissNotice()
  if (conflicts.length > 0) {
    notify({ kind: 'problem', text: m.undoConflict([...new Set(conflicts.map(leftAloneText))].slice(0, 3).join('; ')) })
    return
  }
  const said = notify({ kind: 'done', text: what === undefined ? m.undone : m.undoneThat(what), ...(again ? { action: { label: m.redo, run: again } } : {}) })
  redoNotice = again && said
}
