// Das Feld für „wann“.
import type { when as english } from '../en/when.ts'

export const when: typeof english = {
  doubts: {
    month_or_day: (text) => `„${text}“: Was davon ist der Monat?`,
    which_week: (text) => `„${text}“: diese oder nächste Woche?`,
    hour: (text) => `„${text}“: morgens oder nachmittags?`,
    every_nth: (text) => `„${text}“: im Monat, oder alle paar Wochen?`,
    passed: (text) => `„${text}“ ist schon vorbei`,
    no_such_day: (text) => `„${text}“: Den Tag gibt es nicht`,
    second_date: (text) => `„${text}“ bleibt Text: Es gibt schon ein Datum`,
    too_often: (text) => `„${text}“: höchstens einmal am Tag`,
    range: (text) => `„${text}“ ist eine Zeitspanne und bleibt Text`,
    not_read: (text) => `„${text}“ lässt sich nicht als Datum lesen`,
  },
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
  nextMonth: 'Nächster Monat',
  time: 'Uhrzeit',
  reminds: (when) => `Erinnert ${when}`,
  edit: (text) => `Erinnerung bearbeiten: ${text}`,
  changed: (id) => `#${id}: Erinnerung geändert`,
  notChanged: 'Die Erinnerung konnte nicht geändert werden.',
}
