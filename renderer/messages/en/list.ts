// Lists of tasks: their order, several rows at once, who works on what.
import { plural } from './plural.ts'

export const list = {
  display: {
    name: 'Display',
    order: 'Sort',
    groups: 'Group by',
    sorts: {
      next: 'Next first',
      newest: 'Newest first',
      due: 'Due date',
      updated: 'Recently updated',
      oldest: 'Oldest first',
      priority: 'Highest priority',
      title: 'Title',
    },
    groupings: { none: 'Default', status: 'Status', priority: 'Priority', due: 'Due date', assignee: 'Assignee', label: 'Label', requester: 'Requester' },
    grouped: { status: 'By status', priority: 'By priority', due: 'By due date', assignee: 'By assignee', label: 'By label', requester: 'By requester' },
    without: { status: '', priority: '', due: '', assignee: 'Nobody', label: 'No label', requester: 'No requester' },
    save: 'Save view',
    saveName: 'View name',
    saved: (name: string) => `Saved “${name}” to the sidebar`,
  },
  claim: {
    until: (time: string) => `until ${time}`,
    by: (name: string, until: string) => `${name} is working until ${until}`,
    byYou: (until: string) => `You’re working until ${until}`,
    release: 'Release',
    released: (id: number) => `#${id} released`,
    notReleased: 'Couldn’t release the task.',
  },
  index: {
    indexing: (done: string) => `Indexing new tasks: ${done}`,
    rebuilding: (done: string) => `Reindexing all tasks: ${done}`,
    fetching: (done: string) => `Downloading a search model: ${done}`,
  },
  board: {
    empty: 'No tasks',
    emptyTitle: 'From an idea to done, in five columns',
    emptyText: 'Each status is a column. Drag a card to move it, tap its status, or press a key.',
  },
  duplicate: {
    looksLike: 'Possible duplicate',
    merge: 'Merge',
  },
  many: {
    picked: (n: number) => plural(n, '1 selected', '# selected'),
    clear: 'Clear selection',
    changed: (n: number) => plural(n, '1 task changed', '# tasks changed'),
    moved: (n: number, status: string) => `${plural(n, '1 task', '# tasks')} moved to ${status}`,
    deleted: (n: number) => plural(n, '1 task deleted', '# tasks deleted'),
    notSaved: (n: number) => `Couldn’t save ${plural(n, '1 change', '# changes')}.`,
    notDeleted: (n: number) => `Couldn’t delete ${plural(n, '1 task', '# tasks')}.`,
    delete: 'Delete',
    label: 'Label',
  },
}
