import { describe, expect, it } from 'vitest'
import { editDistance, nearWords, signatureOf } from './near-words.ts'

describe('near words', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['paln', 'plan', 1],
    ['same', 'same', 0],
    ['', 'abc', 3],
  ])('%s → %s is %i edits', (a, b, edits) => expect(editDistance(a, b, 5)).toBe(edits))

  it('[Q8] finds what a misspelt word meant, but leaves short words alone', () => {
    const words = ['deployment', 'payment', 'invoice', 'invoices', 'cat']
    const vocabulary = { words, signatures: words.map(signatureOf) }
    expect(nearWords('deploymnet', vocabulary)).toEqual(['deployment'])
    expect(nearWords('invioce', vocabulary)).toEqual(['invoice'])
    expect(nearWords('cta', vocabulary)).toEqual([])
  })
})
