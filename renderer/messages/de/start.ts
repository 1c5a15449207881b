// Where there is nothing yet: empty lists, and sample tasks to try things on.
import type { start as english } from '../en/start.ts'

export const start: typeof english = {
  sample: {
    add: 'Beispiele hinzufügen',
  },
  empty: {
    firstTitle: 'Eine Liste für dich und deine Agenten',
    firstText: 'Lege deine erste Aufgabe an. Jede Änderung, ob von dir oder einem Agenten, lässt sich rückgängig machen.',
    teach: { add: 'Aufgabe anlegen', search: 'Aufgaben und Befehle suchen', move: 'Durch die Liste gehen', keys: 'Alle Tastenkürzel anzeigen' },
    bringAlong: 'Aufgaben importieren',
    inboxTitle: 'Der Eingang ist leer',
    inboxText:
      'Hier warten Aufgaben, über die noch niemand entschieden hat, ob von dir, einem Agenten oder aus einer E-Mail. Entscheide eine nach der anderen: Setze einen Wert, oder lass sie mit i in „Offen“.',
    openTitle: 'Alles erledigt',
    openText: 'Neue Aufgaben erscheinen hier, deine und die deiner Agenten.',
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
