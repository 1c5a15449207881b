// `npm run pack:npm`: makes dist/tandem-tasks-VERSION.tgz, which is what `npm publish` sends. It holds built files only and needs no install script.
// GITHUB_REPOSITORY (owner/name, set by CI) goes into its manifest.
import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stagePackage } from './stage.ts'

const dist = join(import.meta.dirname, '../../../dist')
const folder = stagePackage(process.env.GITHUB_REPOSITORY || undefined)
mkdirSync(dist, { recursive: true })
const npm = process.env.npm_execpath
const [command, prefix] = npm?.endsWith('js') ? [process.execPath, [npm]] : ['npm', []]
const { status, stdout } = spawnSync(command, [...prefix, 'pack', '--ignore-scripts', '--json', '--pack-destination', dist], {
  cwd: folder,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32' && command === 'npm',
})
if (status !== 0) process.exit(status ?? 1)
const told = JSON.parse(stdout) as unknown
const [packed] = (Array.isArray(told) ? told : Object.values(told as object)) as { filename: string; unpackedSize: number; entryCount: number }[]
if (!packed) throw new Error('npm pack told of no package')
const file = join(dist, packed.filename)
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
process.stdout.write(`${file}\n${megabytes(statSync(file).size)} packed, ${megabytes(packed.unpackedSize)} unpacked, ${packed.entryCount} files\n`)
