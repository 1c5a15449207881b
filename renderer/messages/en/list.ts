// Lists of tasks: their order, several rows at once, who works on what.
import { plural } from './plural.ts'

export const list = {
  display: {
    name: 'Display',
    order: 'Sort',
    groups: 'Group by',
    sorts: {
      manual: 'Manual',
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
  },
  lists: {
    saved: 'Saved lists',
    save: 'Save list',
    saveNew: 'Save as new list',
    saveChanges: 'Save changes',
    name: 'List name',
    /** The one that has this name already. */
    replace: 'Replace',
    added: (name: string) => `“${name}” saved in the sidebar`,
    changed: (name: string) => `“${name}” changed`,
    renamed: (name: string) => `List renamed to “${name}”`,
    moved: (name: string) => `“${name}” moved`,
    deleted: (name: string) => `“${name}” deleted, but not its tasks`,
    given: (values: string) => `From this list: ${values}`,
    ofSearch: 'Show all results as a list',
    notSaved: 'Couldn’t save the list.',
    asText: (typed: string) => `“${typed}” can’t be read as a filter, so it’s searched as text`,
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
  triaged: (n: number, all: number) => `${n} of ${all} triaged`,
  keep: 'Keep in Open',
  many: {
    kept: (n: number) => `${plural(n, '1 task', '# tasks')} kept in Open`,
    deleted: (n: number) => plural(n, '1 task deleted', '# tasks deleted'),
    notSaved: (n: number) => `Couldn’t save ${plural(n, '1 change', '# changes')}.`,
    notDeleted: (n: number) => `Couldn’t delete ${plural(n, '1 task', '# tasks')}.`,
    merged: (n: number, into: number) => `${plural(n, '1 task', '# tasks')} merged into #${into}`,
  },
}
