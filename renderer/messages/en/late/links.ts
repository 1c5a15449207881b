// Parts of a task, and which task waits for which.
import { plural } from '../plural.ts'

export const links = {
  parts: 'Parts',
  partOf: 'Part of',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  addPart: 'Add a part',
  partHint: 'A smaller task',
  detach: (id: number) => `Detach #${id}`,
  detachFrom: (from: number) => `Detach from #${from}`,
  attach: 'Make part of…',
  moreParts: (n: number) => `Show ${plural(n, '1 more part', '# more parts')}`,
  blocks: 'Blocks',
  graph: 'Dependencies',
  moreTasks: (n: number) => `Show ${plural(n, '1 more task', '# more tasks')}`,
  addBlocker: 'Add a blocker',
  find: 'Title or number',
  notFound: 'No matching tasks.',
  removeBlocker: (by: number) => `Don’t wait for #${by}`,
  removeWaiting: (id: number) => `Don’t make #${id} wait`,
}
