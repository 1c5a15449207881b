// Was sich mit Aufgaben tun lässt, wie Palette, Menüs und Auswahllisten es nennen.
import type { actions as english } from '../../en/late/actions.ts'
import { plural } from '../plural.ts'

export const actions: typeof english = {
  status: 'Status setzen …',
  keep: (n) => (n > 1 ? `${n} Aufgaben in „Offen“ lassen` : 'In „Offen“ lassen'),
  moveTo: (status) => `Nach „${status}“ verschieben`,
  stepBack: 'Vorheriger Status',
  priority: 'Priorität setzen …',
  setPriority: (priority) => `Priorität: ${priority}`,
  labels: 'Etiketten ändern …',
  requesters: 'Anfragende ändern …',
  remind: 'Erinnerung hinzufügen …',
  later: 'Später erinnern …',
  part: 'Teil hinzufügen',
  title: 'Titel bearbeiten',
  comment: 'Kommentieren',
  merge: (n) => (n > 1 ? `${n} Aufgaben zusammenführen mit …` : 'Zusammenführen mit …'),
  release: 'Aufgabe abgeben',
  copyLinks: (n) => plural(n, 'Link kopieren', '# Links kopieren'),
  delete: (n) => plural(n, 'Aufgabe löschen', '# Aufgaben löschen'),
  onTask: (id) => `#${id}`,
  onSelected: (n) => plural(n, '1 ausgewählte Aufgabe', '# ausgewählte Aufgaben'),
  best: 'Bester Treffer',
  related: 'Verwandt',
  find: 'Filtern oder Zahl drücken',
  findWord: { labels: 'Etikett', requesters: 'Name oder E-Mail-Adresse' },
  addWord: (word) => `„${word}“ hinzufügen`,
  answer: (option) => `Mit „${option}“ antworten`,
  oneAtATime: (name, n) => `„${name}“ geht nur mit einer Aufgabe; ausgewählt sind ${n}.`,
  attached: (n, to) => `${plural(n, '1 Aufgabe ist', '# Aufgaben sind')} jetzt Teil von #${to}`,
  blocked: (n, by) => `${plural(n, '1 Aufgabe wartet', '# Aufgaben warten')} auf #${by}`,
}
