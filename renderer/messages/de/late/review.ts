// The review: agents' proposals, and possible duplicates.
import type { question as englishQuestion, review as english } from '../../en/late/review.ts'
import { plural } from '../plural.ts'

export const review: typeof english = {
  accept: 'Annehmen',
  reject: 'Ablehnen',
  rejectBecause: 'Mit Begründung ablehnen',
  reason: 'Warum nicht? Der Agent sieht die Begründung.',
  cancel: 'Abbrechen',
  none: 'nichts',
  comment: 'Kommentar',
  move: 'um die Karte zu wechseln',
  sameTask: 'Mögliches Duplikat',
  likely: (chance) => `${chance} Übereinstimmung`,
  alike: (a, b) => `#${a} und #${b} sind vielleicht Duplikate`,
  mergeInto: (from, into) => `#${from} mit #${into} zusammenführen`,
  keepBoth: 'Beide behalten',
  comments: (n) => plural(n, '1 Kommentar', '# Kommentare'),
  accepted: (what) => `Angenommen: ${what}`,
  rejected: (what) => `Abgelehnt: ${what}`,
  failed: 'Die Liste zum Prüfen konnte nicht geladen werden',
  emptyTitle: 'Nichts zu prüfen',
  emptyText: 'Hier erscheinen Fragen von Agenten, Änderungen, die du freigeben musst, und mögliche Duplikate.',
  policies: 'Rechte der Agenten',
  wants: {
    close: (n) => `möchte ${plural(n, 'eine Aufgabe', '# Aufgaben')} abschließen`,
    create_task: () => 'möchte eine Aufgabe hinzufügen',
    update_task: (n) => `möchte ${plural(n, 'eine Aufgabe', '# Aufgaben')} ändern`,
    set_task_status: (n) => `möchte den Status ${plural(n, 'einer Aufgabe', 'von # Aufgaben')} ändern`,
    delete_task: (n) => `möchte ${plural(n, 'eine Aufgabe', '# Aufgaben')} löschen`,
    finish_task: () => 'möchte eine Aufgabe beenden',
    add_comment: () => 'möchte kommentieren',
    schedule_reminder: () => 'möchte eine Erinnerung setzen',
    claim_task: () => 'möchte an einer Aufgabe arbeiten',
    release_task: () => 'möchte eine Aufgabe abgeben',
    create_contact: () => 'möchte einen Kontakt hinzufügen',
    done_unproven: (n) => `meldet ${plural(n, 'eine Aufgabe', '# Aufgaben')} als erledigt, aber der Nachweis fehlt`,
    other: (tool) => `möchte ${tool} aufrufen`,
  },
}

/** Questions of agents. */
export const question: typeof englishQuestion = {
  part: 'Fragen von Agenten',
  asks: (who, task) => `${who} fragt zu #${task}`,
  hasOne: 'hat eine Frage',
  own: 'Deine Antwort …',
  other: 'Oder etwas anderes …',
  answer: 'Antworten',
  dismiss: 'Verwerfen',
  choose: 'Antwort auswählen',
  write: 'Antwort schreiben',
}
