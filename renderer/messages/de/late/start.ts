// Where there is nothing yet: empty lists, and sample tasks to try things on.
import type { start as english } from '../../en/late/start.ts'
import { plural } from '../plural.ts'

export const start: typeof english = {
  sample: {
    name: 'Eine kleine Liste zum Ausprobieren',
    hint: 'Jede Aufgabe hat das Etikett „sample“. Entferne es bei denen, die du behalten willst.',
    remove: (n) => `${plural(n, '1 Beispiel', '# Beispiele')} entfernen`,
    added: 'Beispiele hinzugefügt',
    notAdded: 'Die Beispiele konnten nicht hinzugefügt werden.',
  },
  sampleTasks: [
    {
      title: 'Willkommen! Mit j und k geht es auf und ab, Enter öffnet',
      description: '`?` zeigt alle Tastenkürzel, `c` legt eine Aufgabe an, `z` macht deine letzte Änderung rückgängig.',
      status: 'todo',
    },
    {
      title: 'Einen Agenten auf diese Liste schauen lassen',
      description: 'Unter Einstellungen → Agenten steht die Einrichtung für dein Programm. Alles, was der Agent tut, erscheint unter seinem Namen.',
      labels: ['agenten'],
      status: 'todo',
    },
    { title: 'Das PDF der Rechnung zeigt das falsche Jahr', labels: ['fehler'], requesters: ['Ana Lopez'], priority: 'high', status: 'in_progress' },
    { title: 'Falsches Jahr auf Rechnungen als PDF', labels: ['fehler'], requesters: ['Mika Kern'] },
    { title: 'Den Raum für die Quartalsrunde buchen', requesters: ['Mika Kern'] },
    { title: 'Die Versionshinweise schreiben', labels: ['doku'], status: 'in_review' },
    { title: 'Tandem ausprobieren', status: 'done' },
  ],
}
