// Teile einer Aufgabe, und welche Aufgabe auf welche wartet.
import type { links as en } from '../en/links.ts'
import { plural } from './plural.ts'

const list = (words: readonly string[]) => new Intl.ListFormat('de', { type: 'conjunction' }).format(words)

export const links: typeof en = {
  parts: 'Teile',
  partOf: 'Teil von',
  progress: (done, total) => `${done} von ${total} erledigt`,
  partsDone: (done, total) => `${done} von ${total} Teilen erledigt`,
  addPart: 'Teil hinzufügen',
  partHint: 'Eine kleinere Aufgabe',
  finish: (id) => `#${id} erledigen`,
  reopen: (id) => `#${id} wieder öffnen`,
  detach: (id) => `#${id} herauslösen`,
  detached: (id, from) => `#${id} ist kein Teil von #${from} mehr`,
  moreParts: (n) => plural(n, '1 weiteren Teil zeigen', '# weitere Teile zeigen'),
  blocks: 'Blockiert',
  addBlocker: 'Blocker hinzufügen',
  find: 'Titel oder Nummer',
  notFound: 'Keine passenden Aufgaben.',
  blockerAdded: (id, by) => `#${id} wartet auf #${by}`,
  blockerRemoved: (id, by) => `#${id} wartet nicht mehr auf #${by}`,
  removeBlocker: (by) => `Nicht mehr auf #${by} warten`,
  removeWaiting: (id) => `#${id} nicht mehr warten lassen`,
  circle: (id, way) => `#${id} würde auf sich selbst warten: ${way}. Entferne zuerst eine dieser Verknüpfungen.`,
  openParts: (n) => plural(n, '1 offenen Teil', '# offene Teile'),
  answers: (n) => plural(n, 'eine Antwort', '# Antworten'),
  others: (n) => `${n} andere`,
  waitsFor: (what) => `Wartet auf ${list(what)}`,
}
