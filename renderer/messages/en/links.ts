// Parts of a task, and which task waits for which.
import { plural } from './plural.ts'

const list = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(words)

export const links = {
  partsDone: (done: number, total: number) => `${done} of ${total} parts done`,
  finish: (id: number) => `Complete #${id}`,
  reopen: (id: number) => `Reopen #${id}`,
  detached: (id: number, from: number) => `#${id} is no longer part of #${from}`,
  attached: (id: number, to: number) => `#${id} is now part of #${to}`,
  blockerAdded: (id: number, by: number) => `#${id} waits for #${by}`,
  blockerRemoved: (id: number, by: number) => `#${id} no longer waits for #${by}`,
  circle: (id: string, way: string) => `#${id} would wait for itself: ${way}. Remove one of these links first.`,
  tooDeep: (depth: number) => `Parts can be nested at most ${depth} levels deep.`,
  named: (id: number, title: string) => `#${id} ${title}`,
  another: 'another task',
  deleted: 'a deleted task',
  openParts: (n: number) => plural(n, '1 open part', '# open parts'),
  approval: 'your approval',
  answers: (n: number) => plural(n, 'an answer', '# answers'),
  others: (n: number) => `${n} others`,
  waitsFor: (what: readonly string[]) => `Waiting for ${list(what)}`,
}
