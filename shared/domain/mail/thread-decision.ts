// What becomes of something that was found in a conversation: a new task, an addition to one that exists, a question for a person, or
// nothing but the kept message. This is the whole list: whatever a text says, nothing else can come of it.
import type { Status } from '../../schema/task.ts'
import type { ExtractedTask } from './extracted-task.ts'

export interface Candidate {
  id: number
  status: Status
  /** The chance that it is the same task. */
  score: number
}

export interface Thread {
  /** Tasks that this conversation belongs to, oldest first. */
  linked: readonly { id: number; status: Status }[]
  /** It was there before these messages. */
  isKnown: boolean
  /** Nothing that a person wrote: an absence, a delivery report. */
  isAutomatic: boolean
  /** Found by reading new messages on their own, so that it may well be another wish than the thread's first. */
  readsNewWishes: boolean
}

export type Decision =
  | { action: 'create' }
  | { action: 'update'; id: number; score: number | null }
  | { action: 'propose'; as: 'create'; why: string }
  | { action: 'propose'; as: 'update'; id: number; why: string }
  | { action: 'keep' }

/** From this chance on it is the same task, as for on_duplicate. */
const surelySame = 0.85
/** From here on a person is asked. */
export const maybeSame = 0.75
/** In its own thread less likeness says enough. */
const sameInThread = 0.5
const sureEnough = 0.6

export function decide({ confidence, doubt }: Pick<ExtractedTask, 'confidence' | 'doubt'>, candidates: readonly Candidate[], thread: Thread): Decision {
  const { linked } = thread
  const likeliest = candidates[0]
  const unsure = doubt ?? 'It is not sure that this asks for anything.'

  if (linked.length > 0) {
    if (thread.isAutomatic) return { action: 'keep' }
    const own = candidates.find((one) => linked.some((task) => task.id === one.id))
    if (own && own.score >= sameInThread) return { action: 'update', id: own.id, score: own.score }
    if (thread.readsNewWishes && confidence >= sureEnough) return elsewhere()
    const open = linked.find((task) => task.status !== 'done') ?? linked.at(-1)
    return { action: 'update', id: (open as { id: number }).id, score: null }
  }
  if (thread.isKnown) return { action: 'propose', as: 'create', why: 'This conversation has no task (any more): nothing came of it, or its task was deleted.' }
  if (confidence < sureEnough) return { action: 'propose', as: 'create', why: unsure }
  return elsewhere()

  function elsewhere(): Decision {
    if (!likeliest || likeliest.score < maybeSame) return { action: 'create' }
    if (likeliest.status === 'done') return { action: 'propose', as: 'create', why: `It may be about task ${likeliest.id}, which is done.` }
    if (likeliest.score >= surelySame) return { action: 'update', id: likeliest.id, score: likeliest.score }
    return { action: 'propose', as: 'update', id: likeliest.id, why: `It may be about task ${likeliest.id}.` }
  }
}
