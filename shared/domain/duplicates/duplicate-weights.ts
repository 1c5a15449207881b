// Written by scripts/search/fit-duplicates.ts; do not edit.
export interface Weights {
  intercept: number
  slopes: readonly number[]
  /** The likeness that texts have which have nothing to do with each other. */
  usual: number
  /** Of the pairs that the weights were fitted to, so many were duplicates. */
  share: number
}

export const weights: Weights = { intercept: -5.6266, slopes: [9.1881, 5.7028, -3.8317, -1.7069, -3.0615], usual: 0.2466, share: 0.1077 }

/** For tasks that have no vector (yet), by their words alone. */
export const wordWeights: Weights = { intercept: -3.5091, slopes: [9.5816, 0, -3.5751, -2.1272, -0.4005], usual: 0.0998, share: 0.0864 }
