// Was zur Seite einer Aufgabe gehört und mit ihr kommt.
import type { attach as englishAttach, taskPage as english } from '../../en/late/task-page.ts'
import { plural } from '../plural.ts'

export const taskPage: typeof english = {
  suggested: 'Vorschläge',
  suggestions: (n) => plural(n, '1 Vorschlag', '# Vorschläge'),
  agent: 'Agent',

  ticked: (id, item) => `#${id}: „${item}“ abgehakt`,
  unticked: (id, item) => `#${id}: „${item}“ wieder offen`,
  editMeanwhile: (id) =>
    `Jemand hat dieselbe Zeile von #${id} gleichzeitig geändert, deshalb wurde nichts gespeichert. Schau noch mal hin und versuch es erneut.`,
  removeFile: (name) => `${name} aus dem Text entfernen`,
  fileRemoved: (id, name) => `#${id}: ${name} aus dem Text entfernt`,

  created: 'Erstellt',
  updated: 'Geändert',

  edited: 'bearbeitet',
  editedAt: (when) => `Bearbeitet: ${when}`,
  commentActions: (name) => `Optionen für den Kommentar von ${name}`,
  editComment: 'Kommentar bearbeiten',
  deleteComment: 'Kommentar löschen',
  commentChanged: (id) => `Kommentar zu #${id} geändert`,
  commentDeleted: (id) => `Kommentar zu #${id} gelöscht`,
  commentNotSaved: 'Der Kommentar konnte nicht gespeichert werden.',
  commentNotDeleted: 'Der Kommentar konnte nicht gelöscht werden.',
  commentMeanwhile:
    'Der Kommentar wurde inzwischen anderswo an derselben Stelle geändert, deiner ist noch nicht gespeichert. Dein Text steht noch hier: Vergleiche und versuch es erneut.',
}

/** Attachments. */
export const attach: typeof englishAttach = {
  add: 'Dateien anhängen',
  sending: (name) => `${name} wird hochgeladen`,
  failed: (name) => `${name} konnte nicht hochgeladen werden.`,
  tooLarge: (name) => `${name} ist größer als 25 MB. Lass die Datei, wo sie ist, und setze einen Link darauf.`,
  empty: (name) => `${name} ist leer oder ein Ordner. Wähle eine Datei.`,
  again: 'Erneut versuchen',
  takeOut: 'Aus dem Text entfernen',
  pasted: 'Eingefügtes Bild',
  open: (name) => `${name} öffnen`,
  save: (name) => `${name} speichern`,
  missing: 'nicht auf diesem Computer',
  notSent: 'noch nicht hochgeladen',
  show: (name) => `${name} anzeigen`,
  files: 'Dateien',
  previous: 'Vorherige Datei',
  next: 'Nächste Datei',
  ofFiles: (at, all) => `${at} von ${all}`,
  larger: 'Vergrößern',
  smaller: 'Verkleinern',
  download: 'Herunterladen',
  page: (at, all) => `Seite ${at} von ${all}`,
  morePages: (n) =>
    plural(n, 'Die Datei hat noch 1 Seite. Lade sie herunter, um alles zu sehen.', 'Die Datei hat noch # Seiten. Lade sie herunter, um alles zu sehen.'),
  noPreview: 'Tandem zeigt Bilder und PDFs. Lade diese Datei herunter, um sie zu öffnen.',
  lying: 'Diese Datei ist etwas anderes, als ihr Name sagt, und wird deshalb nicht angezeigt.',
  full: (used, all, file) =>
    `Die Dateien des Teams belegen ${used} von ${all}, für ${file} mehr reicht das nicht. Nimm Dateien aus Texten heraus, nach 30 Tagen ist ihr Platz frei, oder frag nach, wer die Cloud betreibt.`,
  overAll: (file, all) =>
    `Sie ist ${file} groß, und alle Dateien des Teams zusammen dürfen ${all} haben. Verlinke sie stattdessen, oder frag nach, wer die Cloud betreibt.`,
  broken: 'Diese Datei lässt sich nicht anzeigen: Sie ist beschädigt, mit einem Passwort geschützt oder zu aufwendig.',
  notLoaded: 'Die Datei konnte nicht geladen werden.',
  missingHere: 'Diese Datei ist nicht auf diesem Computer, und das Team hat sie auch nicht.',
  missingThere: 'Niemand hat diese Datei hochgeladen, oder sie ist verloren. Wer sie hat, kann sie noch einmal anhängen.',
  remote: (host) => `Bild von ${host} anzeigen`,
}
