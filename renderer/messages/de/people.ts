// Contacts.
import type { people as english } from '../en/people.ts'

export const people: typeof english = {
  fields: { name: 'Name', email: 'E-Mail', phone: 'Telefon', organization: 'Organisation', role: 'Rolle' },
}
