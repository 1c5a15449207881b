// What did not work, and the state of the connection.
import type { faults as english } from '../en/faults.ts'
import { plural } from './plural.ts'

export const faults: typeof english = {
  serviceAway: 'Tandem ist nicht erreichbar. Versuche es noch einmal, sobald du verbunden bist.',
  tryAgain: 'Versuche es noch einmal.',
  nothingLost: 'Deine Daten sind sicher.',
  listFailed: 'Die Liste konnte nicht geladen werden',
  taskNotSaved: (id) => `Die Änderung an #${id} konnte nicht gespeichert werden.`,
  taskNotAdded: 'Die Aufgabe konnte nicht hinzugefügt werden. Dein Text steht wieder im Feld.',
  taskNotDeleted: (id) => `#${id} konnte nicht gelöscht werden.`,
  reminderNotSet: (id) => `#${id} wurde hinzugefügt, aber die Erinnerung konnte nicht gesetzt werden.`,
  commentNotSaved: 'Der Kommentar konnte nicht gespeichert werden. Dein Text steht wieder im Feld.',
  searchFailed: 'Die Suche ist fehlgeschlagen.',
  neverWas: (id) => `Es gibt keine Aufgabe #${id}.`,
  bringBack: 'Wiederherstellen',

  full: {
    tasks: (limit) => `Das Team kann ${limit} Aufgaben haben. Lösche welche, die niemand mehr braucht, oder wende dich an den Betreiber dieser Cloud.`,
    text_bytes: (limit) => `Das Team kann ${limit} Text haben. Kürze oder lösche etwas, oder wende dich an den Betreiber dieser Cloud.`,
    members: (limit) =>
      `Das Team kann ${limit} Mitglieder haben, Einladungen zählen mit. Entferne jemanden, nimm eine Einladung zurück, oder wende dich an den Betreiber dieser Cloud.`,
    file_bytes: (limit) => `Das Team kann ${limit} an Dateien haben. Mehr bekommst du vom Betreiber dieser Cloud.`,
    daily_events: (limit, until) => `Das Team kann am Tag ${limit} Änderungen machen. Löschen und Erledigen geht weiter, alles andere wieder ab ${until}.`,
    teams: (limit) => `Eine Person kann ${limit} Teams besitzen. Lösche eines oder übergib es, oder wende dich an den Betreiber dieser Cloud.`,
    tokens: (limit) =>
      `Eine Person kann ${limit} API-Tokens und verbundene Agenten haben, alle Teams zusammen. Widerrufe welche, die niemand braucht, oder wende dich an den Betreiber dieser Cloud.`,
  },
  locked: {
    team: 'Der Betreiber dieser Cloud hat das Team gesperrt. Es ist nichts verloren. Bitte ihn, es zu entsperren.',
    account: 'Der Betreiber dieser Cloud hat dieses Konto gesperrt. Es ist nichts verloren. Bitte ihn, es zu entsperren.',
  },
  held: {
    title: (n) => plural(n, 'Eine Änderung ist bisher nur auf diesem Gerät.', '# Änderungen sind bisher nur auf diesem Gerät.'),
    usage: 'Auslastung ansehen',
  },

  reach: { connecting: 'Verbindet …', live: 'Aktuell', away: 'Verbindet neu …', saving: 'Speichert …' },
  dataNotices: {
    writes_lost: {
      title: (n) => plural(n, 'Die letzte Änderung fehlt', 'Die letzten # Änderungen fehlen'),
      text: 'Das Ende der Datenbank ist verloren gegangen, oder eine ältere Datei hat sie ersetzt. Alles davor ist da. Wenn du eine neuere Kopie des Datenordners hast, beende Tandem und lege deren Dateien zurück.',
    },
    content_differs: {
      title: (n) => plural(n, 'Ein Eintrag weicht von seinem Verlauf ab', '# Einträge weichen von ihrem Verlauf ab'),
      text: 'Möglicherweise hat der Datenträger gespeicherte Daten beschädigt. Ältere Sicherungen bleiben erhalten; das Protokoll nennt die Abweichungen. Sieh unter Einstellungen → Deine Daten nach, bevor du eine Sicherung wiederherstellst.',
    },
    files_lost: {
      title: (n) => plural(n, 'Ein Anhang fehlt oder ist beschädigt', '# Anhänge fehlen oder sind beschädigt'),
      text: 'Keine Sicherung hat eine heile Kopie. Das Protokoll nennt sie: Hänge dieselbe Datei noch einmal an, dann nimmt sie ihren Platz ein. Ältere Sicherungen bleiben erhalten.',
    },
    cloud_went_back: {
      title: () => 'Der Cloud deines Teams fehlen die letzten Änderungen',
      text: 'Sie läuft aus einer Sicherung oder auf einem Ersatzserver weiter. Was auf diesem Computer ist, wird noch einmal gesendet. Was andere kurz davor am Telefon oder über einen Agenten geändert haben, kann fehlen: Sieh nach.',
    },
    dismiss: 'Verstanden',
    notDismissed: 'Der Hinweis konnte nicht geschlossen werden.',
  },
  away: {
    title: 'Tandem ist nicht erreichbar.',
    text: (unsent) =>
      unsent > 0
        ? `${plural(unsent, 'Eine Änderung wird', '# Änderungen werden')} gesendet, sobald es wieder da ist.`
        : 'Was du schreibst, bleibt erhalten. Die Verbindung wird automatisch wiederhergestellt.',
  },
  fault: {
    title: 'In diesem Fenster ist etwas schiefgegangen',
    text: 'Deine Aufgaben sind sicher, und was du gerade geschrieben hast, bleibt erhalten. Lade neu, um weiterzumachen.',
    reload: 'Neu laden',
  },
  signIn: {
    title: 'Token eingeben',
    text: 'Tandem wurde mit --require-token gestartet. Das Token steht in der Datei „token“ im Datenordner.',
    token: 'Token',
    enter: 'Weiter',
    wrong: 'Das Token ist falsch. Kopiere die ganze Zeile aus der Datei „token“ im Datenordner.',
    needed:
      'Dieser Browser ist nicht angemeldet. Führe im Tandem-Ordner „node electron/cli/tandem.mjs open“ aus, öffne den Link, der dort erscheint, und versuche es noch einmal.',
    done: 'Du bist angemeldet.',
    failed: 'Die Anmeldung hat nicht geklappt.',
    expired:
      'Die Anmeldung hat nicht geklappt: Der Link wurde schon benutzt oder ist älter als zehn Minuten. Einen neuen bekommst du im Tandem-Ordner mit „node electron/cli/tandem.mjs open“.',
  },
  /** In the browser, signed in to the cloud. */
  offline: {
    title: 'Du bist offline.',
    text: (unsent: number) =>
      unsent > 0
        ? `${plural(unsent, 'Eine Änderung wird', '# Änderungen werden')} gesendet, sobald du wieder online bist.`
        : 'Deine Änderungen werden gesendet, sobald du wieder online bist.',
    undo: 'Was die Cloud schon hat, kannst du rückgängig machen, sobald du wieder online bist.',
    wentBack: 'Der Cloud fehlen die letzten Momente; sie läuft aus einer Sicherung oder auf einem Ersatzserver. Sieh nach, was du gerade geändert hast.',
    reach: { connecting: 'Verbindet …', live: 'Aktuell', away: 'Offline', waits: (n: number) => plural(n, '1 Änderung ausstehend', '# Änderungen ausstehend') },
  },
}
