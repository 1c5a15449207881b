import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, type ZlibOptions } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { cloudContract } from '../shared/contract/cloud/cloud.ts'
import { localContract } from '../shared/contract/local.ts'
import { remoteContract } from '../shared/contract/remote.ts'
import type { Contract } from '../shared/contract/route.ts'

const service = process.env.TANDEM_DEV_SERVICE ?? 'http://127.0.0.1:4820'
// In development the web UI comes from Vite and its calls go on to the service. Deep links of the web UI are none of these paths.
const rooms = new Set(Object.values<{ path: string }>(localContract).map((route) => route.path.split('/')[1]))
const calls = [...rooms, 'docs', 'openapi[.]json', 'mcp'].map((room) => `^/${room}(?:[/?]|$)`)

/** Which packages the built window holds, for its bill of materials (scripts/packaging/after-pack.mjs). */
const packagesInWindow: Plugin = {
  name: 'tandem-packages-in-window',
  apply: 'build',
  generateBundle() {
    const folders = [...this.getModuleIds()].flatMap((id) => /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
    const file = `${import.meta.dirname}/../out/window-packages.json`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify([...new Set(folders)].sort(), null, 1))
  },
}

const contracts: Record<string, Contract> = { local: localContract, cloud: cloudContract, remote: remoteContract }

/** The web UI's client calls by method and path; what the service validates and documents stays there. Saves 10 kB of the first load. */
const routesOnly: Plugin = {
  name: 'tandem-routes-only',
  apply: 'build',
  load(id) {
    const name = /shared[\\/]contract[\\/](?:cloud[\\/])?(\w+)[.]ts$/.exec(id)?.[1]
    const contract = name && contracts[name]
    if (!contract) return null
    const routes = Object.entries(contract).map(([call, { method, path, stream }]) => [call, { method, path, stream }])
    return `export const ${name}Contract = ${JSON.stringify(Object.fromEntries(routes))}`
  },
}

const [gzipped, brotli] = [promisify<Buffer, ZlibOptions, Buffer>(gzip), promisify<Buffer, Buffer>(brotliCompress)]

/** Beside each script and style its compressed form, which is what the service sends. */
const compressed: Plugin = {
  name: 'tandem-compressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (!dir) return
    const each = Object.keys(bundle).filter((name) => /[.](?:m?js|css)$/.test(name))
    // in the threads of zlib, side by side
    await Promise.all(
      each.map(async (name) => {
        const bytes = readFileSync(join(dir, name))
        const [gz, br] = await Promise.all([gzipped(bytes, { level: 9 }), brotli(bytes)])
        writeFileSync(join(dir, `${name}.gz`), gz)
        writeFileSync(join(dir, `${name}.br`), br)
      }),
    )
  },
}

/** What the cloud's page has besides: who serves it, and what makes it installable. */
const cloudHead = `<meta name="tandem-home" content="cloud" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fafaf9" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1114" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <link rel="apple-touch-icon" href="/icons/180.png" />
  </head>`

/** The page of the cloud, and its service worker: that keeps exactly this build, all of it, and then handles pushes (public/sw.js). */
const cloudPage: Plugin = {
  name: 'tandem-cloud-page',
  apply: 'build',
  // Not closeBundle: that is called after a build that failed as well, and its own error would be the one that is shown.
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: writeCloudPage,
  },
}

function writeCloudPage(): void {
  const out = join(import.meta.dirname, '..', 'out', 'renderer')
  const write = (name: string, text: string) => writeFileSync(join(out, name), text)
  // On the root as well, for the styles: one that asked what the page has would be looked at with every change of it.
  const page = readFileSync(join(out, 'index.html'), 'utf8').replace('<html ', '<html data-home="cloud" ').replace('</head>', cloudHead)
  write('cloud.html', page)
  // What draws PDFs is as large as all the rest, and files need the network anyway.
  const kept = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^[.]|[.](?:br|gz|html|map)$|^sw[.]js$|^pdf[.-]/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length).replaceAll('\\', '/'))
    .sort()
  const hash = createHash('sha256').update(page)
  for (const file of kept) hash.update(file).update(readFileSync(join(out, file)))
  const push = readFileSync(join(import.meta.dirname, 'public', 'sw.js'), 'utf8')
  const shell = readFileSync(join(import.meta.dirname, 'shell-worker.js'), 'utf8')
  const names = JSON.stringify(['/', ...kept], null, 1)
  write('sw.js', `const version = '${hash.digest('hex').slice(0, 16)}'\nconst kept = ${names}\n${shell}\n${push}`)
}

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const appFile = (name: string) => join(import.meta.dirname, name)

/** All that a file imports to run. */
function neededBy(files: readonly string[], modules: Modules): Set<string> {
  const needed = new Set<string>()
  const waiting = files.map(appFile)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (needed.has(next)) continue
    needed.add(next)
    waiting.push(...(modules.getModuleInfo(next)?.importedIds ?? []))
  }
  return needed
}

const parts = ['first', 'at-hand', 'other'] as const
let modulesOf: Record<(typeof parts)[number] | 'entrance', Set<string>> | undefined

/**
 * What the first paint needs is one file, and so is what comes right after it, and the rest: not one for each module that some later screen needs as well. What the
 * cloud's first pages need stays apart, or they would fetch all of a list's parts.
 */
const groups = parts.map((part, at) => ({
  debugName: part,
  priority: parts.length - at,
  name(id: string, modules: Modules): string | null {
    modulesOf ??= {
      first: neededBy(['app/main.tsx'], modules),
      entrance: neededBy(['app/start-cloud.ts', 'features/account/cloud-app.tsx', 'features/account/connect/connect.tsx'], modules),
      'at-hand': neededBy(['app/screens-at-hand.ts'], modules),
      other: neededBy(['app/screens-other.ts'], modules),
    }
    return modulesOf[part].has(id) && (part === 'first' || !modulesOf.entrance.has(id)) ? part : null
  },
}))
/** What fetches the others is needed before them. */
const fetching = { name: (id: string) => (id.includes('vite/preload-helper') ? 'fetching' : null), priority: parts.length + 1 }

/** The page's first script waits for a paint before it asks for the web UI's own: they are on their way meanwhile. */
const onTheirWay: Plugin = {
  name: 'tandem-on-their-way',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const begun = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && ['first', 'main'].includes(file.name) ? [file.fileName, ...file.imports] : [],
      )
      const missing = [...new Set(begun)].filter((name) => !page.includes(name))
      return missing.map((name) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${name}` },
        injectTo: 'head',
      }))
    },
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), packagesInWindow, routesOnly, onTheirWay, compressed, cloudPage],
  resolve: { alias: { typebox: join(import.meta.dirname, '..', 'shared', 'contract', 'typebox-as-data.ts') } },
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    minify: true,
    sourcemap: false,
    target: 'es2023',
    chunkSizeWarningLimit: 700,
    // the timings of plugins are nothing for who starts Tandem
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { includeDependenciesRecursively: false, groups: [fetching, ...groups] } } },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.TANDEM_DEV_PORT ?? 4821),
    strictPort: true,
    proxy: Object.fromEntries(calls.map((path) => [path, { target: service, changeOrigin: true }])),
  },
})
