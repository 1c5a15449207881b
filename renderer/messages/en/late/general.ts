// Words of several places, by what they are about: the frame, what did not work, lists, what was undone.
import { plural } from '../plural.ts'

export const general = {
  newTaskNamed: (title: string) => `New task “${title}”`,
  addTo: { labels: 'Add a label', requesters: 'Add a requester' },
  linksCopied: (n: number) => plural(n, 'Link copied', '# links copied'),
  linkNotCopied: (address: string) => `Couldn’t copy the link: ${address}`,
  filterHint: 'Filter, or type -label:bug',
  filterTyped: (text: string) => `Filter by ${text}`,
  themes: { system: 'System', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  themeContrast: 'Use high-contrast theme',
  showMore: (n: number) => `Show ${plural(n, '1 more', '# more')}`,
  taskFailed: (id: number) => `Couldn’t load #${id}.`,
  activityFailed: 'Couldn’t load activity.',
  goneBy: (id: number, who: string, when: string) => `#${id} was deleted by ${who} ${when}. Its history is kept.`,
  goneInto: (id: number, into: number, when: string) => `#${id} was merged into #${into} ${when}. Its history is kept.`,
  goneByYou: (id: number, when: string) => `You deleted #${id} ${when}. Its history is kept.`,
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
    prioritySet: (n: number, priority: string) => `${plural(n, '1 task', '# tasks')} set to ${priority} priority`,
    wordAdded: (n: number, word: string) => `Added ${word} to ${plural(n, '1 task', '# tasks')}`,
    wordRemoved: (n: number, word: string) => `Removed ${word} from ${plural(n, '1 task', '# tasks')}`,
    assigned: (n: number, name: string) => `${plural(n, '1 task', '# tasks')} assigned to ${name}`,
    unassigned: (n: number) => `${plural(n, '1 task', '# tasks')} unassigned`,
    due: (n: number, when: string) => plural(n, `1 task is due ${when}`, `# tasks are due ${when}`),
    dueRemoved: (n: number) => `Removed the due date of ${plural(n, '1 task', '# tasks')}`,
    moved: (n: number, status: string) => `${plural(n, '1 task', '# tasks')} moved to ${status}`,
    reminded: (n: number) => `Reminder added to ${plural(n, '1 task', '# tasks')}`,
    scheduled: (n: number) => `Due date and reminder set for ${plural(n, '1 task', '# tasks')}`,
    delete: 'Delete',
  },
  changes: (n: number) => plural(n, '1 change', '# changes'),
  changesAtLeast: (n: number) => `${new Intl.NumberFormat('en').format(n)}+ changes`,
  undoThis: (what: string) => `Undo: ${what}`,
  undoneInPart: (n: number) => `Undid ${plural(n, '1 change', '# changes')}, but not the rest.`,
  byToken(name: string | null, owner: string | null, maker: string | null): string {
    if (name === null) return 'with a revoked API token'
    const made = maker === null ? '' : ` (created by ${maker})`
    return owner === null ? `with the API token “${name}”` : `with ${owner}’s API token “${name}”${made}`
  },
  undoAll: {
    ask: 'Undo all of these',
    would: (parts: string) => `This would ${parts}.`,
    removed: (n: number) => (n > 0 ? `remove ${plural(n, '1 added item', '# added items')}` : ''),
    restored: (n: number) => (n > 0 ? `restore ${plural(n, '1 deleted item', '# deleted items')}` : ''),
    reverted: (n: number) => (n > 0 ? `revert ${plural(n, '1 change', '# changes')}` : ''),
    nothing: 'Nothing here can be undone.',
    leaves: (n: number) => plural(n, '1 item was changed again since and stays as it is:', '# items were changed again since and stay as they are:'),
    more: (n: number) => `Plus ${plural(n, '1 earlier change', '# earlier changes')} that this preview doesn’t list.`,
    undo: (n: number) => `Undo ${plural(n, '1 change', '# changes')}`,
  },
}
