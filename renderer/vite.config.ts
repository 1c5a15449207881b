import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { localContract } from '../shared/contract/local.ts'

const service = process.env.TANDEM_DEV_SERVICE ?? 'http://127.0.0.1:4820'
// In development the window comes from Vite and its calls go on to the service. Deep links of the window are none of these paths.
const rooms = new Set(Object.values<{ path: string }>(localContract).map((route) => route.path.split('/')[1]))
const calls = [...rooms, 'docs', 'openapi[.]json', 'mcp'].map((room) => `^/${room}(?:[/?]|$)`)

/** Which packages the built window holds, for its bill of materials (scripts/after-pack.mjs). */
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

/** Beside each script and style its compressed form, which is what the service sends. */
const compressed: Plugin = {
  name: 'tandem-compressed',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle)) {
      if (dir && /[.](?:js|css)$/.test(name)) writeFileSync(join(dir, `${name}.gz`), gzipSync(readFileSync(join(dir, name)), { level: 9 }))
    }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), packagesInWindow, compressed],
  resolve: { alias: { typebox: `${import.meta.dirname}/typebox-as-data.ts` } },
  build: { outDir: '../out/renderer', emptyOutDir: true, minify: true, sourcemap: false, target: 'es2023', chunkSizeWarningLimit: 700 },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.TANDEM_DEV_PORT ?? 4821),
    strictPort: true,
    proxy: Object.fromEntries(calls.map((path) => [path, { target: service, changeOrigin: true }])),
  },
})
