import { describe, expect, it } from 'vitest'
import { VectorMatrix } from './vector-matrix.ts'

/** A seeded source of numbers (mulberry32): a failing run can be repeated. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function unit(dimensions: number, next: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => next() + next() + next() - 1.5)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)

describe('the vectors in memory', () => {
  it.each([384, 100, 768, 1536])('[V1] with %i dimensions they find what comparing all finds, through puts and removes', (dimensions) => {
    const seed = Date.now() % 1_000_000
    const next = random(seed)
    const matrix = new VectorMatrix(dimensions)
    const all = new Map<number, Float32Array>()
    for (let i = 0; i < 1500; i++) {
      const key = 1 + Math.floor(next() * 900)
      if (next() < 0.2) {
        matrix.remove(key)
        all.delete(key)
      } else {
        const vector = unit(dimensions, next)
        matrix.put(key, vector)
        all.set(key, vector)
      }
    }
    expect(matrix.size(), `seed ${seed}`).toBe(all.size)
    matrix.mean().forEach((value, i) => {
      const expected = [...all.values()].reduce((sum, vector) => sum + (vector[i] as number), 0) / all.size
      expect(Math.abs(value - expected), `seed ${seed}`).toBeLessThan(1e-4)
    })
    for (let i = 0; i < 20; i++) {
      const query = unit(dimensions, next)
      const expected = [...all].map(([key, vector]) => ({ key, cosine: dot(query, vector) })).sort((a, b) => b.cosine - a.cosine)
      const found = matrix.nearest(query, 20)
      expect(found).toHaveLength(20)
      found.forEach((one, place) => expect(Math.abs(one.cosine - (expected[place]?.cosine ?? 9)), `seed ${seed}`).toBeLessThan(2e-4))
      const even = matrix.nearest(query, 10, (key) => key % 2 === 0)
      const expectedEven = expected.filter((one) => one.key % 2 === 0)
      expect(even.every((one) => one.key % 2 === 0)).toBe(true)
      even.forEach((one, place) => expect(Math.abs(one.cosine - (expectedEven[place]?.cosine ?? 9)), `seed ${seed}`).toBeLessThan(2e-4))
    }
  })

  it('[V1] an empty one finds nothing, and its mean is nothing', () => {
    const matrix = new VectorMatrix(384)
    expect(matrix.nearest(new Float32Array(384), 5)).toEqual([])
    expect(matrix.mean()).toEqual(new Float32Array(384))
  })
})
