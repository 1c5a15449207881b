// What was changed, and undoing it.
import type { undo as english } from '../en/undo.ts'
import { plural } from './plural.ts'

export const undo: typeof english = {
  changes: (n) => plural(n, '1 Änderung', '# Änderungen'),
  changesAtLeast: (n) => `mindestens ${new Intl.NumberFormat('de').format(n)} Änderungen`,

  actors: 'Änderungen von',
  everybody: 'Alle',
  undoAll: {
    ask: 'Alle rückgängig machen',
    would: (parts) => `Das würde ${parts}.`,
    removed: (n) => (n > 0 ? plural(n, '1 hinzugefügten Eintrag entfernen', '# hinzugefügte Einträge entfernen') : ''),
    restored: (n) => (n > 0 ? plural(n, '1 gelöschten Eintrag wiederherstellen', '# gelöschte Einträge wiederherstellen') : ''),
    reverted: (n) => (n > 0 ? plural(n, '1 Änderung rückgängig machen', '# Änderungen rückgängig machen') : ''),
    nothing: 'Hier lässt sich nichts rückgängig machen.',
    leaves: (n) =>
      plural(n, '1 Eintrag wurde seither wieder geändert und bleibt, wie er ist:', '# Einträge wurden seither wieder geändert und bleiben, wie sie sind:'),
    more: (n) => `Dazu ${plural(n, '1 ältere Änderung', '# ältere Änderungen')}, die diese Vorschau nicht zeigt.`,
    since: (field) => `„${field}“ wurde seither geändert`,
    gone: 'schon rückgängig gemacht oder seither geändert',
    undo: (n) => `${plural(n, '1 Änderung', '# Änderungen')} rückgängig machen`,
  },
  undo: 'Rückgängig',
  undoShort: 'rückgängig',
  undoThis: (what) => `Rückgängig: ${what}`,
  undoLast: 'Meine letzte Änderung rückgängig machen',
  undone: 'Rückgängig gemacht',
  undoneThat: (what) => `Rückgängig gemacht: ${what}`,
  undoing: (done, all) => `Wird rückgängig gemacht: ${plural(done, '1', '#')} von ${plural(all, '1', '#')}`,
  undoneInPart: (n) => `${plural(n, '1 Änderung wurde', '# Änderungen wurden')} rückgängig gemacht, der Rest nicht.`,
  redo: 'Wiederholen',
  redoLast: 'Rückgängig gemachte Änderung wiederholen',
  redone: 'Wiederholt',
  redoneThat: (what) => `Wiederholt: ${what}`,
  redoFailed: 'Wiederholen hat nicht geklappt.',
  nothingToRedo: 'In diesem Fenster gibt es nichts zu wiederholen.',
  cannotUndo: (what) => `Das lässt sich nicht rückgängig machen: ${what}`,
  wasUndone: 'rückgängig gemacht',
  byToken: (name: string | null) => (name === null ? 'mit einem widerrufenen API-Token' : `mit dem API-Token „${name}“`),
  nothingToUndoHere: 'In diesem Fenster gibt es nichts rückgängig zu machen. Ältere Änderungen stehen unter „Verlauf“.',
  undoGone: 'Diese Änderung ist schon rückgängig gemacht oder wurde seither überschrieben.',
  undoFailed: 'Rückgängig machen hat nicht geklappt.',
  undoConflict: (reasons) => `Nicht rückgängig gemacht: ${reasons}.`,
}
