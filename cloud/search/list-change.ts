// What goes from a team's rows into the copy that its index reads.
import type { Status } from '../../shared/schema/task.ts'

/** What words, meanings and filters need of a task. */
export interface CopiedTask {
  id: number
  uid: string
  title: string
  description: string | null
  status: Status
  priority: string
  labels: string[]
  requesters: string[]
  assignee: string | null
  due: string | null
  triage: string | null
  dedupe_key: string | null
  parent_uid: string | null
  blocker_uids: string[]
  created_at: string
  updated_at: string
}

export interface CopiedComment {
  id: number
  task_id: number
  body: string
  created_at: string
}

export interface CopiedText {
  hash: string
  /** Empty: it has none. */
  text: string
}

/** What there is after a change. */
export interface CopySize {
  tasks: number
  /** Files that tasks name and of which it is not known what they say, those of the newest tasks first. */
  awaited: string[]
}

/** Where a copy stands. */
export interface CopyState {
  /** The event up to which it knows everything that it has. */
  cursor: number
  /** The last task that was read in; undefined: all are there. */
  filledTo: number | undefined
}

/** All or nothing: these tasks are as said, those of `ids` that are not among `tasks` are gone. */
export interface ListChange {
  ids: readonly number[]
  tasks: readonly CopiedTask[]
  comments: readonly CopiedComment[]
  /** What files say that tasks name. */
  texts?: readonly CopiedText[]
  /** The tasks that wait for an answer, and those that somebody works on; undefined: as before. */
  holds?: { asked: readonly number[]; claimed: readonly number[] } | undefined
  state: CopyState
}
