// Where there is nothing yet: empty lists, and sample tasks to try things on.

export const start = {
  sample: {
    add: 'Add sample tasks',
  },
  empty: {
    firstTitle: 'One list for you and your agents',
    firstText: 'Add your first task. Every change, yours or an agent’s, can be undone.',
    teach: { add: 'Create a task', search: 'Find tasks and commands', move: 'Move through the list', keys: 'Show all shortcuts' },
    bringAlong: 'Import tasks',
    inboxTitle: 'The Inbox is empty',
    inboxText:
      'Tasks that nobody has decided about wait here, whether you, an agent or an email made them. Decide one by one: set a value, or press i to keep a task in Open.',
    openTitle: 'All done',
    openText: 'New tasks, yours and your agents’, show up here.',
    doneTitle: 'Nothing done yet',
    doneText: 'Completed tasks are kept here. Press 5 on a task to complete it.',
    readyTitle: 'Nothing is ready',
    readyText:
      'Tasks that can start right now appear here, in the order agents pick them up: in Backlog or To do, and not waiting for another task, an answer or someone else.',
    filterTitle: 'No tasks match these filters',
    activityTitle: 'No activity yet',
    activityText: 'See who changed what, people and agents alike, and undo any change.',
  },
}
