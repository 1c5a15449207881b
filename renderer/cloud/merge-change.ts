// What becomes of a change that was made on a task that somebody else has changed meanwhile: per field the unsent change counts, and no
// text and no word is lost. Pure, so that it can be tried without a cloud.
import { mergedText } from '../../shared/domain/merge-text.ts'
import type { Task, TaskPatch } from '../../shared/schema/task.ts'

/** Both sides' additions and removals. */
export function mergedWords(mine: readonly string[], base: readonly string[], theirs: readonly string[]): string[] {
  const removed = new Set(base.filter((word) => !mine.includes(word)))
  return [...new Set([...theirs.filter((word) => !removed.has(word)), ...mine.filter((word) => !base.includes(word))])]
}

/** `base`: the fields as they were when the change was made; `theirs`: the task as it is now. */
export function mergedChange(body: TaskPatch, base: Partial<Task>, theirs: Task): TaskPatch {
  const merged: TaskPatch = { ...body }
  if (body.description !== undefined && (theirs.description ?? '') !== (base.description ?? ''))
    merged.description = mergedText(body.description ?? '', base.description ?? '', theirs.description ?? '') || null
  for (const field of ['labels', 'requesters'] as const) {
    const mine = body[field]
    if (mine) merged[field] = mergedWords(mine, base[field] ?? [], theirs[field])
  }
  return merged
}
