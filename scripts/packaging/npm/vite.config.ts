// Builds what the npm package runs: the service with its threads, the command line and the MCP bridge, in a few files of plain JavaScript
// (Node strips no types below node_modules).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { namedFiles, packagesWithFiles, workerEntries } from '../../../electron/service/build-parts.ts'

const root = join(import.meta.dirname, '../../..')
const electron = join(root, 'electron')
const service = join(electron, 'service')

/** Which packages these files hold, for the bill of materials and the licences (pack.ts). */
const packagesInside: Plugin = {
  name: 'tandem-packages-inside',
  generateBundle({ dir = '' }) {
    const folders = [...this.getModuleIds()].flatMap((id) => /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0] ?? [])
    writeFileSync(join(dir, '..', 'packages-inside.json'), JSON.stringify([...new Set(folders)].sort(), null, 1))
  },
}

export default defineConfig({
  root,
  plugins: [namedFiles(service, [service, join(electron, 'cli')]), packagesInside],
  publicDir: false,
  ssr: { noExternal: true, external: packagesWithFiles },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: 'node22',
    rollupOptions: {
      input: {
        main: join(service, 'main.ts'),
        tandem: join(electron, 'cli', 'tandem.ts'),
        'tandem-mcp': join(electron, 'cli', 'tandem-mcp.ts'),
        ...workerEntries(service),
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
