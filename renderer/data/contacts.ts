import { queryOptions } from '@tanstack/react-query'
import { wordsFor } from '../../shared/domain/requester.ts'
import type { Contact, ContactPatch, NewContact } from '../../shared/schema/contact.ts'
import { can } from '../abilities.ts'
import { api, once } from '../api.ts'
import { explain } from '../errors.ts'
import { m } from '../messages.ts'
import { notify } from '../notices.ts'
import { queryClient } from '../query-client.ts'
import { undoEntry } from './own-actions.ts'

export const allContacts = queryOptions({ queryKey: ['contacts'] as const, queryFn: ({ signal }) => api.listContacts({}, { signal }) })

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

/** The contact as the service has it now; undefined when it refused, which is then explained. */
async function attempt(call: () => Promise<Contact>, said: (contact: Contact) => string): Promise<Contact | undefined> {
  try {
    const contact = await call()
    readAgain()
    notify({ kind: 'done', text: said(contact) })
    return contact
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.people.notSaved, error) })
    return undefined
  }
}

export const createContact = (body: NewContact) => {
  const options = once()
  return attempt(
    () => api.createContact({ body }, options),
    ({ name }) => m.people.added(name),
  )
}

export const updateContact = (slug: string, body: ContactPatch) =>
  attempt(
    () => api.updateContact({ params: { slug }, body }),
    ({ name }) => m.people.saved(name),
  )

/** Both take a contact away; its delete in the journal is what brings it back. */
async function away(name: string, call: () => Promise<unknown>, said: string): Promise<boolean> {
  try {
    const { journal } = await api.health()
    await call()
    readAgain()
    const entries = await api.readJournal({ query: { after: journal, limit: 1000 } })
    const deletion = entries.find((entry) => entry.entity === 'contact' && entry.action === 'deleted' && entry.before?.name === name)
    notify({ kind: 'done', text: said, ...(deletion ? { action: { label: m.undo, run: () => void undoEntry(deletion.seq).then(readAgain) } } : {}) })
    return true
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.people.notSaved, error) })
    return false
  }
}

/** The cloud keeps no history of contacts: there it is made again from what this window knew. */
async function awayInCloud({ slug, name, email, phone, organization, role }: Contact): Promise<boolean> {
  try {
    await api.deleteContact({ params: { slug } })
    readAgain()
    const again = () => void createContact({ name, email, phone, organization, role })
    notify({ kind: 'done', text: m.people.deleted(name), action: { label: m.undo, run: again } })
    return true
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.people.notSaved, error) })
    return false
  }
}

export function deleteContact(contact: Contact): Promise<boolean> {
  const { slug, name } = contact
  return can.activity ? away(name, () => api.deleteContact({ params: { slug } }), m.people.deleted(name)) : awayInCloud(contact)
}

export const mergeContact = (from: Contact, into: Contact) =>
  away(from.name, () => api.mergeContact({ params: { slug: from.slug }, body: { into: into.slug } }, once()), m.people.merged(from.name, into.name))
