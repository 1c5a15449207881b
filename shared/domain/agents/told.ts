// What a reply tells an agent: which tasks stand in it, and who wrote what beside them. So that a text from outside is noticed wherever it is read.
import type { Actor } from '../../schema/actor.ts'
import { conversationTool } from '../mail/undecided-mail.ts'
import type { Task } from '../../schema/task.ts'

/** One of what may stand in a reply. */
export interface Told extends Partial<Task> {
  task_id?: number | null
  author?: Actor
  /** Of an entry of the history, which holds what was written. */
  actor?: Actor
  entity?: string
  before?: { author?: Actor } | null
  after?: { author?: Actor } | null
  sender?: unknown
  messages?: unknown
  /** Of a proposal: what was read from a message holds its words, and stands under the name of who wrote it. */
  tool?: string
  agent?: string
}

const isObject = (value: unknown): value is Told => typeof value === 'object' && value !== null

/** A reply, what it holds and what its lists hold. */
export function toldIn(payload: unknown): Told[] {
  const parts = Array.isArray(payload) ? payload : isObject(payload) ? [payload, ...Object.values(payload).flat()] : []
  return parts.filter(isObject)
}

const isTask = ({ id, title, status }: Told): boolean => typeof id === 'number' && typeof title === 'string' && status !== undefined

export const tasksIn = (told: readonly Told[]): Task[] => told.filter(isTask) as Task[]

/** Where an entry of the history stands, and what it keeps of a task: as it was, and as it became. A deleted task is nowhere else any more. */
export function keptTasks({ entity, task_id, before, after }: Told): Task[] {
  if (entity !== 'task' || typeof task_id !== 'number') return []
  return [before, after].filter(isObject).map((row) => ({ ...row, id: task_id }) as Task)
}

/** Whoever wrote from outside of what is told: comments by their author, the history by who wrote, proposals by what they were read from. */
export const sendersIn = (told: readonly Told[]): { source: Actor; task: number | undefined }[] =>
  told.flatMap(({ author, actor, task_id, before, after, tool, agent }) => {
    const read: Actor[] = tool === conversationTool ? [{ kind: 'email', name: agent ?? '' }] : []
    return [author, actor, before?.author, after?.author, ...read].flatMap((source) =>
      source?.kind === 'email' ? [{ source, task: task_id ?? undefined }] : [],
    )
  })
