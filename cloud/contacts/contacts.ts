import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { startContact } from '../../shared/domain/people/contact-rules.ts'
import { contactTag } from '../../shared/domain/people/contact-tag.ts'
import { difference, snapshot } from '../../shared/domain/history/difference.ts'
import { slugFor } from '../../shared/domain/tasks/slug.ts'
import { requireVersion } from '../../shared/http/mount.ts'
import type { ContactPatch, NewContact, StoredContact } from '../../shared/schema/contact.ts'
import type { Kept, TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { contactStore } from './contact-store.ts'

export type Contacts = ReturnType<typeof createContacts>

function found(contact: StoredContact | undefined, slug: string): StoredContact {
  if (!contact) throw new AppError('not_found', `There is no contact '${slug}'.`)
  return contact
}

export function createContacts({ journal }: { journal: Journal }) {
  return {
    list: (below: number | undefined, limit: number | undefined, ctx: TeamContext): Promise<{ rows: StoredContact[]; total: number }> =>
      journal.read(ctx.team, async (tx) => {
        const [rows, total] = await Promise.all([contactStore.list(tx, ctx.team.id, below, limit), contactStore.count(tx, ctx.team.id)])
        return { rows, total }
      }),

    get: async (slug: string, ctx: TeamContext): Promise<StoredContact> =>
      found(await journal.read(ctx.team, (tx) => contactStore.bySlug(tx, ctx.team.id, slug)), slug),

    /** `kept.slug` is kept when it is free. */
    create: (input: NewContact, ctx: TeamContext, { slug: wished, ...kept }: Kept<StoredContact, 'slug'> = {}): Promise<StoredContact> =>
      journal.write(ctx, async ({ tx, teamId, at, lock, create }) => {
        // Nobody else may take the slug between our look and our insert.
        await lock()
        const taken = await contactStore.slugsLike(tx, teamId, wished ?? slugFor(input.name, () => false))
        const slug = slugFor(wished ?? input.name, (one) => taken.has(one))
        const contact = { ...startContact(input, slug, uuidv7(), at), ...kept }
        const id = await create('contacts', contact, { entity: 'contact', after: snapshot({ id: 0, ...contact }) })
        return { id, ...contact }
      }),

    update: (slug: string, patch: ContactPatch, ctx: TeamContext): Promise<StoredContact> =>
      journal.write(ctx, async ({ tx, teamId, at, record }) => {
        const contact = found(await contactStore.bySlugForUpdate(tx, teamId, slug), slug)
        requireVersion(ctx.ifMatch, contactTag(contact))
        const next = { ...contact, ...patch }
        const changed = difference(snapshot(contact), snapshot(next))
        if (!changed) return contact
        next.version = contact.version + 1
        next.updated_at = at
        await Promise.all([contactStore.update(tx, teamId, next), record({ entity: 'contact', entity_id: contact.id, action: 'updated', ...changed })])
        return next
      }),

    remove: (slug: string, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async ({ tx, teamId, record }) => {
        const contact = found(await contactStore.bySlugForUpdate(tx, teamId, slug), slug)
        requireVersion(ctx.ifMatch, contactTag(contact))
        await Promise.all([
          contactStore.remove(tx, teamId, contact.id),
          record(
            { entity: 'contact', entity_id: contact.id, action: 'deleted', before: { ...snapshot(contact), version: contact.version }, after: null },
            { contacts: -1 },
          ),
        ])
      }),
  }
}
