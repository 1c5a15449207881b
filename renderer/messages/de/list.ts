// Lists of tasks: their order, several rows at once, who works on what.
import type { list as english } from '../en/list.ts'
import { plural } from './plural.ts'

export const list: typeof english = {
  display: {
    name: 'Ansicht',
    order: 'Sortieren',
    groups: 'Gruppieren nach',
    sorts: {
      manual: 'Von Hand',
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
  },
  lists: {
    saved: 'Gespeicherte Listen',
    save: 'Liste speichern',
    saveNew: 'Als neue Liste speichern',
    saveChanges: 'Änderungen speichern',
    name: 'Name der Liste',
    added: (name) => `„${name}“ steht jetzt in der Seitenleiste`,
    changed: (name) => `„${name}“ geändert`,
    renamed: (name) => `Liste in „${name}“ umbenannt`,
    moved: (name) => `„${name}“ verschoben`,
    deleted: (name) => `„${name}“ gelöscht. Die Aufgaben bleiben.`,
    given: (values) => `Aus dieser Liste: ${values}`,
    ofSearch: 'Alle Treffer als Liste zeigen',
    notSaved: 'Die Liste konnte nicht gespeichert werden.',
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
  many: {
    deleted: (n) => plural(n, '1 Aufgabe gelöscht', '# Aufgaben gelöscht'),
    notSaved: (n) => `${plural(n, '1 Änderung konnte', '# Änderungen konnten')} nicht gespeichert werden.`,
    notDeleted: (n) => `${plural(n, '1 Aufgabe konnte', '# Aufgaben konnten')} nicht gelöscht werden.`,
    merged: (n, into) => `${plural(n, '1 Aufgabe', '# Aufgaben')} mit #${into} zusammengeführt`,
  },
}
