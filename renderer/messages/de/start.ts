// Where there is nothing yet: empty lists, and sample tasks to try things on.
import type { start as english } from '../en/start.ts'
import { plural } from './plural.ts'

export const start: typeof english = {
  sampleTasks: [
    {
      title: 'Willkommen! Mit j und k geht es auf und ab, Enter öffnet',
      description: '`?` zeigt alle Tasten, `c` ist eine neue Aufgabe, `z` nimmt dein Letztes zurück.',
      status: 'todo',
    },
    {
      title: 'Einen Agenten auf diese Liste schauen lassen',
      description: 'Einstellungen → Agenten hat die Einrichtung für dein Programm. Alles, was er tut, steht unter seinem Namen.',
      labels: ['agenten'],
      status: 'todo',
    },
    { title: 'Das PDF der Rechnung zeigt das falsche Jahr', labels: ['fehler'], requesters: ['Ana Lopez'], priority: 'high', status: 'in_progress' },
    { title: 'Falsches Jahr auf Rechnungen als PDF', labels: ['fehler'], requesters: ['Mika Kern'] },
    { title: 'Den Raum für die Quartalsrunde buchen', requesters: ['Mika Kern'] },
    { title: 'Die Versionshinweise schreiben', labels: ['doku'], status: 'in_review' },
    { title: 'Tandem ausprobieren', status: 'done' },
  ],
  sample: {
    name: 'Eine kleine Liste zum Ausprobieren',
    hint: 'Jede trägt das Etikett „sample“. Nimm es ab, was du behalten willst.',
    add: 'Beispiele hinzufügen',
    remove: (n) => `${plural(n, '1 Beispiel', '# Beispiele')} entfernen`,
    added: 'Beispiele hinzugefügt',
    notAdded: 'Die Beispiele wurden nicht hinzugefügt.',
  },
  empty: {
    firstTitle: 'Eine Liste für dich und deine Agenten',
    firstText: 'Schreibe das Erste auf. Jede Änderung, deine oder die eines Agenten, lässt sich rückgängig machen.',
    teach: { add: 'schreibt eine Aufgabe auf', search: 'findet Aufgaben und Befehle', move: 'geht durch die Liste', keys: 'zeigt jede Taste' },
    bringAlong: 'Aufgaben mitbringen',
    inboxTitle: 'Alles ist erledigt',
    inboxText: 'Neue Aufgaben erscheinen hier, deine und die deiner Agenten.',
    doneTitle: 'Noch nichts erledigt',
    doneText: 'Fertige Aufgaben bleiben hier. Drücke 5 auf einer Aufgabe, um sie abzuschließen.',
    filterTitle: 'Keine Aufgabe passt zu diesen Filtern',
    activityTitle: 'Noch ist nichts geschehen',
    activityText: 'Wer was geändert hat, Menschen und Agenten, mit einem Weg zurück für jede Änderung.',
  },
}
