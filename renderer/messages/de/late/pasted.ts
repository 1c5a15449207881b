// Mehrere Zeilen, eingefügt wo eine Aufgabe geschrieben wird.
import type { pasted as english } from '../../en/late/pasted.ts'
import { plural } from '../plural.ts'

export const pasted: typeof english = {
  name: (n) => plural(n, '1 Zeile eingefügt', '# Zeilen eingefügt'),
  tasks: (n) => plural(n, '1 Aufgabe hinzufügen', '# Aufgaben hinzufügen, eine je Zeile'),
  tasksWithParts: (n, parts) => `${plural(n, '1 Aufgabe', '# Aufgaben')} hinzufügen, ${plural(parts, 'davon 1 als Teil', 'davon # als Teile')}`,
  one: 'Eine Aufgabe, der Rest als Beschreibung',
  leave: 'Abbrechen',
  description: 'Beschreibung',
  withoutDescription: 'Weglassen',
  more: (n) => plural(n, 'und 1 weitere', 'und # weitere'),
  tooMany: (max) => `Mehr als ${max} Zeilen auf einmal: Importiere sie in den Einstellungen als Datei oder lass sie in einer Aufgabe.`,
  added: (n) => plural(n, '1 Aufgabe hinzugefügt', '# Aufgaben hinzugefügt'),
}
