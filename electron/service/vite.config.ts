// Builds what `npm start` runs without a window: the service and its workers in a few files. To read a thousand small ones was half of a start.
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { namedFiles, packagesWithFiles, workerEntries } from './build-parts.ts'

const service = import.meta.dirname

export default defineConfig({
  root: service,
  plugins: [namedFiles(service)],
  ssr: {
    noExternal: true,
    external: packagesWithFiles,
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
