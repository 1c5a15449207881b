// What of a task is read for its meaning: title and description make one vector, its comments another.
import { createHash } from 'node:crypto'
import type { TaskText } from '../task-text-store.ts'
import type { Part } from './vector-store.ts'

/** Far more than the model reads. */
const commentCharacters = 8000

export function textsOf(task: TaskText): [Part, string][] {
  const own: [Part, string] = [0, task.description ? `${task.title}\n${task.description}` : task.title]
  if (task.comments.length === 0) return [own]
  // The newest say where it stands.
  return [own, [1, [task.title, ...task.comments.toReversed()].join('\n').slice(0, commentCharacters)]]
}

/** Recognises a text that has a vector already. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64').slice(0, 16)
