import { describe, expect, it, test } from 'vitest'
import type { Contact } from '../../schema/contact.ts'
import {
  contactNamed,
  contradictions,
  isSamePerson,
  madeApart,
  meantRequesters,
  means,
  personKey,
  renamedRequesters,
  requesterFor,
  shownName,
  twinOf,
} from './same-person.ts'

const ana = { slug: 'ana-lopez', name: 'Ana López', email: 'ana@example.org' }
const old = { slug: 'ana', name: 'ana', email: null }

test('a contact is meant by its slug, its name and its address, in any case', () => {
  for (const word of ['ana-lopez', 'ana lópez', ' Ana  López', 'Ana@Example.org']) expect(means(ana, word)).toBe(true)
  expect(means(ana, 'ana')).toBe(false)
})

test('[W91] a typed name means the one contact whose name, first name or address begins so', () => {
  const [bobby, stone] = [
    { slug: 'bobby-stone', name: 'Bobby Stone', email: 'bs@example.org' },
    { slug: 'sam-stone', name: 'Sam Stone', email: null },
  ]
  for (const typed of ['bobby', 'Bobby', 'bobby.stone', 'bobby-stone', 'bobby_stone', 'bs']) expect(contactNamed([stone, bobby], typed)).toBe(bobby)
  for (const typed of ['stone', 'bob', 'bobby.s']) expect(contactNamed([stone, bobby], typed)).toBeUndefined()
  const other = { slug: 'bobby-lee', name: 'Bobby Lee', email: null }
  expect(contactNamed([bobby, other], 'bobby')).toBeUndefined()
  // Whoever is called just that is meant before all who begin so.
  expect(contactNamed([ana, old], 'ana')).toBe(old)
})

test('[W17] a requester is shown by the name of the contact that it means', () => {
  for (const word of ['ana-lopez', 'ana lópez', 'Ana@Example.org']) expect(shownName([old, ana], word)).toBe('Ana López')
  expect(shownName([old, ana], 'Bob')).toBe('Bob')
})

test('[K3] one contact takes the place of another, and nobody stands twice', () => {
  expect(renamedRequesters(['bob', 'Ana'], old, ana)).toEqual(['bob', 'Ana López'])
  expect(renamedRequesters(['ana', 'ana@example.org'], old, ana)).toEqual(['ana@example.org'])
  expect(renamedRequesters(['bob'], old, ana)).toEqual(['bob'])
})

test('[X15] a slug that two lists gave to two people means in each list its own', () => {
  const theirs = new Map([['ana', 'ana@there.example']])
  const ours = new Map([['ana', 'ana@here.example']])
  expect(meantRequesters(['ana', 'Ben'], [], theirs, ours)).toEqual(['ana@here.example', 'Ben'])
  expect(meantRequesters(['ana', 'Ben'], ['ana'], theirs, ours)).toEqual(['ana@there.example', 'Ben'])
})

describe('[V1] [V6] who wrote a mail', () => {
  it.each([
    ['a contact with that address, whatever the sender is called', { email: 'ana@example.org', name: 'The Queen' }, ana, { word: 'ana-lopez' }],
    ['somebody new', { email: 'ben@example.org', name: 'Ben Ode' }, undefined, { add: { name: 'Ben Ode', email: 'ben@example.org' } }],
    ['a machine', { email: 'noreply@example.org', name: 'Shop' }, undefined, { word: 'noreply@example.org' }],
    ['a machine that somebody made a contact', { email: 'noreply@example.org', name: 'Shop' }, { ...ana, slug: 'shop' }, { word: 'shop' }],
    ['somebody in a chat', { email: undefined, name: 'Ben' }, undefined, { word: 'Ben' }],
  ])('%s', (_, sender, atAddress, expected) => expect(requesterFor(sender, atAddress)).toEqual(expected))
})

describe('[X17] two contacts', () => {
  const mine = { name: 'ana  silva', email: 'Ana@example.org' }
  it.each([
    ['name and address', { name: 'Ana Silva', email: 'ana@example.org' }, true],
    ['the name only', { name: 'Ana Silva', email: null }, false],
    ['the name and another address', { name: 'Ana Silva', email: 'ana@example.com' }, false],
    ['the address of an office', { name: 'Office', email: 'ana@example.org' }, false],
  ])('that share %s', (_, other, same) => expect([isSamePerson(mine, other), isSamePerson(other, mine)]).toEqual([same, same]))

  it('nobody can be told from a name alone', () => {
    expect(personKey({ name: 'Ana' })).toBeUndefined()
    expect(isSamePerson({ name: 'Ana' }, { name: 'Ana' })).toBe(false)
  })

  it.each([
    [{ phone: '1' }, { phone: '2', role: 'Baker' }, ['phone']],
    [{ phone: '1', role: null }, { phone: '1', role: 'Baker' }, []],
  ])('%j and %j contradict each other in %j', (one, other, fields) => expect(contradictions(one, other)).toEqual(fields))

  const contact = (slug: string, more: Partial<Contact>) => ({ slug, phone: null, organization: null, role: null, ...more }) as Contact
  it('of which somebody else added one meanwhile are one, unless they contradict each other', () => {
    const known = [contact('ben', { name: 'Ben Ode', email: null }), contact('ana', { name: 'Ana Silva', email: 'ana@example.org', phone: '1' })]
    expect(twinOf(known, { ...mine, role: 'Baker', phone: '1' })).toEqual({ slug: 'ana', lacks: { role: 'Baker' } })
    expect(twinOf(known, { ...mine, phone: '2' })).toBeUndefined()
    expect(twinOf(known, { name: 'Ben Ode' })).toBeUndefined()
    expect(twinOf(known, { name: 'Office', email: 'ana@example.org' })).toBeUndefined()
  })

  it.each([
    ['person', 'sync', true],
    ['agent', 'sync', true],
    ['email', 'sync', true],
    ['email', 'person', true],
    ['email', 'email', true],
    ['sync', 'sync', false],
    ['person', 'agent', false],
  ])('that %s and %s added were made apart: %j', (one, other, apart) => {
    expect(madeApart({ by: one, ended: 0 }, { by: other, ended: 0 })).toBe(apart)
    expect(madeApart({ by: other, ended: 0 }, { by: one, ended: 0 })).toBe(apart)
    expect(madeApart({ by: one, ended: 1 }, { by: other, ended: 0 })).toBe(false)
  })
})
