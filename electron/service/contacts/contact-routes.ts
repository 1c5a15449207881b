import type { contactContract, contactMergeContract } from '../../../shared/contract/contacts.ts'
import { tagged } from '../../../shared/domain/people/contact-tag.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import { pageOf, readCursor } from '../../../shared/http/page.ts'
import type { HttpContext } from '../context.ts'
import type { Contacts } from './contacts.ts'
import type { MergeContacts } from './merge-contacts.ts'

export function contactRoutes(contacts: Contacts): Handlers<typeof contactContract, HttpContext> {
  return {
    listContacts({ query: { limit, cursor } }, ctx) {
      const rows = contacts.list(readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(rows, limit, contacts.count(), ctx.url, (contact) => contact.id)
    },
    createContact: ({ body }, ctx) => tagged(contacts.create(body, ctx)),
    getContact: ({ params }) => tagged(contacts.get(params.slug)),
    updateContact: ({ params, body }, ctx) => tagged(contacts.update(params.slug, body, ctx)),
    deleteContact: ({ params }, ctx) => contacts.remove(params.slug, ctx),
  }
}

export function contactMergeRoutes(merge: MergeContacts): Handlers<typeof contactMergeContract, HttpContext> {
  return { mergeContact: ({ params, body }, ctx) => tagged(merge(params.slug, body.into, ctx)) }
}
