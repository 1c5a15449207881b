// What was changed, and the way back.
import { plural } from './plural.ts'

export const undo = {
  changes: (n: number) => plural(n, '1 change', '# changes'),
  changesAtLeast: (n: number) => `${new Intl.NumberFormat('en').format(n)}+ changes`,

  actors: 'Whose changes',
  everybody: 'Everybody',
  undoAll: {
    ask: 'Undo all of this',
    would: (parts: string) => `This would ${parts}.`,
    removed: (n: number) => (n > 0 ? `take back ${plural(n, '1 thing that was added', '# things that were added')}` : ''),
    restored: (n: number) => (n > 0 ? `bring back ${plural(n, '1 thing that was deleted', '# things that were deleted')}` : ''),
    reverted: (n: number) => (n > 0 ? `put back ${plural(n, '1 change', '# changes')}` : ''),
    nothing: 'Nothing of this can be undone any more.',
    leaves: (n: number) =>
      plural(n, '1 thing stays as it is, because somebody changed it since:', '# things stay as they are, because somebody changed them since:'),
    more: (n: number) => `Also ${plural(n, '1 earlier change', '# earlier changes')}. This preview covers only the newest ones.`,
    since: (field: string) => `${field}, changed since`,
    undo: (n: number) => `Undo ${plural(n, '1 change', '# changes')}`,
  },
  undo: 'Undo',
  undoShort: 'undo',
  undoThis: (what: string) => `Undo: ${what}`,
  undoLast: 'Undo my last change',
  undone: 'Undone',
  undoing: (done: number, all: number) => `Undoing: ${plural(done, '1', '#')} of ${plural(all, '1', '#')}`,
  undoneInPart: (n: number) => `${plural(n, '1 change is', '# changes are')} undone, the rest is not.`,
  redo: 'Redo',
  wasUndone: 'undone',
  byToken: (name: string | null): string => (name === null ? 'with a revoked API token' : `with the API token “${name}”`),
  nothingToUndo: 'Nothing to undo in this window. History of a task has the rest.',
  nothingToUndoHere: 'Nothing to undo in this window. Activity has the rest.',
  undoGone: 'That change is undone already, or was changed since. Nothing was changed now.',
  undoFailed: 'Nothing was undone.',
  undoConflict: (reasons: string) => `Left as it is: ${reasons}.`,
}
