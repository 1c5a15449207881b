// Puts together the folder of the npm package. It keeps the repository's layout, so that what names a file of its own finds it in both.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeContents } from '../contents.ts'
import { bundled, bundledEntry, publishedManifest, type Repository } from './manifest.ts'

const root = join(import.meta.dirname, '../../..')
const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

interface Manifest {
  name: string
  version: string
  description: string
  license: string
  dependencies?: Record<string, string>
}

const manifestOf = (name: string) => readJson('node_modules', name, 'package.json') as Manifest

function buildParts(): void {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = join(import.meta.dirname, 'vite.config.ts')
  for (const program of [
    [join(root, 'scripts', 'build.mjs'), '--window'],
    [vite, 'build', '--config', config, '--outDir', join(root, 'out', 'npm'), '--logLevel', 'warn'],
  ]) {
    const { status } = spawnSync(process.execPath, program, { cwd: root, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error('the parts of the npm package were not built: see above')
  }
}

function copyBundled(folder: string): void {
  for (const [name, parts] of Object.entries(bundled)) {
    const [from, to] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
    for (const part of parts) cpSync(join(from, part), join(to, part), { recursive: true, filter: (file) => !/[.](?:map|d[.]ts)$/.test(file) })
    const { version, license } = manifestOf(name)
    // By the name under which it is imported, whatever package that stands for.
    writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name, version, license, ...bundledEntry[name] }, null, 2)}\n`)
  }
}

/** Makes the folder anew, `out/npm-package`, and answers its path. */
export function stagePackage(repository: Repository): string {
  buildParts()
  const folder = join(root, 'out', 'npm-package')
  rmSync(folder, { recursive: true, force: true })
  const copy = (from: string, to = from) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    cpSync(join(root, from), join(folder, to), { recursive: true, filter: (file) => !/[.]map$|[.]built-from$/.test(file) })
  }
  for (const part of ['out/npm', 'out/renderer', 'models', 'README.md', 'CHANGELOG.md', 'LICENSE']) copy(part)
  for (const program of ['tandem.mjs', 'tandem-mcp.mjs', 'oldest-node.mjs']) copy(`electron/cli/${program}`)
  for (const program of ['tandem-tasks.mjs', 'launch.mjs']) copy(`scripts/packaging/npm/${program}`, `electron/cli/${program}`)
  // Pages of the cloud, which this package does not serve.
  for (const page of readdirSync(join(folder, 'out/renderer')).filter((name) => /^(?:cloud[.]html|sw[.]js)/.test(name)))
    rmSync(join(folder, 'out/renderer', page))
  copyBundled(folder)
  const own = readJson('package.json') as Manifest
  const manifest = publishedManifest(own, repository, (name) => manifestOf(name).version)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const inside = ['packages-inside.json', 'window-packages.json'].flatMap((file) =>
    existsSync(join(root, 'out', file)) ? (readJson('out', file) as string[]) : [],
  )
  const { bill, licences } = describeContents(
    { ...own, name: manifest.name as string, dependencies: manifest.dependencies as Record<string, string> },
    [...inside, ...Object.keys(bundled).map((name) => `node_modules/${name}`)],
    ' What npm installs beside it has licences of its own.',
  )
  writeFileSync(join(folder, 'sbom.cdx.json'), bill)
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences)
  return folder
}
