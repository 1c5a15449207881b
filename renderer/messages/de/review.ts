// The review: what agents want to do, and what looks alike.
import type { review as english } from '../en/review.ts'
import { pluralIn } from '../plural.ts'

const plural = pluralIn('de')

export const review: typeof english = {
  wishes: 'Was Agenten tun möchten',
  pairs: 'Sehen gleich aus',
  accept: 'Annehmen',
  reject: 'Ablehnen',
  rejectBecause: 'Mit Grund ablehnen',
  reason: 'Warum nicht? Der Agent erfährt es.',
  cancel: 'Abbrechen',
  none: 'nichts',
  comment: 'Kommentar',
  move: 'geht durch die Karten',
  sameTask: 'Ist das dieselbe Aufgabe?',
  likely: (chance) => `zu ${chance} wahrscheinlich`,
  alike: (a, b) => `${a} und ${b} sehen gleich aus`,
  mergeInto: (from, into) => `${from} in ${into} aufnehmen`,
  keepBoth: 'Beide behalten',
  comments: (n) => plural(n, '1 Kommentar', '# Kommentare'),
  merged: (from, into) => `${from} ist in ${into} aufgegangen`,
  keptBoth: (a, b) => `${a} und ${b} sind zwei Aufgaben`,
  accepted: (what) => `Angenommen: ${what}`,
  rejected: (what) => `Abgelehnt: ${what}`,
  notAccepted: 'Es wurde nicht angenommen.',
  notRejected: 'Es wurde nicht abgelehnt.',
  notJudged: 'Beide stehen noch auf der Liste.',
  notMerged: 'Es wurde nichts verbunden.',
  failed: 'Die Liste zum Prüfen ließ sich nicht lesen',
  emptyTitle: 'Nichts wartet auf dich',
  emptyText: 'Hier fragen Agenten, bevor sie schreiben, wo du es so willst, und Aufgaben, die sich gleichen, stehen nebeneinander.',
  policies: 'Was Agenten dürfen',
  wants: {
    close: (n) => `möchte ${plural(n, 'eine Aufgabe', '# Aufgaben')} abschließen`,
    create_task: () => 'möchte eine Aufgabe hinzufügen',
    update_task: (n) => `möchte ${plural(n, 'eine Aufgabe', '# Aufgaben')} ändern`,
    set_task_status: (n) => `möchte den Status ${plural(n, 'einer Aufgabe', 'von # Aufgaben')} ändern`,
    delete_task: (n) => `möchte ${plural(n, 'eine Aufgabe', '# Aufgaben')} löschen`,
    add_comment: () => 'möchte kommentieren',
    schedule_reminder: () => 'möchte eine Erinnerung setzen',
    claim_task: () => 'möchte an einer Aufgabe arbeiten',
    release_task: () => 'möchte eine Aufgabe freigeben',
    create_contact: () => 'möchte einen Kontakt hinzufügen',
    other: (tool) => `möchte ${tool} aufrufen`,
  },
}
