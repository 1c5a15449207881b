// Lists of tasks: their order, several rows at once, who works on what.
import type { list as english } from '../en/list.ts'
import { plural } from './plural.ts'

export const list: typeof english = {
  display: {
    name: 'Ansicht',
    order: 'Sortieren',
    groups: 'Gruppieren nach',
    sorts: {
      next: 'Nächstes zuerst',
      newest: 'Neueste zuerst',
      due: 'Fälligkeit',
      updated: 'Zuletzt geändert',
      oldest: 'Älteste zuerst',
      priority: 'Höchste Priorität',
      title: 'Titel',
    },
    groupings: {
      none: 'Standard',
      status: 'Status',
      priority: 'Priorität',
      due: 'Fälligkeit',
      assignee: 'Zuständig',
      label: 'Etikett',
      requester: 'Anfrage von',
    },
    grouped: {
      status: 'Nach Status',
      priority: 'Nach Priorität',
      due: 'Nach Fälligkeit',
      assignee: 'Nach Zuständigen',
      label: 'Nach Etikett',
      requester: 'Nach Anfragenden',
    },
    without: { status: '', priority: '', due: '', assignee: 'Niemand', label: 'Ohne Etikett', requester: 'Von niemandem angefragt' },
    save: 'Ansicht speichern',
    saveName: 'Name der Ansicht',
    saved: (name) => `„${name}“ in der Seitenleiste gespeichert`,
  },
  claim: {
    until: (time) => `bis ${time}`,
    by: (name, until) => `${name} arbeitet bis ${until} daran`,
    byYou: (until) => `Du arbeitest bis ${until} daran`,
    release: 'Abgeben',
    released: (id) => `#${id} abgegeben`,
    notReleased: 'Die Aufgabe konnte nicht abgegeben werden.',
  },
  index: {
    indexing: (done) => `Neue Aufgaben werden indexiert: ${done}`,
    rebuilding: (done) => `Alle Aufgaben werden neu indexiert: ${done}`,
    fetching: (done) => `Suchmodell wird heruntergeladen: ${done}`,
  },
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
    moved: (n, status) => `${plural(n, '1 Aufgabe', '# Aufgaben')} nach „${status}“ verschoben`,
    deleted: (n) => plural(n, '1 Aufgabe gelöscht', '# Aufgaben gelöscht'),
    notSaved: (n) => `${plural(n, '1 Änderung konnte', '# Änderungen konnten')} nicht gespeichert werden.`,
    notDeleted: (n) => `${plural(n, '1 Aufgabe konnte', '# Aufgaben konnten')} nicht gelöscht werden.`,
    delete: 'Löschen',
    label: 'Etikett',
  },
}
