// Taking back what an actor did in one go.
import type { ActorKind } from '../../../shared/schema/actor.ts'
import type { UndoResult } from '../../../shared/schema/journal.ts'
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../messages/late.ts'
import { notify } from '../../lib/notices.ts'
import { sayTakenBack } from './own-actions.ts'
import { createProgress, together } from './revert.ts'

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
  const progress = createProgress()
  try {
    for (let to: number | null = stretch.to; to !== null; ) {
      // What is newer goes first.
      const result: UndoResult = await api.undo({ body: { ...stretch, to } }, once())
      results.push(result)
      to = result.next
      const done = stepsIn(results)
      if (to !== null) progress.say(done, done + result.left)
    }
    progress.end()
    sayTakenBack(together(results))
  } catch (error) {
    progress.end()
    const done = stepsIn(results)
    notify({ kind: 'problem', text: explain(done === 0 ? m.undoFailed : m.undoneInPart(done), error) })
  }
}

const stepsIn = (results: readonly UndoResult[]): number => results.reduce((sum, { done, conflicts }) => sum + done.length + conflicts.length, 0)
