import { type Static, Type } from 'typebox'
import { nullable, object, Timestamp, visibleText } from './field.ts'

const name = visibleText(200, 'Full name.')
const Email = Type.String({
  maxLength: 320,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  'x-hint': 'must be an email address, for example "ana@example.org"',
})
const Phone = visibleText(64, 'As people write it.')
const Organization = visibleText(200, 'Where they work.')
const Role = visibleText(200, 'Role or title.')

export const Contact = object('Contact', {
  slug: Type.String({ description: 'Derived from the name; stays when the name changes.' }),
  name,
  email: nullable(Email),
  phone: nullable(Phone),
  organization: nullable(Organization),
  role: nullable(Role),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Contact = Static<typeof Contact>

/** As it is kept: addressed by its slug, known on all devices by its uid. */
export interface StoredContact extends Contact {
  id: number
  uid: string
  version: number
}

export const NewContact = object('NewContact', {
  name,
  email: Type.Optional(nullable(Email)),
  phone: Type.Optional(nullable(Phone)),
  organization: Type.Optional(nullable(Organization)),
  role: Type.Optional(nullable(Role)),
})
export type NewContact = Static<typeof NewContact>

export const ContactPatch = object('ContactPatch', { ...NewContact.properties, name: Type.Optional(name) })
export type ContactPatch = Static<typeof ContactPatch>
