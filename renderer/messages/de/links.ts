// Teile einer Aufgabe, und welche Aufgabe auf welche wartet.
import type { links as en } from '../en/links.ts'
import { plural } from './plural.ts'

const list = (words: readonly string[]) => new Intl.ListFormat('de', { type: 'conjunction' }).format(words)

export const links: typeof en = {
  partsDone: (done, total) => `${done} von ${total} Teilen erledigt`,
  finish: (id) => `#${id} erledigen`,
  reopen: (id) => `#${id} wieder öffnen`,
  detached: (id, from) => `#${id} ist kein Teil von #${from} mehr`,
  attached: (id, to) => `#${id} ist jetzt Teil von #${to}`,
  blockerAdded: (id, by) => `#${id} wartet auf #${by}`,
  blockerRemoved: (id, by) => `#${id} wartet nicht mehr auf #${by}`,
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
