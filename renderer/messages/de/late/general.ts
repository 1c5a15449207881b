// Words of several places, by what they are about: the frame, what did not work, lists, what was undone.
import type { general as english } from '../../en/late/general.ts'
import { plural } from '../plural.ts'

export const general: typeof english = {
  newTaskNamed: (title) => `Neue Aufgabe „${title}“`,
  addTo: { labels: 'Etikett hinzufügen', requesters: 'Person hinzufügen' },
  linksCopied: (n) => plural(n, 'Link kopiert', '# Links kopiert'),
  linkNotCopied: (address) => `Der Link konnte nicht kopiert werden: ${address}`,
  filterHint: 'Filtern, auch mit -label:bug',
  filterTyped: (text) => `Filtern: ${text}`,
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel', contrast: 'Hoher Kontrast' },
  themeContrast: 'Design mit hohem Kontrast',
  showMore: (n) => `${plural(n, '1 weitere', '# weitere')} anzeigen`,
  taskFailed: (id) => `#${id} konnte nicht geladen werden.`,
  activityFailed: 'Der Verlauf konnte nicht geladen werden.',
  goneBy: (id, who, when) => `#${id} wurde ${when} von ${who} gelöscht. Der Verlauf bleibt erhalten.`,
  goneInto: (id, into, when) => `#${id} wurde ${when} mit #${into} zusammengeführt. Der Verlauf bleibt erhalten.`,
  goneByYou: (id, when) => `Du hast #${id} ${when} gelöscht. Der Verlauf bleibt erhalten.`,
  board: {
    empty: 'Keine Aufgaben',
    emptyTitle: 'Von der Idee bis erledigt, in fünf Spalten',
    emptyText: 'Jeder Status hat eine Spalte. Verschiebe eine Karte durch Ziehen, durch Tippen auf ihren Status oder mit einer Taste.',
  },
  duplicate: { looksLike: 'Mögliches Duplikat', merge: 'Zusammenführen' },
  many: {
    picked: (n) => plural(n, '1 ausgewählt', '# ausgewählt'),
    clear: 'Auswahl aufheben',
    changed: (n) => plural(n, '1 Aufgabe geändert', '# Aufgaben geändert'),
    prioritySet: (n, priority) => `${plural(n, '1 Aufgabe', '# Aufgaben')}: Priorität ${priority}`,
    wordAdded: (n, word) => `${word} zu ${plural(n, '1 Aufgabe', '# Aufgaben')} hinzugefügt`,
    wordRemoved: (n, word) => `${word} von ${plural(n, '1 Aufgabe', '# Aufgaben')} entfernt`,
    assigned: (n, name) => `${plural(n, '1 Aufgabe', '# Aufgaben')}: zuständig ${name}`,
    unassigned: (n) => `${plural(n, '1 Aufgabe', '# Aufgaben')}: niemand mehr zuständig`,
    due: (n, when) => `${plural(n, '1 Aufgabe', '# Aufgaben')}: fällig ${when}`,
    dueRemoved: (n) => `${plural(n, '1 Aufgabe', '# Aufgaben')}: Fälligkeit entfernt`,
    moved: (n, status) => `${plural(n, '1 Aufgabe', '# Aufgaben')} nach „${status}“ verschoben`,
    reminded: (n) => `Erinnerung für ${plural(n, '1 Aufgabe', '# Aufgaben')} hinzugefügt`,
    scheduled: (n) => `Fälligkeit und Erinnerung für ${plural(n, '1 Aufgabe', '# Aufgaben')} gesetzt`,
    delete: 'Löschen',
  },
  changes: (n) => plural(n, '1 Änderung', '# Änderungen'),
  changesAtLeast: (n) => `mindestens ${new Intl.NumberFormat('de').format(n)} Änderungen`,
  undoThis: (what) => `Rückgängig: ${what}`,
  undoneInPart: (n) => `${plural(n, '1 Änderung wurde', '# Änderungen wurden')} rückgängig gemacht, der Rest nicht.`,
  byToken(name: string | null, owner: string | null, maker: string | null) {
    if (name === null) return 'mit einem widerrufenen API-Token'
    const made = maker === null ? '' : ` (angelegt von ${maker})`
    return owner === null ? `mit dem API-Token „${name}“` : `mit dem API-Token „${name}“ von ${owner}${made}`
  },
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
    undo: (n) => `${plural(n, '1 Änderung', '# Änderungen')} rückgängig machen`,
  },
}
