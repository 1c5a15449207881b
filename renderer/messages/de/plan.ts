// When a task is due, who does it, and what must be true for it to be done.
import { uhr } from './plural.ts'
import type { plan as english } from '../en/plan.ts'

export const plan: typeof english = {
  due: {
    set: 'Fälligkeit setzen',
    command: 'Fälligkeit setzen …',
    change: (when) => `Fällig: ${when}. Fälligkeit ändern`,
    today: 'Heute',
    tomorrow: 'Morgen',
    nextWeek: 'Nächste Woche',
    none: 'Keine Fälligkeit',
    at: (day, time) => `${day}, ${uhr(time)}`,
    late: 'Überfällig',
    isDue: (when) => `Fällig: ${when}`,
    isLate: (when) => `Überfällig: ${when}`,
    comesBack: (when) => `kommt ${when} wieder`,
    changed: (id, when) => `#${id}: fällig ${when}`,
    removed: (id) => `#${id}: Fälligkeit entfernt`,
    ranges: { overdue: 'Überfällig', today: 'Heute', week: 'Diese Woche', none: 'Keine Fälligkeit' },
    groups: { overdue: 'Überfällig', today: 'Heute', tomorrow: 'Morgen', week: 'Später diese Woche', later: 'Später', none: 'Keine Fälligkeit' },
  },
  assign: {
    nobody: 'Niemand',
    me: 'Ich',
    mine: 'Meine Aufgaben',
    isAssigned: (name) => `Zuständig: ${name}`,
    changed: (id, name) => `#${id}: zuständig ${name}`,
    removed: (id) => `#${id}: niemand mehr zuständig`,
  },
}
