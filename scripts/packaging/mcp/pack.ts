// `npm run pack:mcpb`: makes dist/tandem-VERSION.mcpb, a bundle for desktop clients that holds everything for all systems, and dist/server.json for the MCP
// registry. GITHUB_REPOSITORY (owner/name, set by CI) goes into both.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stagePackage } from '../npm/stage.ts'
import { bundleManifest, type OwnPackage, serverJson } from './describe.ts'
import { problemsOfDescriptions } from './problems.ts'

const root = join(import.meta.dirname, '../../..')
const dist = join(root, 'dist')
const repository = process.env.GITHUB_REPOSITORY || undefined
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as OwnPackage

/** SQLite's vectors are one package for each system, of which npm installs that of this one. */
function dependenciesForAllSystems(manifest: { dependencies: Record<string, string>; bundleDependencies: string[] }): Record<string, string> {
  const vectors = JSON.parse(readFileSync(join(root, 'node_modules/sqlite-vec/package.json'), 'utf8')) as { optionalDependencies: Record<string, string> }
  const declared = Object.entries(manifest.dependencies).filter(([name]) => !manifest.bundleDependencies.includes(name))
  return { ...Object.fromEntries(declared), ...vectors.optionalDependencies }
}

function run(args: readonly string[], cwd: string): void {
  const { status } = spawnSync('npm', args, { cwd, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed`)
}

const problems = problemsOfDescriptions(own, repository)
if (problems.length > 0) throw new Error(problems.join('\n'))
const staged = stagePackage(repository)
const folder = join(root, 'out', 'mcpb')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const file = join(staged, 'package.json')
const manifest = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof dependenciesForAllSystems>[0]
const dependencies = dependenciesForAllSystems(manifest)
writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies, bundleDependencies: undefined, peerDependencies: undefined }, null, 2))
// --force: those of other systems, too.
run(['install', '--ignore-scripts', '--omit=dev', '--no-package-lock', '--no-audit', '--no-fund', '--force', '--loglevel=error'], folder)
for (const part of ['electron', 'out', 'models', 'node_modules', 'LICENSE', 'THIRD-PARTY-LICENSES.txt', 'sbom.cdx.json'])
  cpSync(join(staged, part), join(folder, part), { recursive: true })
// Sources of what is compiled already.
for (const part of ['deps', 'src', 'binding.gyp']) rmSync(join(folder, 'node_modules', 'better-sqlite3', part), { recursive: true, force: true })
cpSync(join(root, 'electron/icons/linux/512x512.png'), join(folder, 'icon.png'))
writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(bundleManifest(own, repository), null, 2)}\n`)
mkdirSync(dist, { recursive: true })
writeFileSync(join(dist, 'server.json'), `${JSON.stringify(serverJson(own, repository), null, 2)}\n`)
const bundle = join(dist, `tandem-${own.version}.mcpb`)
const packed = spawnSync(process.execPath, [join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js'), 'pack', folder, bundle], { encoding: 'utf8' })
if (packed.status !== 0) throw new Error(`${packed.stdout}${packed.stderr}`)
process.stdout.write(`${bundle}\n${(statSync(bundle).size / 1e6).toFixed(1)} MB\n${join(dist, 'server.json')}\n`)
