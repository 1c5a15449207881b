// How alike a text and some tasks are by their vectors: as they stand, and beyond what the tasks around the text have in common.
// "Upgrade jackson" is near to twenty other upgrades; what is left of each vector without their mean tells jackson from netty.
import type { VectorMatrix } from '../meaning/vector-matrix.ts'

export interface MeaningLikeness {
  cosine: number
  /** The cosine of what is left of both when the mean of their neighbourhood is taken away. */
  beyond: number
}

/** Exactly at right angles are only vectors of zeros. */
const nothing = 1e-5
/** The nearest may be duplicates themselves; those behind them are what the text merely resembles. */
const neighbourhood = { from: 5, to: 30 }
/** In a list too short to have one, neighbours are taken to be so near; it counts like so many of them. */
const usualNeighbour = { cosine: 0.5, count: 5 }

/** For each key; undefined where there is no vector, or one that says nothing. */
export function likenessByMeaning(
  matrix: Pick<VectorMatrix, 'cosine' | 'vector'>,
  asked: Float32Array,
  keys: readonly number[],
  /** A cosine as if unrelated texts were at right angles. */
  likeness = (cosine: number): number => cosine,
): (MeaningLikeness | undefined)[] {
  const cosines = keys.map((key) => matrix.cosine(key, asked))
  const near = firstOfEach(
    matrix,
    keys.map((key, i) => ({ key, cosine: cosines[i] ?? -1 })).sort((a, b) => b.cosine - a.cosine),
    1,
  )
    .slice(neighbourhood.from, neighbourhood.to)
    .flatMap(({ key }) => matrix.vector(key) ?? [])
  const mean = new Float32Array(asked.length)
  for (const one of near) for (let i = 0; i < mean.length; i++) mean[i]! += (one[i] as number) / near.length
  const own = product(mean, mean)
  const askedMean = product(asked, mean)
  const left = (withMean: number) => Math.sqrt(Math.max(1e-6, 1 - 2 * withMean + own))
  return keys.map((key, i) => {
    const cosine = cosines[i]
    if (cosine === undefined || Math.abs(cosine) <= nothing) return undefined
    const withMean = matrix.cosine(key, mean) as number
    const measured = (cosine - askedMean - withMean + own) / (left(askedMean) * left(withMean))
    const usual = (likeness(cosine) - usualNeighbour.cosine) / (1 - usualNeighbour.cosine)
    return { cosine: likeness(cosine), beyond: (near.length * measured + usualNeighbour.count * usual) / (near.length + usualNeighbour.count) }
  })
}

/** The first of a list in order of their cosine, and at most so many that have the very same vector, as copies of a text do. */
export function firstOfEach<Near extends { key: number; cosine: number }>(matrix: Pick<VectorMatrix, 'vector'>, list: readonly Near[], max: number): Near[] {
  let cosine: number | undefined
  let met: { vector: Float32Array | undefined; count: number }[] = []
  return list.filter((one, i) => {
    if (one.cosine !== cosine) {
      cosine = one.cosine
      met = []
      // What is alone with its cosine has no copies: most are, and need not be looked at.
      if (list[i + 1]?.cosine !== cosine) return true
    }
    const vector = matrix.vector(one.key)
    const known = met.find((other) => isEqual(other.vector, vector))
    if (known) return ++known.count <= max
    met.push({ vector, count: 1 })
    return true
  })
}

const isEqual = (a?: Float32Array, b?: Float32Array) => a === b || (a !== undefined && b !== undefined && a.every((value, i) => value === b[i]))

/** The inner product: of vectors of length 1 their cosine. */
export function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
