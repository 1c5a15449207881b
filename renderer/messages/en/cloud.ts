// The cloud, and messages from outside.
import { plural } from './plural.ts'

export const cloud = {
  mark: {
    first: (done: string) => `First sync ${done}`,
    synced: 'Synced',
    syncing: 'Syncing…',
    offline: (waiting: number) => (waiting > 0 ? `Offline, ${plural(waiting, '1 pending', '# pending')}` : 'Offline'),
    revoked: 'Token rejected',
    conflicts: (n: number) => plural(n, '1 conflict', '# conflicts'),
    refused: (n: number) => plural(n, '1 change rejected', '# changes rejected'),
    problem: 'Needs attention',
    open: (state: string) => `Cloud: ${state}`,
  },
  status: {
    notTried: 'Couldn’t start a sync.',
    disconnected: 'Disconnected. Your tasks are still here.',
    notDisconnected: 'Couldn’t disconnect.',
    connected: (team: string) => `Connected to ${team}`,
  },
  refused: {
    takenBack: 'Now matches the cloud',
    notTakenBack: 'No changes made.',
  },
  conflict: {
    part: 'Conflicts',
    title: (what: string, field: string) => `${what}: “${field}” edited on two devices`,
    task: (id: number) => `Task ${id}`,
    entity: { task: 'Task', comment: 'Comment', contact: 'Contact', schedule: 'Reminder', list: 'Saved list' },
    ofList: { query: 'Filter', view: 'View', color: 'Color' },
    field: (name: string) => name.replaceAll('_', ' '),
    here: 'This device',
    there: 'Other device',
    stands: 'Current',
    both: 'Current, with both texts',
    empty: 'empty',
    keepHere: 'Use this device’s version',
    keepThere: 'Use the other device’s version',
    keepStands: 'Keep current',
    settled: 'Resolved',
    notSettled: 'Couldn’t resolve the conflict.',
    note: (fields: string) => `Edited on two devices: ${fields}.`,
    compare: 'Compare',
  },
  mail: {
    attached: (id: number) => `Added to #${id}`,
    notAttached: 'Couldn’t add it.',
    reply: 'Draft a reply',
  },
}
