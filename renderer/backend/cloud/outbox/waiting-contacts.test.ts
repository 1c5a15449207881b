import { expect, test } from 'vitest'
import type { Contact } from '../../../../shared/schema/contact.ts'
import { changesOf, contactsOver } from './waiting-contacts.ts'
import { contactLane, type Write } from './write.ts'

const at = '2026-01-01T00:00:00.000Z'
const contact = (slug: string, more: Partial<Contact> = {}): Contact => ({
  slug,
  name: slug,
  email: null,
  phone: null,
  organization: null,
  role: null,
  created_at: at,
  updated_at: at,
  ...more,
})
const order = { turn: 1, page: 'here', id: contactLane, key: 'k' } as const

test('[PW6] what waits is over what is known: made, changed, deleted', () => {
  const made: Write = { ...order, kind: 'contact', body: { name: 'Zoe' }, shown: contact('zoe') }
  const changed: Write = { ...order, kind: 'contact-change', slug: 'zoe', body: { phone: '1' }, base: contact('zoe') }
  const deleted: Write = { ...order, kind: 'contact-delete', slug: 'ana', base: contact('ana') }
  expect(contactsOver([contact('ben'), contact('ana')], [made, changed, deleted])).toEqual([contact('zoe', { phone: '1' }), contact('ben')])
  // The cloud has it already, and its answer has not come.
  expect(contactsOver([contact('zoe'), contact('ben')], [made])).toEqual([contact('zoe'), contact('ben')])
})

test('[PW7] only what was changed is written', () => {
  const base = contact('ana', { email: 'ana@example.org' })
  expect(changesOf(base, { name: 'ana', email: 'ana@example.org', phone: '1', organization: null })).toEqual({ phone: '1' })
  expect(changesOf(base, { name: 'ana', email: null })).toEqual({ email: null })
})
