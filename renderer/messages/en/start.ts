// Where there is nothing yet: empty lists, and sample tasks to try things on.
import { plural } from './plural.ts'

export const start = {
  sampleTasks: [
    {
      title: 'Welcome! Press j and k to move, Enter to open',
      description: 'Press `?` for all keys, `c` for a new task, and `z` to take back what you did last.',
      status: 'todo',
    },
    {
      title: 'Ask an agent to look at this list',
      description: 'Settings → Agents has the setup for your client. Everything it does shows up under its name.',
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
    name: 'A small list to try things on',
    hint: 'Each carries the label “sample”. Take the label off what you want to keep.',
    add: 'Add sample tasks',
    remove: (n: number) => `Remove ${plural(n, '1 sample task', '# sample tasks')}`,
    added: 'Sample tasks added',
    notAdded: 'The sample tasks were not added.',
  },
  empty: {
    firstTitle: 'One list for you and your agents',
    firstText: 'Write down the first thing. Every change, yours or an agent’s, can be undone.',
    teach: { add: 'writes down a task', search: 'finds tasks and commands', move: 'move through the list', keys: 'shows every key' },
    bringAlong: 'Bring tasks along',
    inboxTitle: 'Everything is done',
    inboxText: 'New tasks appear here, yours and your agents’.',
    doneTitle: 'Nothing done yet',
    doneText: 'Finished tasks are kept here. Press 5 on a task to finish it.',
    filterTitle: 'No task matches these filters',
    activityTitle: 'Nothing happened yet',
    activityText: 'Who changed what, people and agents, with a way back for each change.',
  },
}
