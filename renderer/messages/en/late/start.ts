// Where there is nothing yet: empty lists, and sample tasks to try things on.
import { plural } from '../plural.ts'

export const start = {
  sample: {
    name: 'A short list to try things out',
    hint: 'Each task is labeled “sample”. Remove the label from those you want to keep.',
    remove: (n: number) => `Remove ${plural(n, '1 sample task', '# sample tasks')}`,
    added: 'Sample tasks added',
    notAdded: 'Couldn’t add the sample tasks.',
  },
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
}
