// What was changed, and the way back.
import type { undo as english } from '../en/undo.ts'
import { plural } from './plural.ts'

export const undo: typeof english = {
  changes: (n) => plural(n, '1 Änderung', '# Änderungen'),
  changesAtLeast: (n) => `über ${new Intl.NumberFormat('de').format(n)} Änderungen`,

  actors: 'Wessen Änderungen',
  everybody: 'Alle',
  undoAll: {
    ask: 'All das rückgängig machen',
    would: (parts) => `Das würde ${parts}.`,
    removed: (n) => (n > 0 ? plural(n, '1 Hinzugefügtes zurücknehmen', '# Hinzugefügte zurücknehmen') : ''),
    restored: (n) => (n > 0 ? plural(n, '1 Gelöschtes zurückholen', '# Gelöschte zurückholen') : ''),
    reverted: (n) => (n > 0 ? plural(n, '1 Änderung zurücksetzen', '# Änderungen zurücksetzen') : ''),
    nothing: 'Davon lässt sich nichts mehr rückgängig machen.',
    leaves: (n) =>
      plural(n, 'Eines bleibt, wie es ist, weil es seither jemand geändert hat:', '# bleiben, wie sie sind, weil sie seither jemand geändert hat:'),
    more: (n) => `Dazu ${plural(n, '1 ältere Änderung', '# ältere Änderungen')}. Diese Vorschau zeigt nur die neuesten.`,
    since: (field) => `${field}, seither geändert`,
    undo: (n) => `${plural(n, '1 Änderung', '# Änderungen')} rückgängig machen`,
  },
  undo: 'Rückgängig',
  undoShort: 'zurück',
  undoThis: (what) => `Rückgängig: ${what}`,
  undoLast: 'Meine letzte Änderung rückgängig machen',
  undone: 'Rückgängig gemacht',
  undoing: (done, all) => `Wird rückgängig gemacht: ${plural(done, '1', '#')} von ${plural(all, '1', '#')}`,
  undoneInPart: (n) => `${plural(n, '1 Änderung ist', '# Änderungen sind')} rückgängig gemacht, der Rest nicht.`,
  redo: 'Wiederholen',
  wasUndone: 'zurückgenommen',
  byToken: (name: string | null) => (name === null ? 'mit einem widerrufenen API-Token' : `mit dem API-Token „${name}“`),
  nothingToUndo: 'In diesem Fenster gibt es nichts rückgängig zu machen. Der Verlauf der Aufgabe hat den Rest.',
  nothingToUndoHere: 'In diesem Fenster gibt es nichts rückgängig zu machen. Der Rest steht unter „Verlauf“.',
  undoGone: 'Das ist schon rückgängig gemacht, oder wurde seither geändert. Jetzt wurde nichts geändert.',
  undoFailed: 'Es wurde nichts rückgängig gemacht.',
  undoConflict: (reasons) => `Bleibt, wie es ist: ${reasons}.`,
}
