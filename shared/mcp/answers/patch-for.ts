// What an agent's update of a task writes.
import { harmless, unfenced } from '../../domain/agents/outside-text.ts'
import { invalidField } from '../../domain/app-error.ts'
import { appended } from '../../domain/tasks/appended.ts'
import type { Task, TaskPatch } from '../../schema/task.ts'
import { unfencedFurther } from '../further-fields.ts'
import { longestDescription } from '../tools/tasks.ts'

interface Change extends Pick<TaskPatch, 'status' | 'priority'> {
  labels?: string[]
  description?: string
}

/** Labels replace, a description is appended. */
export function patchFor(task: Pick<Task, 'id' | 'description' | 'labels'>, { description, labels, ...fields }: Change): TaskPatch {
  // An agent sends back the labels that it read, fence, blunted signs and all.
  const asWritten = (label: string) => task.labels.find((own) => harmless(own) === harmless(unfenced(label))) ?? unfenced(label)
  const patch: TaskPatch = { ...unfencedFurther(fields), ...(labels ? { labels: [...new Set(labels.map(asWritten))] } : {}) }
  if (!description?.trim()) return patch
  const whole = appended(task.description, description)
  if (whole.length <= longestDescription) return { ...patch, description: whole }
  const left = longestDescription - (task.description?.length ?? 0) - 2
  throw invalidField(
    '/description',
    `the description of task ${task.id} would grow beyond ${longestDescription} characters; append at most ${Math.max(0, left)}, or add a comment`,
  )
}
