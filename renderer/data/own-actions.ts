// What the person did in this window, newest last, so that one key takes it back. The service does the undoing, from its journal.
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { api, once } from '../api.ts'
import { explain } from '../errors.ts'
import { m } from '../messages.ts'
import { dismissNotice, notify } from '../notices.ts'
import { settled } from './sending.ts'

export interface OwnAction {
  /** "128 moved to Done". */
  said: string
  taskId: number
  /** Which entry of the task's history it was. */
  is(entry: JournalEntry): boolean
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
  else notify({ kind: 'done', text: m.nothingToUndo })
}

async function undoAction(action: OwnAction): Promise<void> {
  forgetAction(action)
  try {
    await settled(`task ${action.taskId}`)
    const history = await api.readTaskHistory({ params: { id: action.taskId } })
    const entry = history.find((one) => one.actor.kind === 'person' && one.undone_by === null && one.undo_of === null && action.is(one))
    if (entry) await undoEntry(entry.seq)
    else notify({ kind: 'problem', text: m.undoGone })
  } catch (error) {
    done.push(action)
    notify({ kind: 'problem', text: explain(m.undoFailed, error) })
  }
}

/** Reverts one journal entry, anybody's. Says what was left alone and why, and offers to bring it back. */
export async function undoEntry(seq: number): Promise<void> {
  try {
    const result = await api.undo({ body: { entry: seq } }, once())
    const [written] = result.entries
    dismissNotice()
    if (result.conflicts.length > 0) {
      notify({ kind: 'problem', text: m.undoConflict(result.conflicts.map((conflict) => conflict.reason).join('; ')) })
    } else {
      notify({
        kind: 'done',
        text: m.undone,
        ...(written === undefined ? {} : { action: { label: m.redo, run: () => void undoEntry(written) } }),
      })
    }
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.undoFailed, error) })
  }
}
