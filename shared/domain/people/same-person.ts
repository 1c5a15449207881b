// Is this the same person? Decided here for everybody who asks: a task's requesters, merges, mail, sync and the cloud's page. Three questions:
// whom a word means (requesters are free words, a contact goes by its slug, its name and its address), which contact wrote a mail, and
// whether two contacts are one person. A slug alone is no person: two lists may each have given it to somebody else (sync/state/slug-collisions.ts).
import type { Contact, NewContact } from '../../schema/contact.ts'
import { contactFields } from '../../sync/synced-fields.ts'
import { type Correspondent, isMachine, nameOf } from '../mail/mail-address.ts'

type Named = Pick<Contact, 'slug' | 'name' | 'email'>
type Reached = Pick<NewContact, 'name' | 'email'>

/** Names and addresses that differ in case and spacing are one. */
const fold = (word: string) => word.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** The words by which tasks may name this contact, each once. */
export function wordsFor({ slug, name, email }: Named): string[] {
  return [...new Set([name, ...(email ? [email] : []), slug])]
}

export function means(contact: Named, requester: string): boolean {
  return wordsFor(contact).some((word) => fold(word) === fold(requester))
}

/**
 * Whom somebody means who types a name: the contact that goes by it, or the only one with that first name, or with that before the @ of their address.
 * Undefined: nobody, or several.
 */
export function contactNamed<C extends Named>(contacts: readonly C[], typed: string): C | undefined {
  const spaced = fold(typed.replaceAll(/[._-]+/g, ' '))
  const isExact = (one: C) => means(one, typed) || fold(one.name) === spaced
  const isShort = ({ name, email }: C) => fold(name).split(' ')[0] === spaced || (email !== null && fold(email).split('@')[0] === fold(typed))
  const exact = contacts.filter(isExact)
  const [one, other] = exact.length > 0 ? exact : contacts.filter(isShort)
  return other ? undefined : one
}

/** How people read a requester: by the name of the contact that it means, if there is one. */
export function shownName(contacts: readonly Named[], requester: string): string {
  return contacts.find((contact) => means(contact, requester))?.name ?? requester
}

/** The requesters with one contact in the place of another, and nobody twice. */
export function renamedRequesters(requesters: readonly string[], from: Named, into: Named): string[] {
  const isThere = requesters.find((word) => means(into, word))
  return [...new Set(requesters.map((word) => (means(from, word) ? (isThere ?? into.name) : word)))]
}

/** The requesters as whoever wrote them meant them: what both lists have is meant as `theirs` are called, what is only here as `ours` are. */
export function meantRequesters(
  requesters: readonly string[],
  known: readonly string[],
  theirs: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
): string[] {
  return requesters.map((word) => (known.includes(word) ? theirs : ours).get(word) ?? word)
}

/**
 * Who wrote a mail, as a task's requester: the contact with the sender's address (`atAddress`), whatever the sender is called today, since a
 * display name is whatever its sender likes. Else a contact to add, but none for a machine: nobody sits behind it.
 */
export function requesterFor(sender: Correspondent, atAddress: Named | undefined): { word: string } | { add: { name: string; email: string } } {
  if (sender.email === undefined) return { word: nameOf(sender) }
  if (atAddress) return { word: atAddress.slug }
  return isMachine(sender) ? { word: sender.email } : { add: { name: nameOf(sender), email: sender.email } }
}

/** Equal for addresses that reach one mailbox. */
export const addressKey = (email: string): string => fold(email)

/** Equal for contacts that are one person: an address and a name. Without an address nobody can tell, and an office shares its address. */
export function personKey({ name, email }: Reached): string | undefined {
  return email ? `${fold(email)} ${fold(name)}` : undefined
}

export function isSamePerson(one: Reached, other: Reached): boolean {
  const key = personKey(one)
  return key !== undefined && key === personKey(other)
}

/** What one person may have been noted down with differently. */
type Differing = Exclude<(typeof contactFields)[number], 'name' | 'email'>
const mayDiffer = contactFields.filter((field): field is Differing => field !== 'name' && field !== 'email')
type Noted = Partial<Record<Differing, string | null | undefined>>

/** The fields in which both know something, and not the same. */
export const contradictions = (one: Noted, other: Noted) => mayDiffer.filter((field) => one[field] && other[field] && one[field] !== other[field])

/** The same person, whom somebody else added meanwhile, with what that one lacks; undefined when there is none, or the two contradict each other. */
export function twinOf(known: readonly Contact[], body: NewContact): { slug: string; lacks: Partial<NewContact> } | undefined {
  const twin = known.find((one) => isSamePerson(one, body) && contradictions(one, body).length === 0)
  return twin && { slug: twin.slug, lacks: Object.fromEntries(mayDiffer.flatMap((field) => (!twin[field] && body[field] ? [[field, body[field]]] : []))) }
}

/** Where a contact came from: who wrote it first, and how often it was deleted or merged into another. */
export interface Origin {
  by: string | null
  ended: number
}

/**
 * Two contacts of one person, made apart from each other: at least one is from elsewhere, and at least one is not merely what the cloud has.
 * Two that were one before are two because somebody wanted that.
 */
export function madeApart(one: Origin, other: Origin): boolean {
  const both = [one, other]
  const isForeign = ({ by }: Origin) => by === 'sync'
  const isOwn = ({ by }: Origin) => by === 'person' || by === 'agent'
  return both.every(({ ended }) => ended === 0) && !both.every(isForeign) && !both.every(isOwn)
}
