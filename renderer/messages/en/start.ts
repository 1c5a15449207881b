// Where there is nothing yet: empty lists, and sample tasks to try things on.
import { plural } from './plural.ts'

export const start = {
  sampleTasks: [
    {
      title: 'Welcome! Press j and k to move, Enter to open',
      description: 'Press `?` for all shortcuts, `c` for a new task, and `z` to undo your last change.',
      status: 'todo',
    },
    {
      title: 'Ask an agent to look at this list',
      description: 'Settings → Agents has the setup for your client. Everything the agent does shows up under its name.',
      labels: ['agents'],
      status: 'todo',
    },
    { title: 'Invoice PDF shows the wrong year', labels: ['bug'], requesters: ['Ana Lopez'], priority: 'high', status: 'in_progress' },
    { title: 'The year on PDF invoices is wrong', labels: ['bug'], requesters: ['Mika Kern'] },
    { title: 'Book the room for the quarterly review', requesters: ['Mika Kern'] },
    { title: 'Write the release notes', labels: ['docs'], status: 'in_review' },
    { title: 'Try Tandem', status: 'done' },
  ],
  sample: {
    name: 'A short list to try things out',
    hint: 'Each task is labeled “sample”. Remove the label from those you want to keep.',
    add: 'Add sample tasks',
    remove: (n: number) => `Remove ${plural(n, '1 sample task', '# sample tasks')}`,
    added: 'Sample tasks added',
    notAdded: 'Couldn’t add the sample tasks.',
  },
  empty: {
    firstTitle: 'One list for you and your agents',
    firstText: 'Add your first task. Every change, yours or an agent’s, can be undone.',
    teach: { add: 'Create a task', search: 'Find tasks and commands', move: 'Move through the list', keys: 'Show all shortcuts' },
    bringAlong: 'Import tasks',
    inboxTitle: 'All done',
    inboxText: 'New tasks, yours and your agents’, show up here.',
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
