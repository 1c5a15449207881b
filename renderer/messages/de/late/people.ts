// Contacts.
import type { people as english } from '../../en/late/people.ts'

export const people: typeof english = {
  add: 'Neuer Kontakt',
  edit: 'Bearbeiten',
  delete: 'Kontakt löschen',
  mergeInto: 'Zusammenführen mit …',
  find: 'Kontakte suchen',
  choose: 'Wähle einen Kontakt, um seine Anfragen zu sehen.',
  noneFound: 'Keine passenden Kontakte.',
  requested: 'Anfragen',
  requestedNothing: 'Noch keine Anfragen. Trage den Namen oder die E-Mail-Adresse bei einer Aufgabe unter „Anfrage von“ ein.',
  openOf: (open, all) => `${new Intl.NumberFormat('de').format(open)} von ${new Intl.NumberFormat('de').format(all)} offen`,
  emailWrong: 'Gib eine E-Mail-Adresse ein, z. B. ana@example.org',
  added: (name) => `${name} hinzugefügt`,
  saved: (name) => `${name} gespeichert`,
  deleted: (name) => `${name} gelöscht`,
  merged: (from, into) => `${from} mit ${into} zusammengeführt`,
  notSaved: 'Es wurde nichts geändert.',
  failed: 'Die Kontakte konnten nicht geladen werden',
  emptyTitle: 'Noch keine Kontakte',
  emptyText: 'Kontakte sind die Menschen hinter deinen Aufgaben. Was jemand angefragt hat, steht auf der Seite dieses Kontakts.',
}
