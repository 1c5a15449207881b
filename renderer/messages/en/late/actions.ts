// What can be done to tasks, as the palette, menus and pickers name it.
import { plural } from '../plural.ts'

export const actions = {
  status: 'Set status…',
  keep: (n: number) => (n > 1 ? `Keep ${n} tasks in Open` : 'Keep in Open'),
  moveTo: (status: string) => `Move to ${status}`,
  stepBack: 'Previous status',
  priority: 'Set priority…',
  setPriority: (priority: string) => `Priority: ${priority}`,
  labels: 'Add or remove labels…',
  requesters: 'Add or remove requesters…',
  remind: 'Add a reminder…',
  later: 'Remind me later…',
  part: 'Add a part',
  title: 'Edit title',
  comment: 'Leave a comment',
  merge: (n: number) => (n > 1 ? `Merge ${n} tasks into…` : 'Merge into…'),
  release: 'Release claim',
  copyLinks: (n: number) => plural(n, 'Copy link', 'Copy # links'),
  delete: (n: number) => plural(n, 'Delete task', 'Delete # tasks'),
  /** The section of the palette for what is done to the tasks at hand. */
  onTask: (id: number) => `#${id}`,
  onSelected: (n: number) => plural(n, '1 selected task', '# selected tasks'),
  best: 'Best match',
  related: 'Related',
  find: 'Filter, or press a number',
  findWord: { labels: 'Label', requesters: 'Name or email address' },
  addWord: (word: string) => `Add “${word}”`,
  answer: (option: string) => `Answer “${option}”`,
  oneAtATime: (name: string, n: number) => `“${name}” works on one task at a time, but ${n} are selected.`,
  attached: (n: number, to: number) => `${plural(n, '1 task is', '# tasks are')} now part of #${to}`,
  blocked: (n: number, by: number) => `${plural(n, '1 task waits', '# tasks wait')} for #${by}`,
}
