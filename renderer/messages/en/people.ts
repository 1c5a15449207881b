// Contacts.

export const people = {
  fields: { name: 'Name', email: 'Email', phone: 'Phone', organization: 'Organization', role: 'Role' },
}
