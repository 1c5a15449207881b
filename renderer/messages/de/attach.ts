import type { attach as english } from '../en/attach.ts'

export const attach: typeof english = {
  add: 'Dateien anhängen',
  sending: (name) => `${name} wird hochgeladen`,
  failed: (name) => `${name} konnte nicht hochgeladen werden.`,
  tooLarge: (name) => `${name} ist größer als 25 MB. Lass die Datei, wo sie ist, und setze einen Link darauf.`,
  empty: (name) => `${name} ist leer oder ein Ordner. Wähle eine Datei.`,
  notHere: 'Dateien lassen sich vorerst nur in der Desktop-App anhängen.',
  again: 'Erneut versuchen',
  takeOut: 'Aus dem Text entfernen',
  pasted: 'Eingefügtes Bild',
  open: (name) => `${name} öffnen`,
  save: (name) => `${name} speichern`,
  missing: 'nicht auf diesem Computer',
  onDesktop: 'in der Desktop-App zu sehen',
  remote: (host) => `Bild von ${host} anzeigen`,
}
