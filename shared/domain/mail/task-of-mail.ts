// To which task does a mail (or a chat message) belong? A new one, one that exists, a question for a person, or none: then the message is
// merely kept. This is the whole list: whatever a text says, nothing else can come of it. How likely two texts mean one task, and from which
// chance on that is enough, is decided for every entry point in ../duplicates/same-task.ts.
import type { Status } from '../../schema/task.ts'
import { sameTaskFrom } from '../duplicates/same-task.ts'
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
  /** Found by reading new messages on their own, so that they may well ask for something else than the thread's first. */
  readsNewRequests: boolean
}

export type Decision =
  | { action: 'create' }
  | { action: 'update'; id: number; score: number | null }
  | { action: 'propose'; as: 'create'; why: string }
  | { action: 'propose'; as: 'update'; id: number; why: string }
  | { action: 'keep' }

/** So sure that a message asks for anything, a task is made without asking a person. */
const sureEnough = 0.6

export function taskOfMail({ confidence, doubt }: Pick<ExtractedTask, 'confidence' | 'doubt'>, candidates: readonly Candidate[], thread: Thread): Decision {
  const { linked } = thread
  const likeliest = candidates[0]
  const unsure = doubt ?? 'It’s unclear whether this asks for anything.'

  if (linked.length > 0) {
    if (thread.isAutomatic) return { action: 'keep' }
    const own = candidates.find((one) => linked.some((task) => task.id === one.id))
    if (own && own.score >= sameTaskFrom.inItsThread) return { action: 'update', id: own.id, score: own.score }
    if (thread.readsNewRequests && confidence >= sureEnough) return elsewhere()
    const open = linked.find((task) => task.status !== 'done') ?? linked.at(-1)
    return { action: 'update', id: (open as { id: number }).id, score: null }
  }
  if (thread.isKnown) return { action: 'propose', as: 'create', why: 'This conversation has no task: nothing came of it, or its task was deleted.' }
  if (confidence < sureEnough) return { action: 'propose', as: 'create', why: unsure }
  return elsewhere()

  function elsewhere(): Decision {
    if (!likeliest || likeliest.score < sameTaskFrom.asked) return { action: 'create' }
    if (likeliest.status === 'done') return { action: 'propose', as: 'create', why: `It may be about task #${likeliest.id}, which is done.` }
    if (likeliest.score >= sameTaskFrom.taken) return { action: 'update', id: likeliest.id, score: likeliest.score }
    return { action: 'propose', as: 'update', id: likeliest.id, why: `It may be about task #${likeliest.id}.` }
  }
}
