// All vectors in memory: one byte a number for a first pass over all of them (WebAssembly, one read of the memory), and four more
// bits for the order of the best, which is exact to a few hundred-thousandths. The float32 originals stay in the store.
import { scanKernel } from './scan-kernel.ts'

export interface Neighbour {
  key: number
  cosine: number
}

type Scan = (row: number, count: number, stride: number, query: number, sums: number, scales: number, out: number) => void

/** The first pass is off by less than this (docs/search.md has the measurement): what lies so close to the last place is weighed exactly. */
const uncertainty = 0.012
/** The further bits divide a step of the first byte. */
const fineSteps = 15
const fineMiddle = 8
const queryAt = 1024
const smallest = 256

let compiled: WebAssembly.Module | undefined

/** In a memory of WebAssembly: the high bytes of all rows, then for each row its sum, scale and estimate. */
interface Columns {
  memory: WebAssembly.Memory
  high: Int8Array
  sums: Int32Array
  scales: Float32Array
  estimates: Float32Array
  scan: Scan
}

function columnsFor(rows: number, stride: number, rowsAt: number): Columns {
  const columnsAt = rowsAt + rows * stride
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil((columnsAt + rows * 12) / 65_536)) })
  compiled ??= new WebAssembly.Module(Buffer.from(scanKernel, 'base64'))
  return {
    memory,
    high: new Int8Array(memory.buffer, rowsAt, rows * stride),
    sums: new Int32Array(memory.buffer, columnsAt, rows),
    scales: new Float32Array(memory.buffer, columnsAt + rows * 4, rows),
    estimates: new Float32Array(memory.buffer, columnsAt + rows * 8, rows),
    scan: new WebAssembly.Instance(compiled, { env: { memory } }).exports.scan as Scan,
  }
}

function largestOf(vector: Float32Array, dimensions: number): number {
  let max = 0
  for (let i = 0; i < dimensions; i++) max = Math.max(max, Math.abs(vector[i] as number))
  return max
}

