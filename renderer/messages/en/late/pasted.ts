// Several lines pasted where one task is written.
import { plural } from '../plural.ts'

export const pasted = {
  name: (n: number) => plural(n, '1 line pasted', '# lines pasted'),
  tasks: (n: number) => plural(n, 'Add 1 task', 'Add # tasks, one a line'),
  tasksWithParts: (n: number, parts: number) => `${plural(n, 'Add 1 task', 'Add # tasks')}, ${plural(parts, '1 as a part', '# as parts')}`,
  one: 'One task, the rest as its description',
  leave: 'Cancel',
  description: 'Description',
  withoutDescription: 'Leave out',
  more: (n: number) => plural(n, 'and 1 more', 'and # more'),
  tooMany: (max: number) => `More than ${max} lines at once: import them as a file in Settings, or keep them in one task.`,
  added: (n: number) => plural(n, '1 task added', '# tasks added'),
}
