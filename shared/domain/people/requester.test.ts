import { expect, test } from 'vitest'
import { means, renamedRequesters, shownName } from './requester.ts'

const ana = { slug: 'ana-lopez', name: 'Ana López', email: 'ana@example.org' }
const old = { slug: 'ana', name: 'ana', email: null }

test('a contact is meant by its slug, its name and its address, in any case', () => {
  for (const word of ['ana-lopez', 'ana lópez', 'Ana@Example.org']) expect(means(ana, word)).toBe(true)
  expect(means(ana, 'ana')).toBe(false)
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
