// What the person did in this window, newest last, so that one key takes it back. The service does the undoing, from its journal.
import type { JournalEntry, UndoConflict, UndoResult } from '../../shared/schema/journal.ts'
import { api, isAway, me, once } from '../api.ts'
import { can } from '../abilities.ts'
import { explain } from '../errors.ts'
import { home } from '../home.ts'
import { m } from '../messages.ts'
import { dismissNotice, notify } from '../notices.ts'
import { inTurns } from './in-turns.ts'
import { settled } from './sending.ts'

export interface OwnWrite {
  taskId: number
  /** Which entry of the task's history it was. */
  is(entry: JournalEntry): boolean
  /** Its seq, where the answer to the write said it. */
  entry?: number
}

export interface OwnAction {
  /** "128 moved to Done". */
  said: string
  /** One for each task that it touched. */
  writes: readonly OwnWrite[]
  /** Told once it is taken back. */
  undone?: () => void
}

const mostKept = 100
const done: OwnAction[] = []

/** Remembers the action and says what happened, with the key to take it back. */
export function didAction(action: OwnAction, quiet = false): void {
  done.push(action)
  if (done.length > mostKept) done.shift()
  if (quiet) return
  notify({ kind: 'done', text: action.said, action: { label: m.undo, key: 'z', run: () => void undoAction(action) } })
}

/** Forgets an action that did not come about. */
export function forgetAction(action: OwnAction): void {
  const at = done.indexOf(action)
  if (at >= 0) done.splice(at, 1)
}

export async function undoLast(): Promise<void> {
  const last = done.at(-1)
  if (last) await undoAction(last)
  else notify({ kind: 'done', text: can.activity ? m.nothingToUndoHere : m.nothingToUndo })
}

/** Where writes wait on the device: takes back what has not been sent, and says whether that was it. cloud/start.ts sets it. */
export const unsent: { withdraw: (write: OwnWrite) => boolean } = { withdraw: () => false }

export async function undoAction(action: OwnAction): Promise<void> {
  forgetAction(action)
  const rest = action.writes.filter((write) => !unsent.withdraw(write))
  if (rest.length === 0) return notify({ kind: 'done', text: m.undone })
  try {
    const found = await inTurns(rest, entryOf)
    const seqs = found.filter((seq) => seq !== undefined)
    if (seqs.length === 0) return notify({ kind: 'problem', text: m.undoGone })
    await undoEntries(seqs)
    action.undone?.()
  } catch (error) {
    // What was on its way waits again by now, where the cloud is out of reach.
    const isOffline = can.writeOffline && isAway(error)
    if (isOffline && rest.filter((write) => !unsent.withdraw(write)).length === 0) return notify({ kind: 'done', text: m.undone })
    done.push(action)
    notify({ kind: 'problem', text: isOffline ? `${m.undoFailed} ${m.offline.undo}` : explain(m.undoFailed, error) })
  }
}

async function entryOf(write: OwnWrite): Promise<number | undefined> {
  const { taskId, is } = write
  await settled(`task ${taskId}`)
  if (write.entry !== undefined) return write.entry
  const history = await api.readTaskHistory({ params: { id: taskId } })
  const own = history.find(
    (one) => one.actor.kind === 'person' && (home === 'local' || one.actor.name === me.name) && one.undone_by === null && one.undo_of === null && is(one),
  )
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
async function undoEntries(seqs: readonly number[]): Promise<void> {
  if (seqs.length > 1 && can.changeTogether) return undoMany(seqs)
  const results = await inTurns(seqs, (seq) => api.undo({ body: { entry: seq } }, once()))
  sayUndone(
    results.flatMap(({ conflicts }) => conflicts),
    results.flatMap(({ entries }) => entries.slice(0, 1)),
  )
}

const mostInOneUndo = 1000
/** What takes longer says how far it is. */
const silentFor = 1000

/** Newest first, as if each were undone by itself. */
async function undoMany(seqs: readonly number[]): Promise<void> {
  const newestFirst = [...seqs].sort((a, b) => b - a)
  const results: UndoResult[] = []
  const start = performance.now()
  for (let at = 0; at < newestFirst.length; at += mostInOneUndo) {
    if (performance.now() - start > silentFor) notify({ kind: 'done', text: m.undoing(at, newestFirst.length) })
    // oxlint-disable-next-line no-await-in-loop -- what is newer goes first
    results.push(await api.undo({ body: { entries: newestFirst.slice(at, at + mostInOneUndo) } }, once()))
  }
  sayUndone(
    results.flatMap(({ conflicts }) => conflicts),
    results.flatMap(({ entries }) => entries),
  )
}

/** What an actor did in a stretch of time. */
export interface Stretch {
  actor: string
  since: string
  until: string
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

export async function undoStretch(stretch: Stretch): Promise<void> {
  try {
    const { conflicts, entries } = await api.undo({ body: stretch }, once())
    sayUndone(conflicts, entries)
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.undoFailed, error) })
  }
}

function sayUndone(conflicts: readonly UndoConflict[], written: readonly number[]): void {
  dismissNotice()
  if (conflicts.length > 0) {
    notify({ kind: 'problem', text: m.undoConflict([...new Set(conflicts.map((conflict) => conflict.reason))].slice(0, 3).join('; ')) })
    return
  }
  const redo = () => void undoEntries(written).catch((error: unknown) => notify({ kind: 'problem', text: explain(m.undoFailed, error) }))
  notify({ kind: 'done', text: m.undone, ...(written.length === 0 ? {} : { action: { label: m.redo, run: redo } }) })
}
