// Teile einer Aufgabe, und welche Aufgabe auf welche wartet.
import type { links as english } from '../../en/late/links.ts'
import { plural } from '../plural.ts'

export const links: typeof english = {
  parts: 'Teile',
  partOf: 'Teil von',
  progress: (done, total) => `${done} von ${total} erledigt`,
  addPart: 'Teil hinzufügen',
  partHint: 'Eine kleinere Aufgabe',
  detach: (id) => `#${id} herauslösen`,
  detachFrom: (from) => `Aus #${from} herauslösen`,
  attach: 'Einordnen unter …',
  moreParts: (n) => plural(n, '1 weiteren Teil zeigen', '# weitere Teile zeigen'),
  blocks: 'Blockiert',
  graph: 'Abhängigkeiten',
  moreTasks: (n) => plural(n, '1 weitere Aufgabe zeigen', '# weitere Aufgaben zeigen'),
  addBlocker: 'Blocker hinzufügen',
  find: 'Titel oder Nummer',
  notFound: 'Keine passenden Aufgaben.',
  removeBlocker: (by) => `Nicht mehr auf #${by} warten`,
  removeWaiting: (id) => `#${id} nicht mehr warten lassen`,
}
