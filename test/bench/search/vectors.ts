// `node test/bench/search/vectors.ts 10000 100000 1000000`: the vector part of search alone, beside one pass in C (memchr) over the bytes that it scans.
// The vectors are made up: what is measured does not depend on what they mean.
import { VectorMatrix } from '../../../shared/search/meaning/vector-matrix.ts'
import { percentile } from './measures.ts'

const dimensions = 384
const rounds = 40
const wanted = 120

let state = 7
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648 - 0.5
}

function made(): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, random)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const some = Array.from({ length: 500 }, made)
/** Another vector near one of a few hundred: cheap to make, and no two are the same. */
function near(i: number): Float32Array {
  const vector = Float32Array.from(some[i % some.length] as Float32Array)
  const at = (i * 31) % dimensions
  vector[at] = (vector[at] as number) * 0.5
  vector[(at + 1 + (i % 97)) % dimensions]! += ((i % 1009) - 504) / 20_000
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

for (const size of process.argv.slice(2).map(Number)) {
  const matrix = new VectorMatrix(dimensions)
  matrix.reserve(size)
  for (let key = 1; key <= size; key++) matrix.put(key, near(key))
  const bytes = Buffer.alloc(size * dimensions, 1)
  const [scans, passes]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const query = near(round * 7919 + 3)
    let began = performance.now()
    matrix.nearest(query, wanted)
    scans.push(performance.now() - began)
    began = performance.now()
    bytes.indexOf(2)
    passes.push(performance.now() - began)
  }
  const [scan, pass] = [percentile(scans, 0.5), percentile(passes, 0.5)]
  console.log(
    `${size} vectors: ${wanted} nearest p50 ${scan.toFixed(2)} p95 ${percentile(scans, 0.95).toFixed(2)} ms; one pass p50 ${pass.toFixed(2)} ms; ${(scan / pass).toFixed(1)} times; ${(matrix.bytes() / 1e6).toFixed(0)} MB`,
  )
}
