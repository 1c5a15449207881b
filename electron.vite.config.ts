// Builds the desktop: main process (with the service and its workers) and preload. The window itself is renderer/vite.config.ts's: one build
// for the desktop and for browsers.
import { defineConfig } from 'electron-vite'
import { join } from 'node:path'
import { namedFiles, workerEntries } from './electron/service/build-parts.ts'

const root = import.meta.dirname
const service = join(root, 'electron', 'service')

export default defineConfig({
  main: {
    plugins: [namedFiles(service)],
    build: {
      outDir: join(root, 'out', 'main'),
      emptyOutDir: true,
      target: 'node24',
      rollupOptions: {
        input: {
          main: join(root, 'electron', 'main', 'main.ts'),
          ...workerEntries(service),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: join(root, 'out', 'preload'),
      emptyOutDir: true,
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: join(root, 'electron', 'preload', 'preload.ts') },
        // Sandboxed preloads are CommonJS, in one piece.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
})
