// When a task is due, who does it, and what must be true for it to be done.

export const plan = {
  due: {
    set: 'Set a due date',
    command: 'Set due date…',
    change: (when: string) => `Due ${when}. Change the due date`,
    today: 'Today',
    tomorrow: 'Tomorrow',
    nextWeek: 'Next week',
    none: 'No due date',
    at: (day: string, time: string) => `${day}, ${time}`,
    late: 'Overdue',
    isDue: (when: string) => `Due ${when}`,
    isLate: (when: string) => `Overdue: ${when}`,
    comesBack: (when: string) => `comes back ${when}`,
    changed: (id: number, when: string) => `#${id} is due ${when}`,
    removed: (id: number) => `Removed the due date of #${id}`,
    ranges: { overdue: 'Overdue', today: 'Today', week: 'This week', none: 'No due date' },
    groups: { overdue: 'Overdue', today: 'Today', tomorrow: 'Tomorrow', week: 'Later this week', later: 'Later', none: 'No due date' },
  },
  assign: {
    nobody: 'Nobody',
    me: 'Me',
    mine: 'Assigned to me',
    isAssigned: (name: string) => `Assigned to ${name}`,
    changed: (id: number, name: string) => `#${id} assigned to ${name}`,
    removed: (id: number) => `#${id} unassigned`,
  },
}
