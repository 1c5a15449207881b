// What did not work, and how the connection stands.
import type { faults as english } from '../en/faults.ts'
import { plural } from './plural.ts'

export const faults: typeof english = {
  serviceAway: 'Tandem antwortet nicht. Versuche es noch einmal, wenn du verbunden bist.',
  tryAgain: 'Versuche es noch einmal.',
  nothingLost: 'Es ist nichts verloren.',
  listFailed: 'Die Liste ließ sich nicht lesen',
  taskFailed: (id) => `Aufgabe ${id} ließ sich nicht lesen.`,
  taskNotSaved: (id) => `Die Änderung an ${id} wurde nicht gespeichert.`,
  taskNotAdded: 'Die Aufgabe wurde nicht hinzugefügt; ihr Text steht wieder im Feld.',
  taskNotDeleted: (id) => `${id} wurde nicht gelöscht.`,
  reminderNotSet: (id) => `${id} wurde hinzugefügt, aber ohne die Erinnerung.`,
  commentNotSaved: 'Der Kommentar wurde nicht gespeichert; sein Text steht wieder im Feld.',
  searchFailed: 'Die Suche hat nicht geklappt.',
  activityFailed: 'Der Verlauf ließ sich nicht lesen.',
  goneBy: (id, who, when) => `Aufgabe ${id} wurde von ${who} gelöscht (${when}). Ihr Verlauf bleibt.`,
  neverWas: (id) => `Es gibt keine Aufgabe ${id}.`,
  bringBack: 'Zurückholen',

  reach: { connecting: 'Verbindet …', live: 'Aktuell', away: 'Verbindet neu …', saving: 'Speichert …' },
  dataNotices: {
    writes_lost: {
      title: (n) => plural(n, 'Die letzte Änderung fehlt.', 'Die letzten # Änderungen fehlen.'),
      text: 'Das Ende des Datenbankprotokolls ging verloren, oder an die Stelle der Datenbank kam eine ältere Datei. Alles davor ist da. Wenn du eine neuere Kopie des Datenordners hast, beende Tandem und lege ihre Dateien zurück.',
    },
    content_differs: {
      title: (n) => plural(n, 'Ein Eintrag weicht von seinem Verlauf ab.', '# Einträge weichen von ihrem Verlauf ab.'),
      text: 'Vielleicht hat der Datenträger Gespeichertes verändert. Ältere Sicherungen bleiben erhalten; das Protokoll nennt, was abweicht. Vergleiche unter Einstellungen, Deine Daten, bevor du etwas wiederherstellst.',
    },
    dismiss: 'Verstanden',
    notDismissed: 'Der Hinweis konnte nicht geschlossen werden.',
  },
  away: {
    title: 'Tandems Dienst ist weg.',
    text: (unsent) =>
      unsent > 0
        ? `${plural(unsent, 'Eine Änderung wartet', '# Änderungen warten')} hier und ${unsent === 1 ? 'wird' : 'werden'} gesendet, wenn er wieder da ist.`
        : 'Was du schreibst, bleibt hier. Das Fenster verbindet sich von selbst neu.',
  },
  fault: {
    title: 'In diesem Fenster ging etwas schief',
    text: 'Deine Aufgaben sind im Dienst sicher, und was du gerade schriebst, ist aufgehoben. Lade das Fenster neu, um weiterzumachen.',
    reload: 'Neu laden',
  },
  signIn: {
    title: 'Dieses Tandem fragt nach seinem Token',
    text: 'Es wurde mit --require-token gestartet. Das Token steht in der Datei „token“ seines Datenordners.',
    token: 'Token',
    enter: 'Weiter',
    wrong: 'Das ist nicht das Token. Kopiere die ganze Zeile aus der Datei „token“ im Datenordner.',
    needed: 'Dieser Browser ist nicht angemeldet. Führe in einem Terminal „tandem open“ aus, öffne den Link, der dort erscheint, und versuche es noch einmal.',
    done: 'Dieser Browser ist angemeldet.',
    failed: 'Dieser Browser wurde nicht angemeldet.',
    expired: 'Dieser Browser wurde nicht angemeldet: Der Link wurde schon benutzt oder ist älter als zehn Minuten. „tandem open“ gibt einen neuen aus.',
  },
  /** In the cloud's window. */
  offline: {
    title: 'Du bist offline.',
    text: (unsent: number) =>
      unsent > 0
        ? `${plural(unsent, 'Eine Änderung wartet', '# Änderungen warten')} hier und ${unsent === 1 ? 'wird' : 'werden'} später gesendet.`
        : 'Was du schreibst, wird später gesendet.',
    undo: 'Was die Cloud schon hat, kannst du zurücknehmen, sobald du wieder verbunden bist.',
    reach: { connecting: 'Verbinden …', live: 'Aktuell', away: 'Offline', waits: (n: number) => plural(n, '1 Änderung wartet', '# Änderungen warten') },
  },
}
