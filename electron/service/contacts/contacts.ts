import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { startContact } from '../../../shared/domain/people/contact-rules.ts'
import { contactTag } from '../../../shared/domain/people/contact-tag.ts'
import { slugFor } from '../../../shared/domain/tasks/slug.ts'
import { requireVersion } from '../../../shared/http/mount.ts'
import type { ContactPatch, NewContact, StoredContact } from '../../../shared/schema/contact.ts'
import type { ImportedContact } from '../../../shared/schema/import.ts'
import type { Context } from '../context.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import { createJournalledRows } from '../journal/journalled-rows.ts'
import type { ContactStore } from './contact-store.ts'

export type Contacts = ReturnType<typeof createContacts>

export function createContacts({ store, journal, now }: { store: ContactStore; journal: Journal; now: () => Date }) {
  function existing(slug: string): StoredContact {
    const contact = store.bySlug(slug)
    if (!contact) throw new AppError('not_found', `There is no contact '${slug}'.`)
    return contact
  }

  const freeSlug = (name: string) => slugFor(name, (slug) => store.bySlug(slug) !== undefined)

  const rows = createJournalledRows<StoredContact>({
    entity: 'contact',
    rows: store,
    now,
    taskIdOf: () => null,
    returning(contact) {
      if (store.bySlug(contact.slug)) throw new AppError('conflict', `another contact is now called '${contact.slug}'`)
    },
  })

  return {
    revertible: rows.revertible,
    list: store.list,
    count: store.count,
    get: existing,
    byUid: store.byUid,
    byId: store.byId,
    byEmail: store.byEmail,
    find: store.bySlug,
    /** For a merge, inside its write; returns the entry's seq. */
    removeFor: (contact: StoredContact, into: string, record: Recorder): number => rows.remove(contact, record, { after: { merged_into: into } }),
    /** For a merge, inside its write. */
    change: (contact: StoredContact, patch: Partial<StoredContact>, record: Recorder, cause: number) => rows.change(contact, patch, record, { cause }),

    /** `uid`: where others will give the same thing the same one. Must be free. */
    create(input: NewContact, ctx: Context, uid: string = uuidv7()): StoredContact {
      const at = now().toISOString()
      return journal.write(ctx.actor, (record) => rows.add(startContact(input, freeSlug(input.name), uid, at), record))
    },

    /** For an import, inside its write: keeps what the source knows, the slug when it is free. `id` must never have been used here. */
    insertImported({ uid, slug, version, created_at, updated_at, ...input }: ImportedContact, id: number | undefined, record: Recorder): number {
      const at = created_at ?? now().toISOString()
      const contact: Unsaved<StoredContact> = startContact(input, freeSlug(input.name), uid ?? uuidv7(), at)
      if (id !== undefined) contact.id = id
      if (slug !== undefined && !store.bySlug(slug)) contact.slug = slug
      if (version !== undefined) contact.version = version
      if (updated_at !== undefined) contact.updated_at = updated_at
      return rows.add(contact, record, true).id
    },

    update(slug: string, patch: ContactPatch, ctx: Context): StoredContact {
      return journal.write(ctx.actor, (record) => {
        const contact = existing(slug)
        requireVersion(ctx.ifMatch, contactTag(contact))
        return rows.change(contact, patch, record)
      })
    },

    remove(slug: string, ctx: Context): void {
      journal.write(ctx.actor, (record) => {
        const contact = existing(slug)
        requireVersion(ctx.ifMatch, contactTag(contact))
        rows.remove(contact, record)
      })
    },
  }
}
