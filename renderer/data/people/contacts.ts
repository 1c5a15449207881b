import { queryOptions } from '@tanstack/react-query'
import { wordsFor } from '../../../shared/domain/people/same-person.ts'
import type { Contact, ContactPatch, NewContact } from '../../../shared/schema/contact.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { can } from '../../backend/abilities.ts'
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../query-client.ts'
import { didAction, forgetAction, type OwnAction, sayAction, takeBackEntries, type TakenBack } from '../tasks/own-actions.ts'

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

type ContactEntry = Pick<JournalEntry, 'action' | 'before' | 'after'>

/**
 * Writes, and remembers how to take it back: by the entry that the write left in the journal, or, in the cloud, which keeps no history of contacts,
 * by `again`. Undefined when the service refused, which is then explained.
 */
async function write<T>(call: () => Promise<T>, said: (written: T) => string, is: (entry: ContactEntry) => boolean, back: (written: T) => Promise<unknown>) {
  let written: { value: T } | undefined
  let before = 0
  const takeBack = async (): Promise<TakenBack> => {
    const { value } = written as { value: T }
    const seq = can.activity ? await entryAfter(before, is) : undefined
    const taken = seq === undefined ? await back(value).then(() => ({ conflicts: [] })) : await takeBackEntries([seq])
    readAgain()
    return taken
  }
  const doing = (async () => {
    if (can.activity) before = (await api.health()).journal
    written = { value: await call() }
  })()
  const action: OwnAction = { said: '', writes: [], takeBack: () => doing.then(takeBack) }
  didAction(action, true)
  try {
    await doing
    if (written) action.said = said(written.value)
    readAgain()
    sayAction(action)
    return written
  } catch (error) {
    forgetAction(action)
    notify({ kind: 'problem', text: explain(m.people.notSaved, error) })
    return undefined
  }
}

/** The person's own entry about a contact that was written after `seq`. */
async function entryAfter(seq: number, is: (entry: ContactEntry) => boolean): Promise<number> {
  const entries = await api.readJournal({ query: { after: seq, limit: 1000 } })
  const own = entries.find((entry) => entry.entity === 'contact' && entry.actor.kind === 'person' && entry.undone_by === null && is(entry))
  if (!own) throw new Error(m.undoGone)
  return own.seq
}

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
