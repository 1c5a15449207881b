// Was zeigt, dass eine Aufgabe erledigt ist.
import type { evidence as english } from '../../en/late/evidence.ts'

export const evidence: typeof english = {
  name: 'Nachweise',
  states: {
    valid: 'Bestanden',
    stale: 'Veraltet',
    failed: 'Fehlgeschlagen',
    changed_tree: 'Hat Dateien geändert',
    no_tree: 'Kein Repository',
    claimed: 'Nur behauptet',
  },
  why: {
    valid: 'Bestanden, und zwar auf dem aktuellen Stand der Dateien, soweit Tandem weiß.',
    stale: 'Bestanden, aber seither haben sich die Dateien geändert oder der Befehl ist fehlgeschlagen.',
    failed: 'Der Befehl ist fehlgeschlagen.',
    changed_tree: 'Bestanden, aber der Befehl hat dabei Dateien geändert: Das beweist nichts.',
    no_tree: 'Bestanden, aber außerhalb eines Git-Repositorys: Das beweist nichts.',
    claimed: 'Jemand sagt es. Ausgeführt wurde nichts.',
  },
  code: (code) => `Exit-Code ${code}`,
  timedOut: 'Zeit überschritten',
  ended: (signal) => `durch ${signal} beendet`,
  onTree: (tree) => `Stand ${tree}`,
  inCi: 'CI',
  elsewhere: 'von einem anderen Gerät des Teams',
  output: 'Ausgabe',
  noOutput: 'Der Befehl hat nichts ausgegeben.',
  file: 'Signierte Datei',
  missing: 'Es fehlt:',
  missingAny: 'kein bestandener Lauf ist festgehalten',
  acceptAsDone: 'Als erledigt annehmen',
  askAgain: 'Zurück zu „Zu tun“',
}
