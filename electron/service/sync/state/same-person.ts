// Two desktops that were offline may both have made a contact of the same person. Where name and address are equal they become one, on whichever
// desktop sees both first; if several do, they do the same. What both knew differently is left to a person, in Review.
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { StoredContact } from '../../../../shared/schema/contact.ts'
import type { Contacts } from '../../contacts/contacts.ts'
import type { MergeContacts } from '../../contacts/merge-contacts.ts'
import type { Journal } from '../../journal/journal.ts'
import { tandem } from '../pull/team-event.ts'
import type { RemoteStore } from './sync-store.ts'

export interface SamePersonDeps {
  store: RemoteStore
  journal: Journal
  contacts: Pick<Contacts, 'list'>
  merge: MergeContacts
  now: () => Date
}

const mayDiffer = ['phone', 'organization', 'role'] as const
const fold = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

export function createSamePerson({ store, journal, contacts, merge, now }: SamePersonDeps) {
  /** Some contact was written since all of them were looked at. */
  let isNews = true
  const stop = journal.onCommit(
    () => undefined,
    ({ entity }) => {
      isNews ||= entity === 'contact'
      return false
    },
  )

  /**
   * Made apart from each other: at least one is from elsewhere, and at least one is not merely what the cloud has. Two that were one before are two
   * because somebody wanted that.
   */
  function madeApart(one: StoredContact, other: StoredContact): boolean {
    const lives = [store.lifeOfContact(one.id), store.lifeOfContact(other.id)]
    const isForeign = ({ by }: (typeof lives)[number]) => by === 'sync'
    const isOwn = ({ by }: (typeof lives)[number]) => by === 'person' || by === 'agent'
    return lives.every(({ ended }) => ended === 0) && !lives.every(isForeign) && !lives.every(isOwn)
  }

  /** The older one stays: its uid says so, the same on every device. */
  function unite(one: StoredContact, other: StoredContact): StoredContact {
    const [into, from] = one.uid < other.uid ? [one, other] : [other, one]
    const item = store.byId('contact', into.id)
    for (const field of mayDiffer) {
      const [kept, lost] = [into[field], from[field]]
      if (item && kept !== null && lost !== null && kept !== lost) {
        const clash: { field: string } & Record<'base' | 'local' | 'remote' | 'kept', Row[string]> = { field, base: null, local: kept, remote: lost, kept }
        store.addConflict(item, clash, now().toISOString())
      }
    }
    return merge(from.slug, into.slug, { actor: tandem })
  }

  function uniteAll(): void {
    const known = new Map<string, StoredContact>()
    for (const contact of contacts.list().reverse()) {
      if (contact.email === null) continue
      const person = `${fold(contact.email)} ${fold(contact.name)}`
      const twin = known.get(person)
      if (!twin) known.set(person, contact)
      else if (madeApart(twin, contact)) known.set(person, unite(twin, contact))
    }
  }

  return {
    /** Looks for them, if there is anything new. */
    look(): void {
      if (!isNews) return
      isNews = false
      try {
        journal.write(tandem, uniteAll)
      } catch (error) {
        // The disk is full, perhaps: they are two until it can be written.
        isNews = true
        throw error
      }
    },
    stop,
  }
}
