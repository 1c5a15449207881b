// Two desktops that were offline may both have made a contact of the same person. Where name and address are equal they become one, on whichever
// desktop sees both first; if several do, they do the same. What both knew differently is left to a person, in Review. Who is the same person is
// decided in shared/domain/people/same-person.ts.
import { contradictions, madeApart, personKey } from '../../../../shared/domain/people/same-person.ts'
import type { StoredContact } from '../../../../shared/schema/contact.ts'
import type { Contacts } from '../../contacts/contacts.ts'
import type { MergeContacts } from '../../contacts/merge-contacts.ts'
import type { Journal } from '../../journal/journal.ts'
import { syncActor } from '../pull/team-event.ts'
import type { Item, SyncStore } from './sync-store.ts'

export interface UniteContactsDeps {
  store: SyncStore
  journal: Journal
  contacts: Pick<Contacts, 'list'>
  merge: MergeContacts
  now: () => Date
}

export function createUniteContacts({ store, journal, contacts, merge, now }: UniteContactsDeps) {
  /** Some contact was written since all of them were looked at. */
  let isNews = true
  const stop = journal.onCommit(
    () => undefined,
    ({ entity }) => {
      isNews ||= entity === 'contact'
      return false
    },
  )

  /** The older one stays: its uid says so, the same on every device. */
  function unite(one: StoredContact, other: StoredContact): StoredContact {
    const [into, from] = one.uid < other.uid ? [one, other] : [other, one]
    const item = store.byId('contact', into.id)
    for (const field of item ? contradictions(into, from) : []) {
      const [kept, lost] = [into[field], from[field]]
      store.addConflict(item as Item, { field, base: null, local: kept, remote: lost, kept }, now().toISOString())
    }
    return merge(from.slug, into.slug, { actor: syncActor })
  }

  function uniteAll(): void {
    const known = new Map<string, StoredContact>()
    for (const contact of contacts.list().reverse()) {
      const person = personKey(contact)
      if (person === undefined) continue
      const twin = known.get(person)
      if (!twin) known.set(person, contact)
      else if (madeApart(store.lifeOfContact(twin.id), store.lifeOfContact(contact.id))) known.set(person, unite(twin, contact))
    }
  }

  return {
    /** Looks for them, if there is anything new. */
    look(): void {
      if (!isNews) return
      isNews = false
      try {
        journal.write(syncActor, uniteAll)
      } catch (error) {
        // The disk is full, perhaps: they are two until it can be written.
        isNews = true
        throw error
      }
    },
    stop,
  }
}
