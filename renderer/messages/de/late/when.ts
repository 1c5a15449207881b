// Das Feld für „wann“.
import type { when as english } from '../../en/late/when.ts'

export const when: typeof english = {
  due: 'Wann ist es fällig?',
  reminder: 'Wann möchtest du erinnert werden?',
  snooze: 'Bis wann?',
  hints: {
    due: 'z. B. Freitag 17 Uhr, in 3 Wochen, jeden zweiten Freitag',
    reminder: 'z. B. morgen 9 Uhr, jeden Montag, 30 min vorher',
    moment: 'z. B. heute Abend, morgen früh, Freitag 9 Uhr',
  },
  next: 'Als Nächstes',
  set: 'Setzen',
  notHere: 'Hier geht nur ein einzelner Zeitpunkt, ohne Wiederholung.',
  notBefore: 'Nur Erinnerungen können vor der Fälligkeit liegen.',
  previousMonth: 'Voriger Monat',
  timeHint: 'Eine Uhrzeit, zum Beispiel 9:30 oder 21 Uhr',
  nextMonth: 'Nächster Monat',
  time: 'Uhrzeit',
  edit: (text) => `Erinnerung bearbeiten: ${text}`,
}
