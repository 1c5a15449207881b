// All vectors in memory: one byte a number for a first pass over all of them (WebAssembly, one read of the memory), and four more
// bits for the order of the best, which is exact to a few hundred-thousandths. The float32 originals stay in the store.
import { scanKernel } from './scan-kernel.ts'

export interface Neighbour {
  key: number
  cosine: number
}

export type VectorMatrix = ReturnType<typeof createVectorMatrix>

type Scan = (row: number, count: number, stride: number, query: number, sums: number, scales: number, out: number) => void

/** The first pass is off by less than this (docs/search.md has the measurement): what lies so close to the last place is weighed exactly. */
const uncertainty = 0.012
/** The further bits divide a step of the first byte. */
const fineSteps = 15
const fineMiddle = 8
const queryAt = 1024
const smallest = 256

let compiled: WebAssembly.Module | undefined

/** `dimensions` numbers a vector. Keys are positive integers; a key has one vector. Vectors must have length 1. */
export function createVectorMatrix(dimensions: number) {
  const stride = Math.ceil(dimensions / 128) * 128
  const rowsAt = Math.ceil((queryAt + stride) / 64) * 64
  compiled ??= new WebAssembly.Module(Buffer.from(scanKernel, 'base64'))
  let capacity = 0
  let count = 0
  let memory = new WebAssembly.Memory({ initial: 1 })
  let scan: Scan = () => undefined
  // Views into the memory: the high bytes, then for each row its sum, scale and estimate.
  let high = new Int8Array()
  let sums = new Int32Array()
  let scales = new Float32Array()
  let estimates = new Float32Array()
  let low = new Uint8Array()
  let keys = new Float64Array()
  const rowOf = new Map<number, number>()
  /** The sum of all vectors. */
  const total = new Float64Array(dimensions)

  function reserve(rows: number): void {
    if (rows <= capacity) return
    const grown = Math.max(smallest, rows, Math.ceil(capacity * 1.25))
    const columnsAt = rowsAt + grown * stride
    const next = new WebAssembly.Memory({ initial: Math.ceil((columnsAt + grown * 12) / 65_536) })
    const views = {
      high: new Int8Array(next.buffer, rowsAt, grown * stride),
      sums: new Int32Array(next.buffer, columnsAt, grown),
      scales: new Float32Array(next.buffer, columnsAt + grown * 4, grown),
    }
    views.high.set(high.subarray(0, count * stride))
    views.sums.set(sums.subarray(0, count))
    views.scales.set(scales.subarray(0, count))
    const lowGrown = new Uint8Array((grown * stride) / 2)
    lowGrown.set(low.subarray(0, (count * stride) / 2))
    const keysGrown = new Float64Array(grown)
    keysGrown.set(keys.subarray(0, count))
    ;({ high, sums, scales } = views)
    estimates = new Float32Array(next.buffer, columnsAt + grown * 8, grown)
    low = lowGrown
    keys = keysGrown
    memory = next
    capacity = grown
    scan = new WebAssembly.Instance(compiled as WebAssembly.Module, { env: { memory } }).exports.scan as Scan
  }

  function put(key: number, vector: Float32Array): void {
    let row = rowOf.get(key)
    if (row === undefined) {
      reserve(count + 1)
      row = count++
      rowOf.set(key, row)
      keys[row] = key
    } else addToTotal(stored(row), -1)
    addToTotal(vector, 1)
    let most = 0
    for (let i = 0; i < dimensions; i++) most = Math.max(most, Math.abs(vector[i] as number))
    const scale = most / 127 || 1
    const at = row * stride
    let sum = 0
    for (let i = 0; i < dimensions; i++) {
      const value = (vector[i] as number) / scale
      const whole = Math.round(value)
      high[at + i] = whole
      const rest = Math.min(15, Math.round((value - whole) * fineSteps) + fineMiddle)
      const pair = (at + i) >> 1
      low[pair] = i % 2 === 0 ? rest : (low[pair] as number) | (rest << 4)
      sum += whole
    }
    sums[row] = 64 * sum
    scales[row] = scale
  }

  function remove(key: number): void {
    const row = rowOf.get(key)
    if (row === undefined) return
    addToTotal(stored(row), -1)
    rowOf.delete(key)
    const last = --count
    if (row === last) return
    // The last row moves into the gap.
    high.copyWithin(row * stride, last * stride, (last + 1) * stride)
    low.copyWithin((row * stride) / 2, (last * stride) / 2, ((last + 1) * stride) / 2)
    sums[row] = sums[last] as number
    scales[row] = scales[last] as number
    const moved = keys[last] as number
    keys[row] = moved
    rowOf.set(moved, row)
  }

  /** What the four further bits of a number say: a part of a step, -0.5..0.5. */
  function fine(at: number): number {
    const pair = low[at >> 1] as number
    return ((at % 2 === 0 ? pair & 15 : pair >> 4) - fineMiddle) / fineSteps
  }

  /** The vector of a row, to a ten-thousandth. */
  function stored(row: number): Float32Array {
    const at = row * stride
    const scale = scales[row] as number
    const vector = new Float32Array(dimensions)
    for (let i = 0; i < dimensions; i++) vector[i] = ((high[at + i] as number) + fine(at + i)) * scale
    return vector
  }

  function addToTotal(vector: Float32Array, sign: 1 | -1): void {
    for (let i = 0; i < dimensions; i++) total[i]! += sign * (vector[i] as number)
  }

  function exact(row: number, query: Float32Array): number {
    const at = row * stride
    let whole = 0
    let rest = 0
    let total = 0
    for (let i = 0; i < dimensions; i += 2) {
      const even = query[i] as number
      const odd = i + 1 < dimensions ? (query[i + 1] as number) : 0
      const pair = low[(at + i) >> 1] as number
      whole += (high[at + i] as number) * even + (high[at + i + 1] as number) * odd
      rest += (pair & 15) * even + (pair >> 4) * odd
      total += even + odd
    }
    return (whole + (rest - fineMiddle * total) / fineSteps) * (scales[row] as number)
  }

  /** Fills the estimates for all rows. */
  function estimate(query: Float32Array): void {
    let most = 0
    for (let i = 0; i < dimensions; i++) most = Math.max(most, Math.abs(query[i] as number))
    const scale = most / 63 || 1
    const shifted = new Int8Array(memory.buffer, queryAt, stride).fill(64)
    for (let i = 0; i < dimensions; i++) shifted[i] = Math.round((query[i] as number) / scale) + 64
    const columnsAt = rowsAt + capacity * stride
    scan(rowsAt, count, stride, queryAt, columnsAt, columnsAt + capacity * 4, columnsAt + capacity * 8)
    queryScale = scale
  }
  let queryScale = 1

  /** The estimate that `most` rows reach, by counting into bins. */
  function lastPlace(most: number): number {
    if (count <= most) return -Infinity
    const bins = new Uint32Array(2048)
    for (let row = 0; row < count; row++) {
      const cosine = (estimates[row] as number) * queryScale
      bins[cosine >= 1 ? 2047 : cosine <= -1 ? 0 : ((cosine + 1) * 1023.5) | 0]! += 1
    }
    let seen = 0
    for (let bin = 2047; bin > 0; bin--) {
      seen += bins[bin] as number
      if (seen >= most) return bin / 1023.5 - 1
    }
    return -Infinity
  }

  return {
    dimensions,
    size: () => count,
    has: (key: number) => rowOf.has(key),
    reserve,
    put,
    remove,
    /** The nearest by cosine, best first; `passes` leaves keys out. */
    nearest(query: Float32Array, most: number, passes?: (key: number) => boolean): Neighbour[] {
      if (count === 0) return []
      estimate(query)
      if (passes) for (let row = 0; row < count; row++) if (!passes(keys[row] as number)) estimates[row] = -Infinity
      const floor = (lastPlace(most) - uncertainty) / queryScale
      const found: Neighbour[] = []
      for (let row = 0; row < count; row++) {
        const guess = estimates[row] as number
        if (guess >= floor && guess !== -Infinity) found.push({ key: keys[row] as number, cosine: exact(row, query) })
      }
      return found.sort((a, b) => b.cosine - a.cosine).slice(0, most)
    },
    /** The cosine of one vector with the query (its inner product, with a query that is not of length 1); undefined when there is none. */
    cosine(key: number, query: Float32Array): number | undefined {
      const row = rowOf.get(key)
      return row === undefined ? undefined : exact(row, query)
    },
    /** The vector itself, to a ten-thousandth. */
    vector(key: number): Float32Array | undefined {
      const row = rowOf.get(key)
      return row === undefined ? undefined : stored(row)
    },
    /** The mean of all vectors: what they have in common. */
    mean: (): Float32Array => Float32Array.from(total, (sum) => sum / Math.max(1, count)),
    /** Bytes in memory. */
    bytes: () => memory.buffer.byteLength + low.byteLength + keys.byteLength,
  }
}
