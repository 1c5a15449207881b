import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FieldKinds, mergeFields } from './merge-fields.ts'

const kinds: FieldKinds = { title: 'value', description: 'text', labels: 'set', status: 'value', completed_at: { with: 'status' } }
const base = { title: 'old', description: 'one\ntwo\nthree', labels: ['a', 'b'], status: 'todo', completed_at: null }

describe('[X5] a field that one side changed', () => {
  it('is taken from that side, whichever it is', () => {
    const merged = mergeFields(kinds, base, { ...base, title: 'mine' }, { ...base, labels: ['a'] })
    expect(merged).toEqual({ row: { ...base, title: 'mine', labels: ['a'] }, clashes: [] })
  })

  it('brings along what belongs to it', () => {
    const done = { ...base, status: 'done', completed_at: 'then' }
    expect(mergeFields(kinds, base, done, { ...base, title: 'x' }).row).toMatchObject({ status: 'done', completed_at: 'then', title: 'x' })
    expect(mergeFields(kinds, base, { ...base, title: 'x' }, done).row).toMatchObject({ status: 'done', completed_at: 'then', title: 'x' })
  })
})

describe('[S13] what one side reopened and the other completed again', () => {
  const done = { ...base, status: 'done', completed_at: 'Monday' }
  const again = { ...done, completed_at: 'Friday' }
  const open = { ...done, status: 'todo', completed_at: null }
  it('is done, on both, and no conflict', () => {
    expect(mergeFields(kinds, done, open, again)).toEqual({ row: again, clashes: [] })
    expect(mergeFields(kinds, done, again, open)).toEqual({ row: again, clashes: [] })
  })

  it('is open where nobody completed it again', () => {
    expect(mergeFields(kinds, done, open, done).row).toEqual(open)
    expect(mergeFields(kinds, done, done, open).row).toEqual(open)
  })
})

describe('[X6] a field that both changed', () => {
  it('stays as it was written here, and the other is told of', () => {
    const { row, clashes } = mergeFields(kinds, base, { ...base, title: 'mine' }, { ...base, title: 'theirs' })
    expect(row.title).toBe('mine')
    expect(clashes).toEqual([{ field: 'title', base: 'old', local: 'mine', remote: 'theirs', kept: 'mine' }])
  })

  it('to the same is no conflict', () => {
    expect(mergeFields(kinds, base, { ...base, title: 'x' }, { ...base, title: 'x' })).toEqual({ row: { ...base, title: 'x' }, clashes: [] })
  })

  it('has both texts where they are in different places, and also where they are not', () => {
    const apart = mergeFields(kinds, base, { ...base, description: 'ONE\ntwo\nthree' }, { ...base, description: 'one\ntwo\nTHREE' })
    expect([apart.row.description, apart.clashes]).toEqual(['ONE\ntwo\nTHREE', []])
    const together = mergeFields(kinds, base, { ...base, description: 'one\nmine\nthree' }, { ...base, description: 'one\ntheirs\nthree' })
    expect([together.row.description, together.clashes.length]).toEqual(['one\ntheirs\nmine\nthree', 1])
  })

  it('has what stands in both texts once, also where nothing is known of what they had in common', () => {
    const { row, clashes } = mergeFields(kinds, null, { ...base, description: 'one\nmine\ntwo\nthree' }, { ...base, description: 'one\ntwo\nthree\ntheirs' })
    expect([row.description, clashes]).toEqual(['one\nmine\ntwo\nthree\ntheirs', []])
    expect(mergeFields(kinds, null, { ...base, description: 'mine' }, { ...base, description: 'theirs' }).row.description).toBe('theirs\nmine')
  })

  it('has what each side added to a list, and not what either took away', () => {
    expect(mergeFields(kinds, base, { ...base, labels: ['b', 'mine'] }, { ...base, labels: ['a', 'b', 'theirs'] }).row.labels).toEqual(['b', 'theirs', 'mine'])
  })
})

const line = fc.constantFrom('a', 'b', 'c', 'd', '')
const text = fc.option(
  fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n') || null),
  { nil: null },
)
const row = fc.record({
  title: fc.constantFrom('x', 'y', 'z'),
  description: text,
  labels: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
  status: fc.constantFrom('todo', 'done'),
  completed_at: fc.constant(null),
})
const lines = (description: unknown) => (typeof description === 'string' ? description.split('\n') : [])

describe('[X5] [X6] whatever was written (fast-check prints the seed of a failure)', () => {
  it('merging with what is there already changes nothing, and after the merge both sides agree', () => {
    fc.assert(
      fc.property(row, row, row, (was, mine, theirs) => {
        expect(mergeFields(kinds, was, mine, mine).row).toEqual(mine)
        expect(mergeFields(kinds, was, was, theirs).row).toEqual(theirs)
        expect(mergeFields(kinds, was, mine, was).row).toEqual(mine)
        const { row: merged } = mergeFields(kinds, was, mine, theirs)
        // The other side had sent its edit, so for it the merge is news.
        expect(mergeFields(kinds, theirs, theirs, merged).row).toEqual(merged)
      }),
      { numRuns: 300 },
    )
  })

  it('no line that a side added is lost, and every other loss is told of', () => {
    fc.assert(
      fc.property(row, row, row, (was, mine, theirs) => {
        const { row: merged, clashes } = mergeFields(kinds, was, mine, theirs)
        const there = new Set(lines(merged.description))
        for (const side of [mine, theirs])
          for (const added of lines(side.description)) if (added !== '' && !lines(was.description).includes(added)) expect(there).toContain(added)
        for (const side of [mine, theirs]) for (const label of side.labels) if (!was.labels.includes(label)) expect(merged.labels).toContain(label)
        for (const field of ['title', 'status'] as const) {
          const lost = theirs[field] !== was[field] && merged[field] !== theirs[field]
          expect(clashes.some((clash) => clash.field === field)).toBe(lost)
        }
      }),
      { numRuns: 300 },
    )
  })
})
