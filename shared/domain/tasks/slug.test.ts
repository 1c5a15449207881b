import { expect, it } from 'vitest'
import { slugFor } from './slug.ts'

it.each([
  ['Ana Núñez', 'ana-nunez'],
  ['  --Ørsted & Søn A/S-- ', 'orsted-son-a-s'],
  ['Łukasz', 'lukasz'],
  ['🦀', 'crab'],
  ['!!!', 'contact'],
])('[K2] %s → %s', (name, slug) => expect(slugFor(name, () => false)).toBe(slug))

it('[K2] counts on from taken ones', () => {
  const taken = new Set(['ana', 'ana-2'])
  expect(slugFor('Ana', (slug) => taken.has(slug))).toBe('ana-3')
})

it('[K2] long names stay short', () => expect(slugFor('x'.repeat(500), () => false)).toHaveLength(80))
