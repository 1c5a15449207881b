// Everybody outside the team, and the names by which they go where a task names them.
import { queryOptions } from '@tanstack/react-query'
import { wordsFor } from '../../../shared/domain/people/same-person.ts'
import { api } from '../../backend/backend.ts'
import { knowNames } from '../../lib/plan/assignee.ts'

export const allContacts = queryOptions({
  queryKey: ['contacts'] as const,
  queryFn: async ({ signal }) => {
    const contacts = await api.listContacts({}, { signal })
    knowNames(contacts.flatMap((contact) => wordsFor(contact).map((word) => [word, contact.name] as const)))
    return contacts
  },
})
