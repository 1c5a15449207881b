// Contacts.

export const people = {
  add: 'New contact',
  edit: 'Edit',
  delete: 'Delete contact',
  mergeInto: 'Merge into…',
  find: 'Search contacts',
  choose: 'Select a contact to see their requests.',
  noneFound: 'No matching contacts.',
  requested: 'Requests',
  requestedNothing: 'No requests yet. Add this name or email address as a requester on a task.',
  openOf: (open: number, all: number) => `${open} open of ${all}`,
  emailWrong: 'Enter an email address, like ana@example.org',
  added: (name: string) => `${name} added`,
  saved: (name: string) => `${name} saved`,
  deleted: (name: string) => `${name} deleted`,
  merged: (from: string, into: string) => `${from} merged into ${into}`,
  notSaved: 'No changes made.',
  failed: 'Couldn’t load contacts',
  emptyTitle: 'No contacts yet',
  emptyText: 'Contacts are the people behind your tasks. A task with someone as its requester shows up on their page.',
}
