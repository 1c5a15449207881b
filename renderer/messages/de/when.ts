// Das Feld für „wann“.
import type { when as english } from '../en/when.ts'

export const when: typeof english = {
  doubts: {
    month_or_day: (text) => `„${text}“: Was davon ist der Monat?`,
    which_week: (text) => `„${text}“: diese oder nächste Woche?`,
    hour: (text) => `„${text}“: morgens oder nachmittags?`,
    every_nth: (text) => `„${text}“: im Monat, oder alle paar Wochen?`,
    which_days: (text) => `„${text}“: jede Woche?`,
    passed: (text) => `„${text}“ ist schon vorbei`,
    no_such_day: (text) => `„${text}“: Den Tag gibt es nicht`,
    second_date: (text) => `„${text}“ bleibt Text: Es gibt schon ein Datum`,
    too_often: (text) => `„${text}“: höchstens einmal am Tag`,
    range: (text) => `„${text}“ ist eine Zeitspanne und bleibt Text`,
    not_read: (text) => `„${text}“ lässt sich nicht als Datum lesen`,
  },
  pick: 'Datum wählen',
  reminds: (when) => `Erinnert ${when}`,
  changed: (id) => `#${id}: Erinnerung geändert`,
  notChanged: 'Die Erinnerung konnte nicht geändert werden.',
}
