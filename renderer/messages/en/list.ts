// Lists of tasks: their order, several rows at once, who works on what.
import { plural } from './plural.ts'

export const list = {
  display: {
    name: 'Display',
    order: 'Order',
    groups: 'Groups',
    sorts: { newest: 'Newest first', updated: 'Last changed first', oldest: 'Oldest first', priority: 'Highest priority first', title: 'By title' },
    groupings: { none: 'As the list has them', status: 'Status', priority: 'Priority', label: 'Label', requester: 'Requester' },
    by: (what: string) => `By ${what.toLowerCase()}`,
    without: { status: '', priority: '', label: 'No label', requester: 'No requester' },
    save: 'Save this list',
    saveName: 'Name of the list',
    saved: (name: string) => `“${name}” is in the sidebar`,
  },
  claim: {
    until: (time: string) => `until ${time}`,
    by: (name: string, until: string) => `${name} works on it until ${until}`,
    release: 'Release',
    released: (id: number) => `${id} is free again`,
    notReleased: 'The claim was not released.',
  },
  index: {
    indexing: (done: string) => `Search reads new tasks: ${done}`,
    rebuilding: (done: string) => `Search reads all tasks anew: ${done}`,
    fetching: (done: string) => `A search model is being fetched: ${done}`,
  },
  board: {
    empty: 'Nothing here',
    emptyTitle: 'From an idea to done, in five columns',
    emptyText: 'A task stands in the column of its status, and moves by dragging, by a tap or by a key.',
  },
  duplicate: {
    looksLike: 'describes the same thing',
    merge: 'Merge',
  },
  many: {
    picked: (n: number) => plural(n, '1 selected', '# selected'),
    clear: 'Clear selection',
    changed: (n: number) => plural(n, '1 task changed', '# tasks changed'),
    moved: (n: number, status: string) => `${plural(n, '1 task', '# tasks')} moved to ${status}`,
    deleted: (n: number) => plural(n, '1 task deleted', '# tasks deleted'),
    notSaved: (n: number) => `${plural(n, '1 change was', '# changes were')} not saved.`,
    notDeleted: (n: number) => `${plural(n, '1 task was', '# tasks were')} not deleted.`,
    delete: 'Delete',
    label: 'Label',
  },
}
