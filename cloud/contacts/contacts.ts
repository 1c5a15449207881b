import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { startContact } from '../../shared/domain/people/contact-rules.ts'
import { contactTag } from '../../shared/domain/people/contact-tag.ts'
import { slugFor } from '../../shared/domain/tasks/slug.ts'
import { requireVersion } from '../../shared/http/mount.ts'
import type { ContactPatch, NewContact, StoredContact } from '../../shared/schema/contact.ts'
import type { Kept, TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { createJournalledRows } from '../journal/journalled-rows.ts'
import { contactStore } from './contact-store.ts'

export type Contacts = ReturnType<typeof createContacts>

function found(contact: StoredContact | undefined, slug: string): StoredContact {
  if (!contact) throw new AppError('not_found', `There is no contact '${slug}'.`)
  return contact
}

const rows = createJournalledRows<'contacts', StoredContact>({
  entity: 'contact',
  table: 'contacts',
  store: contactStore,
  stored: (contact) => contact,
  taskIdOf: () => null,
  totals: (_contact, next) => (next ? {} : { contacts: -1 }),
  async returning({ tx, teamId }, contact) {
    if (await contactStore.bySlug(tx, teamId, contact.slug)) throw new AppError('conflict', `another contact is now called '${contact.slug}'`)
    return contact
  },
})

export function createContacts({ journal }: { journal: Journal }) {
  return {
    revertible: rows.revertible,
    list: (below: number | undefined, limit: number | undefined, ctx: TeamContext): Promise<{ rows: StoredContact[]; total: number }> =>
      journal.read(ctx.team, async (tx) => {
        const [rows, total] = await Promise.all([contactStore.list(tx, ctx.team.id, below, limit), contactStore.count(tx, ctx.team.id)])
        return { rows, total }
      }),

    get: async (slug: string, ctx: TeamContext): Promise<StoredContact> =>
      found(await journal.read(ctx.team, (tx) => contactStore.bySlug(tx, ctx.team.id, slug)), slug),

    /** All of a team, in the transaction that is under way. */
    all: (tx: Tx, teamId: string): Promise<StoredContact[]> => contactStore.list(tx, teamId),

    /** Whether the team has one of this slug. */
    isKnown: async ({ tx, teamId }: Write, slug: string): Promise<boolean> => (await contactStore.bySlug(tx, teamId, slug)) !== undefined,

    /** `kept.slug` is kept when it is free. */
    create: (input: NewContact, ctx: TeamContext, { slug: wished, ...kept }: Kept<StoredContact, 'slug'> = {}): Promise<StoredContact> =>
      journal.write(ctx, async (write) => {
        const { tx, teamId, at, lock } = write
        // Nobody else may take the slug between our look and our insert.
        await lock()
        const taken = await contactStore.slugsLike(tx, teamId, wished ?? slugFor(input.name, () => false))
        const slug = slugFor(wished ?? input.name, (one) => taken.has(one))
        return rows.add(write, { ...startContact(input, slug, uuidv7(), at), ...kept })
      }),

    update: (slug: string, patch: ContactPatch, ctx: TeamContext): Promise<StoredContact> =>
      journal.write(ctx, async (write) => {
        const contact = found(await contactStore.bySlugForUpdate(write.tx, write.teamId, slug), slug)
        requireVersion(ctx.ifMatch, contactTag(contact))
        return rows.change(write, contact, { ...contact, ...patch })
      }),

    remove: (slug: string, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const contact = found(await contactStore.bySlugForUpdate(write.tx, write.teamId, slug), slug)
        requireVersion(ctx.ifMatch, contactTag(contact))
        await rows.remove(write, contact)
      }),
  }
}
