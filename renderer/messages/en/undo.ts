// What was changed, and undoing it.
import { plural } from './plural.ts'

export const undo = {
  changes: (n: number) => plural(n, '1 change', '# changes'),
  changesAtLeast: (n: number) => `${new Intl.NumberFormat('en').format(n)}+ changes`,

  actors: 'Changes by',
  everybody: 'Everyone',
  undoAll: {
    ask: 'Undo all of these',
    would: (parts: string) => `This would ${parts}.`,
    removed: (n: number) => (n > 0 ? `remove ${plural(n, '1 added item', '# added items')}` : ''),
    restored: (n: number) => (n > 0 ? `restore ${plural(n, '1 deleted item', '# deleted items')}` : ''),
    reverted: (n: number) => (n > 0 ? `revert ${plural(n, '1 change', '# changes')}` : ''),
    nothing: 'Nothing here can be undone.',
    leaves: (n: number) => plural(n, '1 item was changed again since and stays as it is:', '# items were changed again since and stay as they are:'),
    more: (n: number) => `Plus ${plural(n, '1 earlier change', '# earlier changes')} that this preview doesn’t list.`,
    since: (field: string) => `“${field}” has changed since`,
    gone: 'already undone, or changed since',
    undo: (n: number) => `Undo ${plural(n, '1 change', '# changes')}`,
  },
  undo: 'Undo',
  undoShort: 'undo',
  undoThis: (what: string) => `Undo: ${what}`,
  undoLast: 'Undo my last change',
  undone: 'Undone',
  undoneThat: (what: string) => `Undone: ${what}`,
  undoing: (done: number, all: number) => `Undoing ${plural(done, '1', '#')} of ${plural(all, '1', '#')}`,
  undoneInPart: (n: number) => `Undid ${plural(n, '1 change', '# changes')}, but not the rest.`,
  redo: 'Redo',
  wasUndone: 'undone',
  byToken: (name: string | null): string => (name === null ? 'with a revoked API token' : `with the API token “${name}”`),
  nothingToUndo: 'Nothing to undo in this window. For older changes, see a task’s history.',
  nothingToUndoHere: 'Nothing to undo in this window. For older changes, see Activity.',
  undoGone: 'That change was already undone or has been changed since.',
  undoFailed: 'Couldn’t undo.',
  undoConflict: (reasons: string) => `Not undone: ${reasons}.`,
}
