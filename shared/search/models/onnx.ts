// Runs ONNX models: natively, or as WebAssembly where the native library will not load.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { outsideArchive } from '../../node/packaged-path.ts'

export type OnnxRuntime = 'native' | 'wasm'

export interface OnnxSession {
  runtime: OnnxRuntime
  inputs: readonly string[]
  /** int64 inputs of shape [rows, columns] by name; gives the named output's float32 data. */
  run(inputs: Record<string, BigInt64Array>, rows: number, columns: number, output: string): Promise<Float32Array>
  release(): Promise<void>
}

interface Runtime {
  InferenceSession: { create(model: string | Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession> }
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor
}

export interface OnnxOptions {
  threads: number
  /** Try only this one (tests, and machines where the native one misbehaves). */
  only?: OnnxRuntime | undefined
}

async function native(): Promise<Runtime> {
  return (await import('onnxruntime-node')).default
}

async function wasm(): Promise<Runtime> {
  // The package's own browser build needs to be told where its .wasm is, and that there are no further threads.
  const ort = (await import('onnxruntime-web')) as unknown as Runtime & { env: { wasm: { numThreads: number; wasmPaths: string } }; default?: Runtime }
  const env = ort.env ?? (ort.default as typeof ort).env
  env.wasm.numThreads = 1
  env.wasm.wasmPaths = pathToFileURL(outsideArchive(createRequire(import.meta.url).resolve('onnxruntime-web')).replace(/[^/\\]*$/, '')).href
  return ort.InferenceSession ? ort : (ort.default as Runtime)
}

/** Opens a model file. Throws what the last runtime said when none can. */
export async function openOnnx(file: string, options: OnnxOptions): Promise<OnnxSession> {
  const tries = (['native', 'wasm'] as const).filter((one) => options.only === undefined || one === options.only)
  let failure: unknown
  for (const runtime of tries) {
    try {
      const ort = await (runtime === 'native' ? native() : wasm())
      const session = await ort.InferenceSession.create(runtime === 'native' ? file : await readFile(file), {
        ...(runtime === 'native'
          ? { intraOpNumThreads: options.threads, interOpNumThreads: 1, executionMode: 'sequential' }
          : { executionProviders: ['wasm'] }),
        graphOptimizationLevel: 'all',
        logSeverityLevel: 3,
        // Threads that spin while they wait would take the time of the service itself.
        extra: { session: { intra_op: { allow_spinning: '0' } } },
      })
      return wrap(ort, session, runtime)
    } catch (error) {
      // The container image comes without the second: what the first said counts.
      if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND' || failure === undefined) failure = error
    }
  }
  throw failure
}

function wrap(ort: Runtime, session: InferenceSession, runtime: OnnxRuntime): OnnxSession {
  return {
    runtime,
    inputs: session.inputNames,
    async run(inputs, rows, columns, output) {
      const feeds = Object.fromEntries(session.inputNames.map((name) => [name, new ort.Tensor('int64', inputs[name] as BigInt64Array, [rows, columns])]))
      const results = await session.run(feeds)
      return (results[output] as Tensor).data as Float32Array
    },
    release: () => session.release(),
  }
}
