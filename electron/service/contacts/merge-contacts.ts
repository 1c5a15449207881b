// Makes one contact of two. What that changes in the other contact and in tasks has the first one's delete as its cause: undoing that one
// entry brings everything back to where it was.
import { invalidField } from '../../../shared/domain/app-error.ts'
import { means, renamedRequesters } from '../../../shared/domain/people/same-person.ts'
import type { StoredContact } from '../../../shared/schema/contact.ts'
import { contactFields } from '../../../shared/sync/synced-fields.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Contacts } from './contacts.ts'

export type MergeContacts = (slug: string, into: string, ctx: Context) => StoredContact

export function createMergeContacts({ contacts, tasks, journal }: { contacts: Contacts; tasks: Tasks; journal: Journal }): MergeContacts {
  return (slug, into, ctx) =>
    journal.write(ctx.actor, (record) => {
      if (slug === into) throw invalidField('/into', `into must be a different contact; '${slug}' is the one being merged`)
      const contact = contacts.get(slug)
      const target = contacts.get(into)
      const cause = contacts.removeFor(contact, target.name, record)
      const lacking = contactFields.filter((field) => target[field] === null)
      const merged = contacts.change(target, Object.fromEntries(lacking.map((field) => [field, contact[field]])), record, cause)
      for (const task of tasks.requestedBy((word) => means(contact, word))) {
        tasks.change(task, { requesters: renamedRequesters(task.requesters, contact, target) }, record, cause)
      }
      return merged
    })
}
