// Entries of the history, as sentences after the actor’s name.

export const entry = {
  /** Between the actor’s name and the sentence. */
  afterName: ' ',
  created: {
    task: 'added the task',
    comment: 'commented',
    schedule: 'set a reminder',
    contact: 'added a contact',
    conversation: 'added a conversation',
    message: 'added a message',
    origin: 'linked a source',
  },
  updated: {
    task: 'changed the task',
    comment: 'edited a comment',
    schedule: 'changed a reminder',
    contact: 'edited a contact',
    conversation: 'changed a conversation',
    message: 'changed a message',
    origin: 'changed a source',
  },
  deleted: {
    task: 'deleted the task',
    comment: 'deleted a comment',
    schedule: 'removed a reminder',
    contact: 'deleted a contact',
    conversation: 'deleted a conversation',
    message: 'deleted a message',
    origin: 'unlinked a source',
  },
  /** What undoing a deletion did. */
  restored: {
    task: 'restored the task',
    comment: 'restored a comment',
    schedule: 'restored a reminder',
    contact: 'restored a contact',
    conversation: 'restored a conversation',
    message: 'restored a message',
    origin: 'restored a source',
  },
  /** What undoing an addition did. */
  removed: {
    task: 'undid adding the task',
    comment: 'undid adding a comment',
    schedule: 'undid setting a reminder',
    contact: 'undid adding a contact',
    conversation: 'undid adding a conversation',
    message: 'undid adding a message',
    origin: 'undid linking a source',
  },
  /** What undoing a change set again. */
  undid: (sentence: string) => `${sentence} (undo)`,
  status: (status: string) => `set status to ${status}`,
  priority: (priority: string) => `set priority to ${priority}`,
  title: (title: string) => `renamed it to “${title}”`,
  descriptionWritten: 'added a description',
  descriptionRemoved: 'removed the description',
  descriptionAppended: 'added to the description',
  descriptionChanged: 'edited the description',
  wordsAdded: {
    labels: (n: number, words: string) => `added ${n === 1 ? 'label' : 'labels'} ${words}`,
    requesters: (n: number, words: string) => `added ${n === 1 ? 'requester' : 'requesters'} ${words}`,
  },
  wordsRemoved: {
    labels: (n: number, words: string) => `removed ${n === 1 ? 'label' : 'labels'} ${words}`,
    requesters: (n: number, words: string) => `removed ${n === 1 ? 'requester' : 'requesters'} ${words}`,
  },
  wordsOrdered: { labels: 'reordered labels', requesters: 'reordered requesters' },
  field: (field: string) => `changed ${field.toLowerCase()}`,
}