/** `dimensions` numbers a vector. Keys are positive integers; a key has one vector. Vectors must have length 1. */
export class VectorMatrix {
  readonly dimensions: number
  readonly #stride: number
  readonly #rowsAt: number
  #capacity = 0
  #count = 0
  #columns: Columns
  #low = new Uint8Array()
  #keys = new Float64Array()
  readonly #rowOf = new Map<number, number>()
  /** The sum of all vectors. */
  readonly #total: Float64Array
  #queryScale = 1

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.#stride = Math.ceil(dimensions / 128) * 128
    this.#rowsAt = Math.ceil((queryAt + this.#stride) / 64) * 64
    this.#columns = columnsFor(0, this.#stride, this.#rowsAt)
    this.#total = new Float64Array(dimensions)
  }

  size(): number {
    return this.#count
  }

  has(key: number): boolean {
    return this.#rowOf.has(key)
  }

  reserve(rows: number): void {
    if (rows <= this.#capacity) return
    const [count, stride] = [this.#count, this.#stride]
    const grown = Math.max(smallest, rows, Math.ceil(this.#capacity * 1.25))
    const next = columnsFor(grown, stride, this.#rowsAt)
    next.high.set(this.#columns.high.subarray(0, count * stride))
    next.sums.set(this.#columns.sums.subarray(0, count))
    next.scales.set(this.#columns.scales.subarray(0, count))
    const low = new Uint8Array((grown * stride) / 2)
    low.set(this.#low.subarray(0, (count * stride) / 2))
    const keys = new Float64Array(grown)
    keys.set(this.#keys.subarray(0, count))
    this.#columns = next
    this.#low = low
    this.#keys = keys
    this.#capacity = grown
  }

  put(key: number, vector: Float32Array): void {
    let row = this.#rowOf.get(key)
    if (row === undefined) {
      this.reserve(this.#count + 1)
      row = this.#count++
      this.#rowOf.set(key, row)
      this.#keys[row] = key
    } else this.#addToTotal(this.#stored(row), -1)
    this.#addToTotal(vector, 1)
    const { high, sums, scales } = this.#columns
    const low = this.#low
    const dimensions = this.dimensions
    const scale = largestOf(vector, dimensions) / 127 || 1
    const at = row * this.#stride
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

  remove(key: number): void {
    const row = this.#rowOf.get(key)
    if (row === undefined) return
    this.#addToTotal(this.#stored(row), -1)
    this.#rowOf.delete(key)
    const last = --this.#count
    if (row === last) return
    // The last row moves into the gap.
    const { high, sums, scales } = this.#columns
    const stride = this.#stride
    high.copyWithin(row * stride, last * stride, (last + 1) * stride)
    this.#low.copyWithin((row * stride) / 2, (last * stride) / 2, ((last + 1) * stride) / 2)
    sums[row] = sums[last] as number
    scales[row] = scales[last] as number
    const moved = this.#keys[last] as number
    this.#keys[row] = moved
    this.#rowOf.set(moved, row)
  }

  /** The nearest by cosine, best first; `passes` leaves keys out. */
  nearest(query: Float32Array, max: number, passes?: (key: number) => boolean): Neighbour[] {
    const count = this.#count
    if (count === 0) return []
    this.#estimate(query)
    const { estimates } = this.#columns
    const keys = this.#keys
    if (passes) for (let row = 0; row < count; row++) if (!passes(keys[row] as number)) estimates[row] = -Infinity
    const floor = (this.#lastPlace(max) - uncertainty) / this.#queryScale
    const found: Neighbour[] = []
    for (let row = 0; row < count; row++) {
      const guess = estimates[row] as number
      if (guess >= floor && guess !== -Infinity) found.push({ key: keys[row] as number, cosine: this.#exact(row, query) })
    }
    return found.sort((a, b) => b.cosine - a.cosine).slice(0, max)
  }

  /** The cosine of one vector with the query (its inner product, with a query that is not of length 1); undefined when there is none. */
  cosine(key: number, query: Float32Array): number | undefined {
    const row = this.#rowOf.get(key)
    return row === undefined ? undefined : this.#exact(row, query)
  }

  /** The vector itself, to a ten-thousandth. */
  vector(key: number): Float32Array | undefined {
    const row = this.#rowOf.get(key)
    return row === undefined ? undefined : this.#stored(row)
  }

  /** The mean of all vectors: what they have in common. */
  mean(): Float32Array {
    return Float32Array.from(this.#total, (sum) => sum / Math.max(1, this.#count))
  }

  /** Bytes in memory. */
  bytes(): number {
    return this.#columns.memory.buffer.byteLength + this.#low.byteLength + this.#keys.byteLength
  }

  /** The vector of a row, to a ten-thousandth. */
  #stored(row: number): Float32Array {
    const { high, scales } = this.#columns
    const low = this.#low
    const at = row * this.#stride
    const scale = scales[row] as number
    const vector = new Float32Array(this.dimensions)
    for (let i = 0; i < vector.length; i++) {
      // What the four further bits of a number say is a part of a step, -0.5..0.5.
      const pair = low[(at + i) >> 1] as number
      const fine = ((i % 2 === 0 ? pair & 15 : pair >> 4) - fineMiddle) / fineSteps
      vector[i] = ((high[at + i] as number) + fine) * scale
    }
    return vector
  }

  #addToTotal(vector: Float32Array, sign: 1 | -1): void {
    const total = this.#total
    for (let i = 0; i < total.length; i++) total[i]! += sign * (vector[i] as number)
  }

  #exact(row: number, query: Float32Array): number {
    const { high, scales } = this.#columns
    const low = this.#low
    const dimensions = this.dimensions
    const at = row * this.#stride
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
  #estimate(query: Float32Array): void {
    const { memory, scan } = this.#columns
    const stride = this.#stride
    const scale = largestOf(query, this.dimensions) / 63 || 1
    const shifted = new Int8Array(memory.buffer, queryAt, stride).fill(64)
    for (let i = 0; i < this.dimensions; i++) shifted[i] = Math.round((query[i] as number) / scale) + 64
    const columnsAt = this.#rowsAt + this.#capacity * stride
    scan(this.#rowsAt, this.#count, stride, queryAt, columnsAt, columnsAt + this.#capacity * 4, columnsAt + this.#capacity * 8)
    this.#queryScale = scale
  }

  /** The estimate that `most` rows reach, by counting into bins. */
  #lastPlace(max: number): number {
    const count = this.#count
    if (count <= max) return -Infinity
    const { estimates } = this.#columns
    const queryScale = this.#queryScale
    const bins = new Uint32Array(2048)
    for (let row = 0; row < count; row++) {
      const cosine = (estimates[row] as number) * queryScale
      bins[cosine >= 1 ? 2047 : cosine <= -1 ? 0 : ((cosine + 1) * 1023.5) | 0]! += 1
    }
    let seen = 0
    for (let bin = 2047; bin > 0; bin--) {
      seen += bins[bin] as number
      if (seen >= max) return bin / 1023.5 - 1
    }
    return -Infinity
  }
}
