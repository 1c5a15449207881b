// What was changed, and undoing it.
import type { undo as english } from '../en/undo.ts'
import { plural } from './plural.ts'

export const undo: typeof english = {
  actors: 'Änderungen von',
  everybody: 'Alle',
  undoAll: {
    since: (field) => `„${field}“ wurde seither geändert`,
    gone: 'schon rückgängig gemacht oder seither geändert',
  },
  undo: 'Rückgängig',
  undoShort: 'rückgängig',
  undoLast: 'Meine letzte Änderung rückgängig machen',
  undoneByOther: (name, n) => `${name} hat ${plural(n, 'eine Änderung von dir', '# Änderungen von dir')} rückgängig gemacht`,
  undone: 'Rückgängig gemacht',
  undoneThat: (what) => `Rückgängig gemacht: ${what}`,
  undoing: (done, all) => `Wird rückgängig gemacht: ${plural(done, '1', '#')} von ${plural(all, '1', '#')}`,
  redo: 'Wiederholen',
  redoLast: 'Rückgängig gemachte Änderung wiederholen',
  redone: 'Wiederholt',
  redoneThat: (what) => `Wiederholt: ${what}`,
  redoFailed: 'Wiederholen hat nicht geklappt.',
  nothingToRedo: 'In diesem Fenster gibt es nichts zu wiederholen.',
  cannotUndo: (what) => `Das lässt sich nicht rückgängig machen: ${what}`,
  wasUndone: 'rückgängig gemacht',
  nothingToUndoHere: 'In diesem Fenster gibt es nichts rückgängig zu machen. Ältere Änderungen stehen unter „Verlauf“.',
  undoGone: 'Diese Änderung ist schon rückgängig gemacht oder wurde seither überschrieben.',
  undoFailed: 'Rückgängig machen hat nicht geklappt.',
  undoConflict: (reasons) => `Nicht rückgängig gemacht: ${reasons}.`,
}
