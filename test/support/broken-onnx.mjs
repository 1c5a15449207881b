// Loaded before a service (NODE_OPTIONS=--import): while the file that BROKEN_ONNX names exists, the packages that it lists cannot be loaded, as on a
// machine where a native library is missing.
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const list = process.env.BROKEN_ONNX ?? ''
registerHooks({
  load(url, context, nextLoad) {
    const broken = existsSync(list) ? readFileSync(list, 'utf8').split(' ') : []
    if (!broken.some((name) => url.includes(`/node_modules/${name}/`) && /\.(?:c|m)?js$/.test(url))) return nextLoad(url, context)
    return { format: context.format, shortCircuit: true, source: "throw new Error('libonnxruntime.so.1: cannot open shared object file')" }
  },
})
