import type { brake as english } from '../../en/late/brake.ts'
import { plural } from '../plural.ts'

export const brake: typeof english = {
  part: 'Angehaltene Agenten',
  title: (agent) => `${agent} wurde angehalten`,
  isStopped: 'wurde angehalten: zu viele Änderungen auf einmal',
  reasons: {
    writes: (n, minutes, max) =>
      `Mit dem letzten Aufruf wären es ${plural(n, 'eine Änderung', '# Änderungen')} in ${minutes} Minuten gewesen; erlaubt sind ${max}.`,
    deletes: (n, minutes, max) =>
      `Mit dem letzten Aufruf wären es ${plural(n, 'eine Löschung', '# Löschungen')} in ${minutes} Minuten gewesen; erlaubt sind ${max}.`,
  },
  untilThen: 'Bis zur Entscheidung landet alles, was er ändern möchte, unter „Prüfen“.',
  goOn: 'Weitermachen lassen',
  keep: 'Weiter nur vorschlagen',
  activity: 'Verlauf anzeigen',
  now: 'Schlägt nur vor',
  limits: 'Grenzen für 5 Minuten',
  limitsHint:
    'Überschreitet ein Agent eine Grenze, landen seine Änderungen unter „Prüfen“, bis du ihn weitermachen lässt. Ein leeres Feld heißt: keine Grenze.',
  max: { writes: 'Änderungen', deletes: 'Löschungen' },
  inherited: (max) => `Wie alle: ${max}`,
  noLimit: 'keine Grenze',
  ownLimits: 'Eigene Grenzen',
  wrong: 'Eine ganze Zahl von 1 bis 100.000 oder leer.',
  outside: 'Nach dem Lesen einer E-Mail',
  outsideHint: 'Löschungen und Statuswechsel dieser Sitzung',
  outsideChoices: { propose: 'Fragen', allow: 'Erlauben' },
  because: {
    brake: 'Er wurde wegen zu vieler Änderungen angehalten.',
    outside: (title, from) => (from === '' ? `Nach dem Lesen von „${title}“` : `Nach dem Lesen von „${title}“ von ${from}`),
    outsideText: (from) => (from === '' ? 'Nach dem Lesen von fremdem Text' : `Nach dem Lesen von Text von ${from}`),
  },
}
