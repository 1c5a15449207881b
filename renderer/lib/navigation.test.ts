import { expect, test } from 'vitest'
import { readPlace } from './navigation.ts'

test('an address that was cut leads to its screen', () => {
  expect(readPlace('/people/bo%20l', '').part).toBe('bo l')
  for (const screen of ['people', 'settings', 'team']) expect(readPlace(`/${screen}/%E0%A4%A`, '')).toMatchObject({ view: screen, part: undefined })
})
