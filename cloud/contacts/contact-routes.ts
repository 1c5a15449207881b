import type { contactContract } from '../../shared/contract/contacts.ts'
import { tagged } from '../../shared/domain/people/contact-tag.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import { pageOf, readCursor } from '../../shared/http/page.ts'
import type { TeamContext } from '../context.ts'
import type { Contacts } from './contacts.ts'

export function contactRoutes(contacts: Contacts): Handlers<typeof contactContract, TeamContext> {
  return {
    async listContacts({ query: { limit, cursor } }, ctx) {
      const { rows, total } = await contacts.list(readCursor(cursor), limit === undefined ? undefined : limit + 1, ctx)
      return pageOf(rows, limit, total, ctx.url, (contact) => contact.id)
    },
    createContact: async ({ body }, ctx) => tagged(await contacts.create(body, ctx)),
    getContact: async ({ params }, ctx) => tagged(await contacts.get(params.slug, ctx)),
    updateContact: async ({ params, body }, ctx) => tagged(await contacts.update(params.slug, body, ctx)),
    deleteContact: ({ params }, ctx) => contacts.remove(params.slug, ctx),
  }
}
