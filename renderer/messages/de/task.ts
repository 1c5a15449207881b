// A task: its fields, its texts, and what was done to it.
import type { task as english } from '../en/task.ts'
import { plural, uhr } from './plural.ts'

export const task: typeof english = {
  quickAddHint: 'Neue Aufgabe, z. B. „Ana anrufen morgen um 9 #privat !hoch“',
  looksLike: 'Mögliches Duplikat',
  addThere: 'Dort hinzufügen',
  describe: 'Beschreibung hinzufügen',
  editDescription: 'Beschreibung bearbeiten',
  markdownWelcome: 'Markdown möglich',
  writeComment: 'Kommentar schreiben …',
  comments: 'Kommentare',
  history: 'Verlauf',
  everyWeek: (day, time) => `Jeden ${day} um ${uhr(time)}`,
  everyMonth: (day, time) => `Monatlich am ${day}. um ${uhr(time)}`,
  everyMonthEnd: (time) => `Monatlich am letzten Tag um ${uhr(time)}`,
  everyDays: (days, time) => `${plural(days, 'Jeden Tag', 'Alle # Tage')}${time ? ` um ${uhr(time)}` : ''}`,
  nextReminder: (when) => `nächstes Mal ${when}`,
  nextReminderOn: (day) => `nächstes Mal am ${day}`,
  priorityIs: (priority) => `Priorität ${priority}`,
  requestedBy: (names) => `Angefragt von ${names}`,

  quoted: (title) => `„${title}“`,
  added: (id) => `#${id} hinzugefügt`,
  deleted: (id) => `#${id} gelöscht`,
  saidAlso: (said, more) => `${said}; ${more}`,
  movedTo: (id, status) => `#${id} nach „${status}“ verschoben`,
  prioritySet: (id, priority) => `#${id}: Priorität ${priority}`,
  writtenMeanwhile: (id) =>
    `Jemand anderes hat denselben Text in #${id} schneller geändert. Deiner ist noch nicht gespeichert, aber sicher: Öffne die Aufgabe, um beide zu vergleichen.`,
  commented: (id) => `Kommentar zu #${id} hinzugefügt`,
  takeTheirs: 'Andere Fassung übernehmen',
  keepMine: 'Meine Fassung behalten',
  mergeBoth: 'Beide zusammenführen',
}
