import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { startContact } from '../../../shared/domain/contact-rules.ts'
import { contactTag } from '../../../shared/domain/contact-tag.ts'
import { difference, snapshot } from '../../../shared/domain/difference.ts'
import { slugFor } from '../../../shared/domain/slug.ts'
import { requireVersion } from '../../../shared/http/mount.ts'
import type { ContactPatch, NewContact, StoredContact } from '../../../shared/schema/contact.ts'
import type { ImportedContact } from '../../../shared/schema/import.ts'
import type { Context } from '../context.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { Revertible } from '../journal/undo.ts'
import type { ContactStore } from './contact-store.ts'

export type Contacts = ReturnType<typeof createContacts>

export function createContacts({ store, journal, now }: { store: ContactStore; journal: Journal; now: () => Date }) {
  function existing(slug: string): StoredContact {
    const contact = store.bySlug(slug)
    if (!contact) throw new AppError('not_found', `There is no contact '${slug}'.`)
    return contact
  }

  const freeSlug = (name: string) => slugFor(name, (slug) => store.bySlug(slug) !== undefined)

  function change(
    contact: StoredContact,
    fields: Partial<StoredContact>,
    record: Recorder,
    undo_of: number | null = null,
    cause: number | null = null,
  ): StoredContact {
    const next = { ...contact, ...fields }
    const changed = difference(snapshot(contact), snapshot(next))
    if (!changed) return contact
    next.version = contact.version + 1
    next.updated_at = now().toISOString()
    store.update(next)
    record({ entity: 'contact', entity_id: contact.id, task_id: null, action: 'updated', ...changed, undo_of, cause })
    return next
  }

  function remove(contact: StoredContact, record: Recorder, undo_of: number | null = null): number {
    store.remove(contact.id)
    return record({
      entity: 'contact',
      entity_id: contact.id,
      task_id: null,
      action: 'deleted',
      before: { ...snapshot(contact), version: contact.version },
      after: null,
      undo_of,
    })
  }

  const revertible: Revertible = {
    read(id) {
      const contact = store.byId(id)
      return contact && snapshot(contact)
    },
    remove: (id, record, undo_of) => remove(store.byId(id) as StoredContact, record, undo_of),
    restore(id, row, record, undo_of, cause) {
      const contact: StoredContact = { ...(row as unknown as StoredContact), id, version: (row.version as number) + 1, updated_at: now().toISOString() }
      if (store.bySlug(contact.slug)) throw new AppError('conflict', `another contact is called '${contact.slug}' now`)
      store.insert(contact)
      return record({ entity: 'contact', entity_id: id, task_id: null, action: 'created', before: null, after: snapshot(contact), undo_of, cause })
    },
    assign: (id, fields, record, undo_of, cause) => void change(store.byId(id) as StoredContact, fields, record, undo_of, cause),
  }

  return {
    revertible,
    list: store.list,
    count: store.count,
    get: existing,
    byUid: store.byUid,
    byId: store.byId,
    byEmail: store.byEmail,
    find: store.bySlug,
    /** For a merge, inside its write; returns the entry's seq. */
    removeFor: (contact: StoredContact, record: Recorder): number => remove(contact, record),
    /** For a merge, inside its write. */
    change: (contact: StoredContact, patch: Partial<StoredContact>, record: Recorder, cause: number) => change(contact, patch, record, null, cause),

    create(input: NewContact, ctx: Context): StoredContact {
      const at = now().toISOString()
      return journal.write(ctx.actor, (record) => {
        const contact = startContact(input, freeSlug(input.name), uuidv7(), at)
        const created = { id: store.insert(contact), ...contact }
        record({ entity: 'contact', entity_id: created.id, task_id: null, action: 'created', before: null, after: snapshot(created) })
        return created
      })
    },

    /** For an import, inside its write: keeps what the source knows, the slug when it is free. `id` must never have been used here. */
    insertImported({ uid, slug, version, created_at, updated_at, ...input }: ImportedContact, id: number | undefined, record: Recorder): number {
      const at = created_at ?? now().toISOString()
      const contact: Unsaved<StoredContact> = startContact(input, freeSlug(input.name), uid ?? uuidv7(), at)
      if (id !== undefined) contact.id = id
      if (slug !== undefined && !store.bySlug(slug)) contact.slug = slug
      if (version !== undefined) contact.version = version
      if (updated_at !== undefined) contact.updated_at = updated_at
      const created = { ...contact, id: store.insert(contact) }
      record({
        entity: 'contact',
        entity_id: created.id,
        task_id: null,
        action: 'created',
        before: null,
        after: { ...snapshot(created), version: created.version },
      })
      return created.id
    },

    update(slug: string, patch: ContactPatch, ctx: Context): StoredContact {
      return journal.write(ctx.actor, (record) => {
        const contact = existing(slug)
        requireVersion(ctx.ifMatch, contactTag(contact))
        return change(contact, patch, record)
      })
    },

    remove(slug: string, ctx: Context): void {
      journal.write(ctx.actor, (record) => {
        const contact = existing(slug)
        requireVersion(ctx.ifMatch, contactTag(contact))
        remove(contact, record)
      })
    },
  }
}
