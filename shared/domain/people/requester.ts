// Which contact a task's requester means: requesters are free words, a contact goes by its slug, its name and its address.
import type { Contact } from '../../schema/contact.ts'

type Named = Pick<Contact, 'slug' | 'name' | 'email'>

const fold = (word: string) => word.trim().toLowerCase()

/** The words by which tasks may name this contact, each once. */
export function wordsFor({ slug, name, email }: Named): string[] {
  return [...new Set([name, ...(email ? [email] : []), slug])]
}

export function means(contact: Named, requester: string): boolean {
  return wordsFor(contact).some((word) => fold(word) === fold(requester))
}

/** How people read a requester: by the name of the contact that it means, if there is one. */
export function shownName(contacts: readonly Named[], requester: string): string {
  return contacts.find((contact) => means(contact, requester))?.name ?? requester
}

/** The requesters with one contact in the place of another, and nobody twice. */
export function renamedRequesters(requesters: readonly string[], from: Named, into: Named): string[] {
  const isThere = requesters.find((word) => means(into, word))
  return [...new Set(requesters.map((word) => (means(from, word) ? (isThere ?? into.name) : word)))]
}
