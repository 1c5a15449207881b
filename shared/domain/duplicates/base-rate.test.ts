import { array, assert, double, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseRateOf } from './base-rate.ts'

const share = 0.07
const times = (count: number, chance: number) => Array.from({ length: count }, () => chance)

describe('the base rate of a list', () => {
  it('[D9] up where likely pairs are many, down where there are none, and nowhere on the word of a few', () => {
    expect(baseRateOf([], share)).toBeCloseTo(0)
    expect(baseRateOf([...times(100, 0.4), ...times(500, 0.01)], share)).toBeGreaterThan(0)
    expect(baseRateOf(times(600, 0.3), share)).toBeGreaterThan(1)
    expect(baseRateOf([...times(12, 0.6), ...times(588, 0.005)], share)).toBeLessThan(-1)
    expect(Math.abs(baseRateOf(times(3, 0.01), share))).toBeLessThan(0.2)
  })

  it('[D9] down only a little where nothing looks alike: a tidy list may be asked for what it has', () => {
    const tidy = baseRateOf(times(600, 0.01), share)
    expect(tidy).toBeLessThan(-0.3)
    expect(tidy).toBeGreaterThan(-1)
  })

  it('[D9] as it is where the list is like those of the fit', () => {
    expect(Math.abs(baseRateOf([...times(42, 0.95), ...times(558, 0.005)], share))).toBeLessThan(0.4)
  })

  it('[D9] never further than the fit has seen, whatever the sample says', () => {
    assert(
      property(array(double({ min: 0, max: 1, noNaN: true }), { maxLength: 200 }), (chances) => {
        expect(Math.abs(baseRateOf(chances, share))).toBeLessThanOrEqual(2)
      }),
    )
  })
})
