import { describe, expect, it } from 'vitest'
import { blend, decisiveWeight, fuse, minMax, withoutCommon } from './rank-fusion.ts'

const list = (...scores: [number, number][]) => scores.map(([id, score]) => ({ id, score }))
const ids = (hits: { id: number }[]) => hits.map((hit) => hit.id)

describe('fusion', () => {
  it('scales each list to 0..1', () => expect([...minMax(list([1, 8], [2, 6], [3, 4])).values()]).toEqual([1, 0.5, 0]))
  it('a list of one is sure of its hit', () => expect(minMax(list([7, 0.3])).get(7)).toBe(1))
  it('what both lists have comes first, what one lacks gets nothing from it', () =>
    expect(ids(fuse(list([1, 9], [2, 8], [3, 1]), list([2, 0.9], [4, 0.8], [5, 0.1]), 0.5))).toEqual([2, 1, 4, 5, 3]))
  it('one list alone keeps its order and its scale', () => {
    expect(fuse([], list([2, 0.9], [4, 0.5]), 0.5)).toEqual(list([2, 1], [4, 0]))
    expect(fuse(list([2, 0.9], [4, 0.5]), [], 0.5)).toEqual(list([2, 1], [4, 0]))
    expect(fuse([], [], 0.5)).toEqual([])
  })
})

describe('what all tasks have in common', () => {
  const hit = (id: number, score: number, common: number) => ({ id, score, common })
  it('counts less: of two that are equally near, the one that is less like all of them comes first', () =>
    expect(ids(withoutCommon([hit(1, 0.5, 0.6), hit(2, 0.5, 0.2), hit(3, 0.3, 0.2)]))).toEqual([2, 1, 3]))
  it('changes no order where all are equally like all', () =>
    expect(ids(withoutCommon([hit(1, 0.5, 0.4), hit(2, 0.49, 0.4), hit(3, 0.3, 0.4)]))).toEqual([1, 2, 3]))
})

describe('blending', () => {
  const fused = list([1, 1], [2, 0.9], [3, 0.5], [4, 0.4])
  it('[Q11] moves within the head that was read, and never past it', () => {
    const blended = blend(
      fused,
      new Map([
        [1, -8],
        [2, 6],
      ]),
      0.08,
    )
    expect(ids(blended)).toEqual([2, 1, 3, 4])
    expect(blended.map((hit) => hit.score)).toEqual(blended.map((hit) => hit.score).toSorted((a, b) => b - a))
  })
  it('[Q11] a gap ends the head: what was not read is not overtaken by luck', () =>
    expect(
      ids(
        blend(
          fused,
          new Map([
            [1, 0],
            [3, 9],
            [4, 9],
          ]),
          0.08,
        ),
      ),
    ).toEqual([1, 2, 3, 4]))
  it('without logits nothing changes', () => expect(blend(fused, new Map(), 0.08)).toEqual(fused))
})

describe('what a logit counts', () => {
  it('[Q16] nothing where the pair scorer tells nothing apart, most where its best stands clear of its fifth', () => {
    expect(decisiveWeight([2, 2, 2, 2, 2, -9], 0.2, 4)).toBe(0)
    expect(decisiveWeight([3, 2, 2, 1, 1, -9], 0.2, 4)).toBeCloseTo(0.1)
    expect(decisiveWeight([6, 1, 0, -1, -1.5, -9], 0.2, 4)).toBe(0.2)
  })
  it('[Q16] of fewer than five the last stands for the fifth', () => {
    expect(decisiveWeight([3, 1], 0.2, 4)).toBeCloseTo(0.1)
    expect([decisiveWeight([3]), decisiveWeight([])]).toEqual([0, 0])
  })
})
