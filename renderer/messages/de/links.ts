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
  detachFrom: (from) => `Aus #${from} herauslösen`,
  detached: (id, from) => `#${id} ist kein Teil von #${from} mehr`,
  attach: 'Einordnen unter …',
  attached: (id, to) => `#${id} ist jetzt Teil von #${to}`,
  moreParts: (n) => plural(n, '1 weiteren Teil zeigen', '# weitere Teile zeigen'),
  blocks: 'Blockiert',
  graph: 'Abhängigkeiten',
  moreTasks: (n) => plural(n, '1 weitere Aufgabe zeigen', '# weitere Aufgaben zeigen'),
  addBlocker: 'Blocker hinzufügen',
  find: 'Titel oder Nummer',
  notFound: 'Keine passenden Aufgaben.',
  blockerAdded: (id, by) => `#${id} wartet auf #${by}`,
  blockerRemoved: (id, by) => `#${id} wartet nicht mehr auf #${by}`,
  removeBlocker: (by) => `Nicht mehr auf #${by} warten`,
  removeWaiting: (id) => `#${id} nicht mehr warten lassen`,
  circle: (id, way) => `#${id} würde auf sich selbst warten: ${way}. Entferne zuerst eine dieser Verknüpfungen.`,
  tooDeep: (depth) => `Teile lassen sich höchstens ${depth} Ebenen tief verschachteln.`,
  named: (id, title) => `#${id} ${title}`,
  another: 'eine andere Aufgabe',
  deleted: 'eine gelöschte Aufgabe',
  openParts: (n) => plural(n, '1 offenen Teil', '# offene Teile'),
  approval: 'deine Freigabe',
  answers: (n) => plural(n, 'eine Antwort', '# Antworten'),
  others: (n) => `${n} andere`,
  waitsFor: (what) => `Wartet auf ${list(what)}`,
}
