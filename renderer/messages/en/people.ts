// Contacts.

export const people = {
  add: 'New contact',
  edit: 'Edit',
  delete: 'Delete contact',
  mergeInto: 'Merge into',
  find: 'Find a contact',
  choose: 'Choose a contact to see what they asked for.',
  noneFound: 'No contact fits.',
  requested: 'Asked for',
  requestedNothing: 'No task names this contact. Put the name or the address into a task’s requesters.',
  openOf: (open: number, all: number) => `${open} open of ${all}`,
  fields: { name: 'Name', email: 'E-mail', phone: 'Phone', organization: 'Organization', role: 'Role' },
  emailWrong: 'An e-mail address, like ana@example.org',
  added: (name: string) => `${name} added`,
  saved: (name: string) => `${name} saved`,
  deleted: (name: string) => `${name} deleted`,
  merged: (from: string, into: string) => `${from} merged into ${into}`,
  notSaved: 'Nothing was changed.',
  failed: 'The contacts could not be read',
  emptyTitle: 'Nobody here yet',
  emptyText: 'Contacts are the people behind requests. A task that names one by name or address shows up on their page.',
}
