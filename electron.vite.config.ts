// Builds the desktop: main process (with the service and its workers) and preload. The window itself is renderer/vite.config.ts's: one build
// for the desktop and for browsers.
import { defineConfig } from 'electron-vite'
import { dirname, join, relative } from 'node:path'

const root = import.meta.dirname
const service = join(root, 'electron', 'service')
const workers = [
  'search/keywords/keyword-worker',
  'search/meaning/meaning-worker',
  'search/meaning/embedding-worker',
  'search/rerank/reranker-worker',
  'db/backup-worker',
  'db/check/check-worker',
  'imports/reading/import-worker',
]
const outDir = join(root, 'out', 'main')

/**
 * The service finds its workers and models beside its own files. All of that becomes one flat folder: workers are then beside it, and what
 * else it names is found from there.
 */
const namedFiles = {
  name: 'tandem-named-files',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.startsWith(service)) return null
    return code.replaceAll(/new URL\('(\.{1,2}\/[^']+)', import\.meta\.url\)/g, (_all, path: string) => {
      const target = path.endsWith('-worker.ts')
        ? `./${path.replace(/^.*\//, '').replace(/\.ts$/, '.js')}`
        : relative(outDir, join(dirname(id), path)).replaceAll('\\', '/')
      return `new URL('${target}', import.meta.url)`
    })
  },
}

export default defineConfig({
  main: {
    plugins: [namedFiles],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rollupOptions: {
        input: {
          main: join(root, 'electron', 'main', 'main.ts'),
          ...Object.fromEntries(workers.map((worker) => [worker.replace(/^.*\//, ''), join(service, `${worker}.ts`)])),
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
