import { array, assert, double, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Evidence, inStep, scoreDuplicates } from './duplicate-score.ts'
import { sameTaskFrom } from './same-task.ts'
import { likenessTo, profileOf, splitText } from './likeness.ts'

const evidence = (id: number, more: Partial<Evidence>): Evidence => ({
  id,
  text: `text ${id}`,
  cosine: 0.3,
  words: 0.1,
  titles: 0,
  beyond: 0,
  contradiction: 0,
  swapped: false,
  askedLength: 8,
  length: 8,
  usualLength: 10,
  same: undefined,
  ...more,
})

describe('the chance of a duplicate', () => {
  it('[D6] is high for another wording of a line, low for what is merely near, and sure of nothing', () => {
    const others = Array.from({ length: 30 }, (_, i) => evidence(i + 10, { cosine: 0.25 }))
    const [first, second] = scoreDuplicates([
      evidence(1, { cosine: 0.85, beyond: 0.75, words: 0.6, titles: 0.5 }),
      evidence(2, { cosine: 0.4, words: 0.2 }),
      ...others,
    ])
    expect(first?.id).toBe(1)
    expect(first?.score).toBeGreaterThan(sameTaskFrom.likely)
    expect(first?.score).toBeLessThan(1)
    expect(second?.score).toBeLessThan(0.3)
  })

  it('[D7] a few words are the beginning of many tasks, unless the other has no more to say', () => {
    const alike = { cosine: 0.9, words: 1, titles: 0.4, askedLength: 2 }
    expect(scoreDuplicates([evidence(1, alike)])[0]?.score).toBeLessThan(sameTaskFrom.likely)
    expect(scoreDuplicates([evidence(1, { ...alike, titles: 1, same: 'text' })])[0]?.score).toBeGreaterThan(sameTaskFrom.likely)
  })

  it('[D6] the same text counts as the same, also by words alone', () => {
    expect(scoreDuplicates([evidence(1, { cosine: undefined, words: 1, titles: 1, same: 'text' })])[0]?.score).toBeGreaterThan(0.9)
  })

  it('[D10] what the list says forty times counts once: a copy more changes no score', () => {
    const others = Array.from({ length: 8 }, (_, i) => evidence(i + 100, { cosine: 0.25 }))
    const near = { cosine: 0.85, beyond: 0.7, words: 0.6, titles: 0.5 }
    const withCopies = (count: number) =>
      scoreDuplicates([...Array.from({ length: count }, (_, i) => evidence(i + 1, { ...near, text: 'weekly report' })), ...others])
    const [once] = withCopies(1)
    expect(once?.score).toBeGreaterThan(0.5)
    expect(withCopies(40)[0]).toEqual(once)
    // Copies stay in the order in which they came.
    expect(
      withCopies(40)
        .slice(0, 40)
        .map(({ id }) => id),
    ).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })

  it('[D6] scores fall in order and stay within 0 and 1', () => {
    const one = record({
      cosine: double({ min: -1, max: 1, noNaN: true }),
      words: double({ min: 0, max: 1.2, noNaN: true }),
      titles: double({ min: 0, max: 1, noNaN: true }),
    })
    assert(
      property(array(one, { maxLength: 40 }), (list) => {
        const scores = scoreDuplicates(list.map((fields, i) => evidence(i + 1, fields))).map((hit) => hit.score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        for (const score of scores) expect(score >= 0 && score < 1).toBe(true)
      }),
    )
  })

  it('brings chances in step', () => {
    expect(inStep([0.9, 0.2, 0.4, 0.1])).toEqual([0.9, 0.30000000000000004, 0.30000000000000004, 0.1])
    expect(inStep([])).toEqual([])
  })
})

describe('likeness by words', () => {
  const rarity = () => 1
  it('sees the same text, contradicting identifiers and shared titles', () => {
    const to = likenessTo(profileOf('Release 3.2.1 of the parser', ''), rarity, 20)
    expect(to(profileOf('release 3.2.1  of the parser', ''))).toMatchObject({ same: 'text', contradiction: 0 })
    expect(to(profileOf('Release 3.3.0 of the parser', '')).contradiction).toBe(1)
    expect(to(profileOf('Release 3.2.1 of the parser', 'with notes')).same).toBe('title')
    expect(to(profileOf('Water the plants', '')).titles).toBeLessThan(0.3)
  })

  it('[D6] sees where each title names something else', () => {
    const swapped = (one: string, other: string, body = '') => likenessTo(profileOf(one, ''), rarity, 20)(profileOf(other, body)).swapped
    expect(swapped('Replace the old Supplier in MAPREDUCE', 'Replace the old Supplier in YARN')).toBe(true)
    expect(swapped('Implement checkArgument', 'Implement checkState')).toBe(true)
    expect(swapped('Replace HTrace with a No-Op tracer', 'Replace HTrace with a NoOp tracer')).toBe(false)
    expect(swapped('Export fails on SSD', 'Export fails', 'Only on an SSD with macOS')).toBe(false)
    expect(swapped('Tidy the attic', 'Clear out the attic')).toBe(false)
    // Where every word has a capital, none tells.
    expect(swapped('Fix The Broken Search Page', 'Fix The Broken Login Page')).toBe(false)
  })

  it('[D6] finds the title of a text that was sent as one', () => {
    expect(splitText('A title\nand more')).toEqual({ title: 'A title', body: 'and more' })
    expect(splitText(`The first sentence is here. ${'And it goes on '.repeat(40)}`).title).toBe('The first sentence is here.')
    expect(splitText('x'.repeat(5000)).title.length).toBeLessThanOrEqual(160)
  })
})
