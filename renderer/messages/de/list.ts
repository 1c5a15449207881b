// Lists of tasks: their order, several rows at once, who works on what.
import type { list as english } from '../en/list.ts'
import { plural } from './plural.ts'

export const list: typeof english = {
  display: {
    name: 'Ansicht',
    order: 'Reihenfolge',
    groups: 'Gruppen',
    sorts: {
      newest: 'Neueste zuerst',
      updated: 'Zuletzt geänderte zuerst',
      oldest: 'Älteste zuerst',
      priority: 'Höchste Priorität zuerst',
      title: 'Nach Titel',
    },
    groupings: { none: 'Wie die Liste sie hat', status: 'Status', priority: 'Priorität', label: 'Etikett', requester: 'Person' },
    by: (what) => `Nach ${what}`,
    without: { status: '', priority: '', label: 'Ohne Etikett', requester: 'Für niemanden' },
    save: 'Diese Liste merken',
    saveName: 'Name der Liste',
    saved: (name) => `„${name}“ steht jetzt in der Seitenleiste`,
  },
  claim: {
    until: (time) => `bis ${time}`,
    by: (name, until) => `${name} arbeitet daran bis ${until}`,
    release: 'Freigeben',
    released: (id) => `${id} ist wieder frei`,
    notReleased: 'Die Aufgabe wurde nicht freigegeben.',
  },
  index: {
    indexing: (done) => `Die Suche liest neue Aufgaben: ${done}`,
    rebuilding: (done) => `Die Suche liest alle Aufgaben neu: ${done}`,
    fetching: (done) => `Ein Suchmodell wird geholt: ${done}`,
  },
  board: {
    empty: 'Nichts hier',
    emptyTitle: 'Von der Idee bis erledigt, in fünf Spalten',
    emptyText: 'Eine Aufgabe steht in der Spalte ihres Status. Ziehen, ein Tipp oder eine Taste bewegt sie weiter.',
  },
  duplicate: { looksLike: 'beschreibt dasselbe', merge: 'Verbinden' },
  many: {
    picked: (n) => plural(n, '1 ausgewählt', '# ausgewählt'),
    clear: 'Auswahl aufheben',
    changed: (n) => plural(n, '1 Aufgabe geändert', '# Aufgaben geändert'),
    moved: (n, status) => `${plural(n, '1 Aufgabe', '# Aufgaben')}: ${status}`,
    deleted: (n) => plural(n, '1 Aufgabe gelöscht', '# Aufgaben gelöscht'),
    notSaved: (n) => `${plural(n, '1 Änderung wurde', '# Änderungen wurden')} nicht gespeichert.`,
    notDeleted: (n) => `${plural(n, '1 Aufgabe wurde', '# Aufgaben wurden')} nicht gelöscht.`,
    delete: 'Löschen',
    label: 'Etikett',
  },
}
