// The rules of a contact's own fields.
import type { NewContact, StoredContact } from '../../schema/contact.ts'

/** A new contact, without the id that its store gives. `slug` must be free; `at` is RFC 3339. */
export function startContact(input: NewContact, slug: string, uid: string, at: string): Omit<StoredContact, 'id'> {
  return {
    uid,
    slug,
    name: input.name,
    email: input.email ?? null,
    phone: input.phone ?? null,
    organization: input.organization ?? null,
    role: input.role ?? null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}
