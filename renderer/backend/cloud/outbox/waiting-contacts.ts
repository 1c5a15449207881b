// Contacts as the person sees them: what the cloud has, with what waits to be sent. Pure.
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { Write } from './write.ts'

/** The one that a write is about, as this device calls it. */
export function slugOf(write: Write): string | undefined {
  if (write.kind === 'contact') return write.shown.slug
  return write.kind === 'contact-change' || write.kind === 'contact-delete' ? write.slug : undefined
}

/** Newest first, as the cloud lists them. */
export function contactsOver(known: readonly Contact[], writes: readonly Write[]): Contact[] {
  let shown = [...known]
  for (const write of writes) {
    if (write.kind === 'contact') shown = [write.shown, ...shown.filter(({ slug }) => slug !== write.shown.slug)]
    else if (write.kind === 'contact-change') shown = shown.map((one) => (one.slug === write.slug ? { ...one, ...write.body } : one))
    else if (write.kind === 'contact-delete') shown = shown.filter(({ slug }) => slug !== write.slug)
  }
  return shown
}

/** What was typed into the form that differs from what stood there: nobody's change of another field is written over. */
export function changesOf<B extends object>(base: Contact, body: B): Partial<B> {
  const stood = base as Record<string, unknown>
  return Object.fromEntries(Object.entries(body).filter(([field, value]) => (value ?? null) !== (stood[field] ?? null))) as Partial<B>
}

/** What a person writes of one. */
export const asWritten = ({ name, email, phone, organization, role }: Contact) => ({ name, email, phone, organization, role })
