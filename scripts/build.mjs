// Builds the web UI, the service, and the desktop around both, when their sources changed since the last build. Says nothing on standard output: `npm start` keeps that for its one line.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alone } from './setup/alone.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const targets = {
  window: {
    says: 'building the web UI',
    from: ['renderer', 'shared'],
    stamp: join(root, 'out', 'renderer', '.built-from'),
    command: ['vite/bin/vite.js', 'build', '--config', join(root, 'renderer', 'vite.config.ts'), '--logLevel', 'warn'],
  },
  service: {
    says: 'building the service',
    from: ['electron', 'shared'],
    stamp: join(root, 'out', 'service', '.built-from'),
    command: ['vite/bin/vite.js', 'build', '--config', join(root, 'electron', 'service', 'vite.config.ts'), '--logLevel', 'warn'],
    folders: join(root, 'out', 'service'),
  },
  desktop: {
    says: 'building the desktop',
    from: ['electron', 'shared'],
    stamp: join(root, 'out', 'main', '.built-from'),
    command: ['electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'error'],
  },
}

/** @returns {string[]} */
const sources = (folders) =>
  [
    'package-lock.json',
    'electron.vite.config.ts',
    ...folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : [],
      ),
    ),
  ].sort((a, b) => (a < b ? -1 : 1))

function hashOf(files, read) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(read(join(root, file)))
  return hash.digest('hex')
}

/** Changes with every write to a file; to read them all would take a tenth of a start. */
function lookOf(file) {
  const { size, mtimeMs, ctimeMs } = statSync(file)
  return `${size} ${mtimeMs} ${ctimeMs}`
}

/** A service that runs goes on reading its folder (workers, what is loaded with its first use): the folders of a few builds stay. */
function forgetOldBuilds(folders) {
  const builds = readdirSync(folders, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const byAge = builds.map(({ name }) => join(folders, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const folder of byAge.slice(3)) rmSync(folder, { recursive: true, force: true })
}

const folderOf = ({ folders }, built) => folders && join(folders, built.slice(0, 16))

function lastBuild({ from, stamp }) {
  const files = sources(from)
  const [known = '', knownLooks] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
  const looks = hashOf(files, lookOf)
  return { files, looks, known, isFresh: knownLooks === looks }
}

/** Builds if needed; with `force` always. Exits with the builder's own message when it fails. Returns the folder of the build, where each has its own. */
function buildTarget(target, force) {
  const { known, isFresh } = lastBuild(target)
  return !force && isFresh ? folderOf(target, known) : alone(() => buildAnew(target, force))
}

/** Another start may have built it while this one waited. */
function buildAnew(target, force) {
  const { says, stamp, command, folders } = target
  const { files, looks, known } = lastBuild(target)
  const wanted = hashOf(files, (file) => readFileSync(file))
  if (force || known !== wanted) {
    process.stderr.write(`tandem: ${says} (once, and after a change)\n`)
    const [program, ...args] = command
    const into = folders ? ['--outDir', folderOf(target, wanted)] : []
    const result = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args, ...into], { cwd: root, stdio: ['ignore', 2, 2] })
    if (result.status !== 0) process.exit(result.status ?? 1)
    if (folders) forgetOldBuilds(folders)
  }
  writeFileSync(stamp, `${wanted}\n${looks}`)
  return folderOf(target, wanted)
}

export const build = ({ force = false } = {}) => buildTarget(targets.window, force)

/** What `npm start` runs where there is no Electron. Returns its folder. */
export const buildService = ({ force = false } = {}) => buildTarget(targets.service, force)

/** What Electron runs: main process, service and workers, preload. */
export const buildDesktop = ({ force = false } = {}) => buildTarget(targets.desktop, force)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const force = process.argv.includes('--force')
  build({ force })
  if (!process.argv.includes('--window')) {
    buildService({ force })
    buildDesktop({ force })
  }
}
