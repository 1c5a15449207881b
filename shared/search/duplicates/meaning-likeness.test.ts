import { describe, expect, it } from 'vitest'
import { likenessByMeaning } from './meaning-likeness.ts'
import { VectorMatrix } from '../meaning/vector-matrix.ts'

const dimensions = 64
/** What all of one kind share, and what each has for itself. */
function vectorOf(own: number, common: number): Float32Array {
  const vector = new Float32Array(dimensions)
  vector[0] = common
  vector[own] = Math.sqrt(1 - common * common)
  return vector
}

describe('likeness by meaning', () => {
  it('[D6] what all tasks around have in common counts for nothing', () => {
    const matrix = new VectorMatrix(dimensions)
    // Forty upgrades, each of another library; one library has a second task.
    for (let i = 1; i <= 40; i++) matrix.put(i, vectorOf(i, 0.95))
    matrix.put(41, vectorOf(1, 0.95))
    const keys = Array.from({ length: 40 }, (_, i) => i + 2)
    const found = likenessByMeaning(matrix, vectorOf(1, 0.95), keys)
    const other = found[0]
    const same = found.at(-1)
    expect(other?.cosine).toBeGreaterThan(0.85)
    expect(other?.beyond).toBeLessThan(0.4)
    expect(same?.beyond).toBeGreaterThan(0.95)
  })

  it('[D10] what the list says many times is one neighbour', () => {
    const withCopies = (count: number) => {
      const matrix = new VectorMatrix(dimensions)
      for (let i = 2; i <= 12; i++) matrix.put(i, vectorOf(i, 0.6))
      for (let i = 0; i < count; i++) matrix.put(100 + i, vectorOf(1, 0.9))
      return likenessByMeaning(matrix, vectorOf(1, 0.8), [
        ...Array.from({ length: count }, (_, i) => 100 + i),
        ...Array.from({ length: 11 }, (_, i) => i + 2),
      ])[0]
    }
    expect(withCopies(40)).toEqual(withCopies(1))
    expect(withCopies(1)?.beyond).toBeGreaterThan(0.8)
  })

  it('[D6] in a short list it is less than the cosine, and without a vector there is nothing to say', () => {
    const matrix = new VectorMatrix(dimensions)
    matrix.put(1, vectorOf(1, 0.9))
    const [alone, missing] = likenessByMeaning(matrix, vectorOf(2, 0.9), [1, 2])
    expect(alone?.cosine).toBeCloseTo(0.81, 2)
    expect(alone?.beyond).toBeCloseTo(0.62, 2)
    expect(missing).toBeUndefined()
  })
})
