import { queryOptions } from '@tanstack/react-query'
import { wordsFor } from '../../../shared/domain/people/same-person.ts'
import type { Contact, ContactPatch, NewContact } from '../../../shared/schema/contact.ts'
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { m } from '../../messages/late.ts'
import { queryClient } from '../query-client.ts'
import { writeRemembered, type WrittenEntry } from '../remembered-write.ts'

/** Tasks that name this contact as a requester, newest first. */
export function tasksOf(contact: Contact) {
  const requester = wordsFor(contact)
  return queryOptions({
    queryKey: ['contact-tasks', ...requester] as const,
    queryFn: ({ signal }) => api.listTasks({ query: { requester, limit: 200 } }, { signal }),
    staleTime: 0,
  })
}

function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: ['contacts'] })
  void queryClient.invalidateQueries({ queryKey: ['contact-tasks'] })
}

/** Writes, and remembers how to take it back: in the cloud, which keeps no history of contacts, by `back`. */
const write = <T>(call: () => Promise<T>, said: (written: T) => string, is: (entry: WrittenEntry) => boolean, back: (written: T) => Promise<unknown>) =>
  writeRemembered({ entity: 'contact', call, said, is, back, readAgain, failed: m.people.notSaved })

export async function createContact(body: NewContact): Promise<Contact | undefined> {
  const options = once()
  const written = await write(
    () => api.createContact({ body }, options),
    ({ name }) => m.people.added(name),
    ({ action, after }) => action === 'created' && after?.name === body.name,
    ({ slug }) => api.deleteContact({ params: { slug } }),
  )
  return written?.value
}

export async function updateContact(contact: Contact, body: ContactPatch): Promise<Contact | undefined> {
  const { slug } = contact
  const fields = Object.keys(body) as (keyof ContactPatch)[]
  const written = await write(
    () => api.updateContact({ params: { slug }, body }),
    ({ name }) => m.people.saved(name),
    ({ action, after }) => action === 'updated' && fields.every((field) => after?.[field] === undefined || after[field] === body[field]),
    () => api.updateContact({ params: { slug }, body: Object.fromEntries(fields.map((field) => [field, contact[field]])) }),
  )
  return written?.value
}

/** Takes a contact away; its delete in the journal brings it back, with the names in tasks that a merge changed. */
async function away({ name, email, phone, organization, role }: Contact, call: () => Promise<unknown>, said: string): Promise<boolean> {
  const written = await write(
    call,
    () => said,
    ({ action, before }) => action === 'deleted' && before?.name === name,
    () => api.createContact({ body: { name, email, phone, organization, role } }, once()),
  )
  return written !== undefined
}

export const deleteContact = (contact: Contact): Promise<boolean> =>
  away(contact, () => api.deleteContact({ params: { slug: contact.slug } }), m.people.deleted(contact.name))

export const mergeContact = (from: Contact, into: Contact): Promise<boolean> =>
  away(from, () => api.mergeContact({ params: { slug: from.slug }, body: { into: into.slug } }, once()), m.people.merged(from.name, into.name))
