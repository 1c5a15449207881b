import { expect, test, vi } from 'vitest'
import { forgetTemporaryId, isTemporary, temporaryIdOf } from './unnumbered.ts'

test('one number for one key, for as long as it is being created', () => {
  const id = temporaryIdOf('a')
  expect(temporaryIdOf('a')).toBe(id)
  expect(temporaryIdOf('b')).toBeGreaterThan(id)
  forgetTemporaryId('a')
  expect(temporaryIdOf('a')).toBeGreaterThan(id)
})

test('the newest is the greatest, also over pages; none is a number that the service gives', () => {
  vi.useFakeTimers({ now: Date.UTC(2099, 0, 1) })
  try {
    const late = temporaryIdOf('late')
    expect(late).toBeGreaterThan(temporaryIdOf('a'))
    expect(Number.isSafeInteger(late)).toBe(true)
    expect([late, -7, Number.MAX_SAFE_INTEGER - 500_000].every(isTemporary)).toBe(true)
    expect(isTemporary(20_000_000)).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
