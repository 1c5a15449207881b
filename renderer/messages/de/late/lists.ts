// Saved lists, where they are kept and changed.
import type { savedList as english } from '../../en/late/lists.ts'

export const savedList: typeof english = {
  more: (name) => `Aktionen für „${name}“`,
  rename: 'Umbenennen',
  newName: (name) => `Neuer Name für „${name}“`,
  up: 'Nach oben',
  down: 'Nach unten',
  asBoard: 'Als Board zeigen',
  asList: 'Als Liste zeigen',
  color: 'Farbe',
  colors: { none: 'Keine', red: 'Rot', yellow: 'Gelb', green: 'Grün', blue: 'Blau', purple: 'Lila' },
  delete: 'Liste löschen',
}
