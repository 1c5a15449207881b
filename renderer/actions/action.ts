// What the table of tasks (task-actions.ts) and that of Review (review/card-actions.ts) say about each of their actions.
import type { Priority, Status } from '../../shared/schema/task.ts'

export type ActionGlyph =
  | { status: Status }
  | { priority: Priority }
  | 'status'
  | 'keep'
  | 'label'
  | 'requester'
  | 'assignee'
  | 'due'
  | 'reminder'
  | 'part'
  | 'whole'
  | 'detach'
  | 'blocker'
  | 'merge'
  | 'title'
  | 'description'
  | 'comment'
  | 'release'
  | 'link'
  | 'up'
  | 'down'
  | 'delete'
  | 'yes'
  | 'no'
  | 'edit'
  | 'answer'
  | 'here'
  | 'there'
  | 'reason'
  | 'task'
  | 'activity'

/** Menus separate them, in this order. */
export const actionGroups = ['decide', 'values', 'links', 'texts', 'look', 'order', 'end'] as const

/** `On`: what it is done to. */
export interface Action<On> {
  id: string
  group: (typeof actionGroups)[number]
  glyph: ActionGlyph
  /** As commands, buttons and menus name it. */
  name: (on: On) => string
  /** The first one is shown beside its name. */
  keys: readonly string[]
  isDanger?: true
}
