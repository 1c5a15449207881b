// Contacts.
import type { people as english } from '../en/people.ts'

export const people: typeof english = {
  add: 'Neuer Kontakt',
  edit: 'Bearbeiten',
  delete: 'Kontakt löschen',
  mergeInto: 'Aufnehmen in',
  find: 'Kontakt finden',
  choose: 'Wähle einen Kontakt, um zu sehen, worum er bat.',
  noneFound: 'Kein Kontakt passt.',
  requested: 'Bat um',
  requestedNothing: 'Keine Aufgabe nennt diesen Kontakt. Trage Namen oder Adresse bei einer Aufgabe unter „Für“ ein.',
  openOf: (open, all) => `${new Intl.NumberFormat('de').format(open)} von ${new Intl.NumberFormat('de').format(all)} offen`,
  fields: { name: 'Name', email: 'E-Mail', phone: 'Telefon', organization: 'Organisation', role: 'Rolle' },
  emailWrong: 'Eine E-Mail-Adresse, etwa ana@example.org',
  added: (name) => `${name} hinzugefügt`,
  saved: (name) => `${name} gespeichert`,
  deleted: (name) => `${name} gelöscht`,
  merged: (from, into) => `${from} ist in ${into} aufgegangen`,
  notSaved: 'Es wurde nichts geändert.',
  failed: 'Die Kontakte ließen sich nicht lesen',
  emptyTitle: 'Noch niemand hier',
  emptyText: 'Kontakte sind die Menschen hinter den Aufgaben. Was einen mit Namen oder Adresse nennt, erscheint auf seiner Seite.',
}
