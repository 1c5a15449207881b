// Everybody outside the team, and the names by which they go where a task names them.
import { queryOptions } from '@tanstack/react-query'
import { contactNamed, wordsFor } from '../../../shared/domain/people/same-person.ts'
import { api } from '../../backend/backend.ts'
import { connection } from '../../backend/connection.ts'
import { knowNames } from '../../lib/plan/assignee.ts'
import { queryClient } from '../query-client.ts'

export const allContacts = queryOptions({
  queryKey: ['contacts'] as const,
  queryFn: async ({ signal }) => {
    const contacts = await api.listContacts({}, { signal })
    knowNames(contacts.flatMap((contact) => wordsFor(contact).map((word) => [word, contact.name] as const)))
    return contacts
  },
})

const known = () => queryClient.getQueryData(allContacts.queryKey)

/** Reads who there is where that was not read yet. Without the service a name stays as it was typed. */
export async function knowContacts(): Promise<void> {
  if (known() === undefined && connection.reach.get() !== 'away') await queryClient.fetchQuery(allContacts).catch(() => undefined)
}

/** What a task calls whom somebody means who types this name: a contact by its slug; else the name. */
export const requesterNamed = (typed: string): string => contactNamed(known() ?? [], typed)?.slug ?? typed

/** The same as people read it. */
export const requesterText = (typed: string): string => contactNamed(known() ?? [], typed)?.name ?? typed
