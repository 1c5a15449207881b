// Where there is nothing yet: empty lists, and sample tasks to try things on.
import type { start as english } from '../en/start.ts'
import { plural } from './plural.ts'

export const start: typeof english = {
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
  sample: {
    name: 'Eine kleine Liste zum Ausprobieren',
    hint: 'Jede Aufgabe hat das Etikett „sample“. Entferne es bei denen, die du behalten willst.',
    add: 'Beispiele hinzufügen',
    remove: (n) => `${plural(n, '1 Beispiel', '# Beispiele')} entfernen`,
    added: 'Beispiele hinzugefügt',
    notAdded: 'Die Beispiele konnten nicht hinzugefügt werden.',
  },
  empty: {
    firstTitle: 'Eine Liste für dich und deine Agenten',
    firstText: 'Lege deine erste Aufgabe an. Jede Änderung, ob von dir oder einem Agenten, lässt sich rückgängig machen.',
    teach: { add: 'Aufgabe anlegen', search: 'Aufgaben und Befehle suchen', move: 'Durch die Liste gehen', keys: 'Alle Tastenkürzel anzeigen' },
    bringAlong: 'Aufgaben importieren',
    inboxTitle: 'Alles erledigt',
    inboxText: 'Neue Aufgaben erscheinen hier, deine und die deiner Agenten.',
    doneTitle: 'Noch nichts erledigt',
    doneText: 'Erledigte Aufgaben bleiben hier. Drücke 5 auf einer Aufgabe, um sie abzuschließen.',
    readyTitle: 'Nichts ist bereit',
    readyText:
      'Hier stehen Aufgaben, mit denen es sofort losgehen kann, in der Reihenfolge, in der Agenten sie übernehmen: Sie warten auf keine andere Aufgabe, keine Antwort und niemanden sonst.',
    filterTitle: 'Keine Aufgabe passt zu diesen Filtern',
    activityTitle: 'Noch nichts im Verlauf',
    activityText: 'Hier steht, wer was geändert hat, Menschen wie Agenten. Jede Änderung lässt sich rückgängig machen.',
  },
}
