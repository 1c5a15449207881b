import type { Task } from '../../../shared/schema/task.ts'

export interface PickerProps {
  /** As they were when somebody asked. */
  tasks: readonly Task[]
  ids: readonly number[]
  onDone: () => void
}

/** What all of them have in this field; undefined where they differ. */
export function commonOf<F extends keyof Task>(tasks: readonly Task[], field: F): Task[F] | undefined {
  const first = tasks[0]?.[field]
  return tasks.every((task) => task[field] === first) ? first : undefined
}
