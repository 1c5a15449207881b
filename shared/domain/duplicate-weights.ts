// Written by scripts/fit-duplicates.ts; do not edit.
export interface Weights {
  intercept: number
  slopes: readonly number[]
  /** The likeness that texts have which have nothing to do with each other. */
  usual: number
  /** Of the pairs that the weights were fitted to, so many were duplicates. */
  share: number
}

export const weights: Weights = { intercept: -5.796, slopes: [10.9918, 4.2448, -3.0873, -1.5223, -3.8089], usual: 0.2537, share: 0.0718 }

/** For tasks that have no vector (yet), by their words alone. */
export const wordWeights: Weights = { intercept: -4.5, slopes: [9, 0, -3.09, -1.52, 0], usual: 0.1069, share: 0.0718 }
