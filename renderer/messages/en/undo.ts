// What was changed, and undoing it.
import { plural } from './plural.ts'

export const undo = {
  actors: 'Changes by',
  everybody: 'Everyone',
  undoAll: {
    since: (field: string) => `“${field}” has changed since`,
    gone: 'already undone, or changed since',
  },
  undo: 'Undo',
  undoShort: 'undo',
  undoLast: 'Undo my last change',
  undone: 'Undone',
  undoneByOther: (name: string, n: number) => `${name} undid ${plural(n, 'a change of yours', '# changes of yours')}`,
  undoneThat: (what: string) => `Undone: ${what}`,
  undoing: (done: number, all: number) => `Undoing ${plural(done, '1', '#')} of ${plural(all, '1', '#')}`,
  redo: 'Redo',
  redoLast: 'Redo what I undid last',
  redone: 'Redone',
  redoneThat: (what: string) => `Redone: ${what}`,
  redoFailed: 'Couldn’t redo.',
  nothingToRedo: 'Nothing to redo in this window.',
  cannotUndo: (what: string) => `This can’t be undone: ${what}`,
  wasUndone: 'undone',
  nothingToUndoHere: 'Nothing to undo in this window. For older changes, see Activity.',
  undoGone: 'That change was already undone or has been changed since.',
  undoFailed: 'Couldn’t undo.',
  undoConflict: (reasons: string) => `Not undone: ${reasons}.`,
}
