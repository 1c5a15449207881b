// Saved lists, where they are kept and changed.
import type { byHand as englishByHand, savedList as english } from '../../en/late/lists.ts'

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

export const byHand: typeof englishByHand = {
  up: 'Nach oben',
  down: 'Nach unten',
  moved: (place, count) => `Jetzt auf Platz ${place} von ${count}`,
  otherOrder: 'Verschieben geht hier, wenn die Liste von Hand sortiert ist',
  sort: 'Von Hand sortieren',
  saveFirst: 'Speichere diese Liste, um ihre Aufgaben von Hand zu ordnen',
  keys: 'In einer von Hand sortierten Liste verschieben',
}
