// A task: its fields, its texts, and what was done to it.
import type { task as english } from '../en/task.ts'
import { plural } from './plural.ts'

export const task: typeof english = {
  quickAddHint: 'Was ist zu tun? morgen um 9 #etikett !hoch @wer',
  looksLike: 'Ähnelt',
  addThere: 'Dort anfügen',
  describe: 'Beschreibung hinzufügen',
  editDescription: 'Beschreibung bearbeiten',
  markdownWelcome: 'Markdown ist willkommen',
  writeComment: 'Kommentar schreiben, Markdown ist willkommen',
  comments: 'Kommentare',
  history: 'Verlauf',
  matchedBy: (words, meaning) => (words && meaning ? 'Wörter + Sinn' : meaning ? 'Sinn' : 'Wörter'),
  noHits: (query) => `Nichts gefunden zu „${query}“.`,
  everyWeek: (day, time) => `Jeden ${day} um ${time}`,
  everyMonth: (day, time) => `Jeden Monat am ${day}. um ${time}`,
  everyMonthEnd: (time) => `Jeden Monat am letzten Tag um ${time}`,
  everyDays: (days, time) => `${plural(days, 'Jeden Tag', 'Alle # Tage')}${time ? ` um ${time}` : ''}`,
  nextReminder: (when) => `wieder ${when}`,

  taskNumber: (id) => `Aufgabe ${id}`,
  moveCard: (id, status) => `Status von ${id}: ${status}. In eine andere Spalte verschieben`,
  statusOf: (id, status) => `Status von ${id}: ${status}. Drücken für den nächsten`,
  priorityIs: (priority) => `Priorität ${priority}`,
  requestedBy: (names) => `Für ${names}`,

  added: (id) => `${id} hinzugefügt`,
  deleted: (id) => `${id} gelöscht`,
  movedTo: (id, status) => `${id} ist jetzt: ${status}`,
  prioritySet: (id, priority) => `Priorität von ${id}: ${priority}`,
  titleChanged: (id) => `Titel von ${id} geändert`,
  descriptionChanged: (id) => `Beschreibung von ${id} geändert`,
  titleWrittenOver: (id, other) => `Titel von ${id} geändert, statt „${other}“`,
  descriptionWrittenOver: (id) => `Beschreibung von ${id} geändert, statt des neueren Texts von jemand anderem`,
  writtenMeanwhile: (id) => `Jemand hat denselben Text von ${id} zuerst geändert. Deiner ist nicht gespeichert, aber noch da: beide stehen bei der Aufgabe.`,
  labelsChanged: (id) => `Etiketten von ${id} geändert`,
  requestersChanged: (id) => `Personen von ${id} geändert`,
  commented: (id) => `Kommentar zu ${id} hinzugefügt`,

  titleMeanwhile: 'Jemand hat den Titel geändert, während du schriebst:',
  changedMeanwhile: 'Jemand hat diesen Text geändert, während du schriebst. Deiner ist hier sicher.',
  takeTheirs: 'Deren nehmen',
  keepMine: 'Meinen behalten',
  mergeBoth: 'Beide verbinden',
}
