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
    set: 'Zuweisen …',
    change: (name) => `Zuständig: ${name}. Jemand anderem zuweisen`,
    find: 'Name oder E-Mail-Adresse',
    nobody: 'Niemand',
    me: 'Ich',
    as: (name) => `„${name}“ zuweisen`,
    isAssigned: (name) => `Zuständig: ${name}`,
    changed: (id, name) => `#${id}: zuständig ${name}`,
    removed: (id) => `#${id}: niemand mehr zuständig`,
    parts: { people: 'Personen', agents: 'Agenten' },
  },
  criterion: {
    add: 'Kriterium hinzufügen',
    hint: 'Was muss dafür stimmen?',
    edit: (text) => `„${text}“ bearbeiten`,
    added: (id) => `#${id}: Kriterium hinzugefügt`,
    changed: (id) => `#${id}: Kriterium geändert`,
    removed: (id) => `#${id}: Kriterium entfernt`,
  },
}
