// A task: its texts, what was done to it, who does it and what must be true for it to be done.

export const task = {
  matchedBy: (words: boolean, meaning: boolean): string => (words && meaning ? 'keywords + meaning' : meaning ? 'meaning' : 'keywords'),
  noHits: (query: string) => `No task contains “${query}”.`,
  missingHits: {
    reading: 'Some tasks are still being read in, so there may be more.',
    device: 'No connection: this is what your device found. It does not search comments.',
  },
  taskNumber: (id: number) => `Task ${id}`,
  moveCard: (id: number, status: string) => `#${id}: ${status}. Move to another column`,
  kept: (id: number) => `#${id} kept in Open`,
  inInbox: 'In the Inbox',
  titleChanged: (id: number) => `#${id} renamed`,
  descriptionChanged: (id: number) => `#${id}: description updated`,
  titleWrittenOver: (id: number, other: string) => `#${id} renamed, replacing “${other}”`,
  descriptionWrittenOver: (id: number) => `#${id}: description updated, replacing someone’s newer text`,
  wordAdded: (id: number, word: string) => `Added ${word} to #${id}`,
  wordRemoved: (id: number, word: string) => `Removed ${word} from #${id}`,
  titleMeanwhile: 'Someone changed the title while you were editing:',
  changedMeanwhile: 'Someone changed this text while you were editing. Your version is safe here.',
  criterion: {
    add: 'Add a criterion',
    hint: 'What must be true?',
    edit: (text: string) => `Edit “${text}”`,
    added: (id: number) => `Added a criterion to #${id}`,
    changed: (id: number) => `Changed a criterion of #${id}`,
    removed: (id: number) => `Removed a criterion from #${id}`,
  },
  assign: {
    set: 'Assign to…',
    change: (name: string) => `Assigned to ${name}. Assign to someone else`,
    find: 'Name or email address',
    as: (name: string) => `Assign to “${name}”`,
    parts: { people: 'People', agents: 'Agents' },
  },
}
