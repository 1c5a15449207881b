// Logistic regression with a little ridge, by Newton's method: few features, a few thousand rows.
export interface Example {
  features: readonly number[]
  right: boolean
  weight: number
}

export interface Fitted {
  intercept: number
  slopes: number[]
}

const ridge = 1
const rounds = 40

/** Solves a·x = b by elimination with pivots; `rows` are [a | b]. */
function solve(rows: number[][]): number[] {
  const n = rows.length
  for (let i = 0; i < n; i++) {
    let pivot = i
    for (let r = i + 1; r < n; r++) if (Math.abs(rows[r]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = r
    ;[rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!]
    for (let r = 0; r < n; r++) {
      if (r === i) continue
      const factor = rows[r]![i]! / rows[i]![i]!
      for (let k = i; k <= n; k++) rows[r]![k]! -= factor * rows[i]![k]!
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!)
}

export function fitLogistic(examples: readonly Example[]): Fitted {
  const size = examples[0]?.features.length ?? 0
  const total = examples.reduce((sum, one) => sum + one.weight, 0)
  const means = Array.from({ length: size }, (_, j) => examples.reduce((sum, one) => sum + one.weight * one.features[j]!, 0) / total)
  const spreads = means.map((mean, j) => Math.sqrt(examples.reduce((sum, one) => sum + one.weight * (one.features[j]! - mean) ** 2, 0) / total) || 1)
  const scaled = examples.map((one) => [1, ...one.features.map((value, j) => (value - means[j]!) / spreads[j]!)])
  const beta = Array.from({ length: size + 1 }, () => 0)
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: size + 1 }, () => Array.from({ length: size + 2 }, () => 0))
    scaled.forEach((x, i) => {
      const { right, weight } = examples[i]!
      const chance = 1 / (1 + Math.exp(-x.reduce((sum, value, j) => sum + value * beta[j]!, 0)))
      const error = (chance - Number(right)) * weight
      const curve = Math.max(1e-9, chance * (1 - chance)) * weight
      for (let j = 0; j <= size; j++) {
        rows[j]![size + 1]! += error * x[j]!
        for (let k = 0; k <= size; k++) rows[j]![k]! += curve * x[j]! * x[k]!
      }
    })
    for (let j = 1; j <= size; j++) {
      rows[j]![j]! += ridge
      rows[j]![size + 1]! += ridge * beta[j]!
    }
    const step = solve(rows)
    step.forEach((value, j) => (beta[j]! -= value))
    if (Math.max(...step.map(Math.abs)) < 1e-7) break
  }
  const slopes = spreads.map((spread, j) => beta[j + 1]! / spread)
  return { intercept: beta[0]! - slopes.reduce((sum, slope, j) => sum + slope * means[j]!, 0), slopes }
}
