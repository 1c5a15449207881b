// Parts of a task, and which task waits for which.
import { plural } from './plural.ts'

const list = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(words)

export const links = {
  parts: 'Parts',
  partOf: 'Part of',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  partsDone: (done: number, total: number) => `${done} of ${total} parts done`,
  addPart: 'Add a part',
  partHint: 'A smaller task',
  finish: (id: number) => `Complete #${id}`,
  reopen: (id: number) => `Reopen #${id}`,
  detach: (id: number) => `Detach #${id}`,
  detached: (id: number, from: number) => `#${id} is no longer part of #${from}`,
  moreParts: (n: number) => `Show ${plural(n, '1 more part', '# more parts')}`,
  blocks: 'Blocks',
  addBlocker: 'Add a blocker',
  find: 'Title or number',
  notFound: 'No matching tasks.',
  blockerAdded: (id: number, by: number) => `#${id} waits for #${by}`,
  blockerRemoved: (id: number, by: number) => `#${id} no longer waits for #${by}`,
  removeBlocker: (by: number) => `Don’t wait for #${by}`,
  removeWaiting: (id: number) => `Don’t make #${id} wait`,
  circle: (id: string, way: string) => `#${id} would wait for itself: ${way}. Remove one of these links first.`,
  openParts: (n: number) => plural(n, '1 open part', '# open parts'),
  answers: (n: number) => plural(n, 'an answer', '# answers'),
  others: (n: number) => `${n} others`,
  waitsFor: (what: readonly string[]) => `Waiting for ${list(what)}`,
}
