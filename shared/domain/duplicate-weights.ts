// Written by scripts/fit-duplicates.ts; do not edit.
export interface Weights {
  intercept: number
  slopes: readonly number[]
  /** The likeness that texts have which have nothing to do with each other. */
  usual: number
}

export const weights: Weights = { intercept: -7.0694, slopes: [4.0892, 6.1055, -4.9995, 0.6925, 2.4513, 3.2457, 7.8277, 3.0383, -10.3467], usual: 0.2537 }

/** For tasks that have no vector (yet), by their words alone. */
export const wordWeights: Weights = { intercept: -5.5496, slopes: [4.7411, 1.9389, -3.5406, 3.2299, 0.7064, 5.4755, 12.6282, -3.295, -13.3595], usual: 0.1069 }
