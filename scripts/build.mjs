// Builds the window, and the desktop around it, when their sources changed since the last build. Says nothing on standard output: `npm start` keeps that for its one line.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const targets = {
  window: {
    says: 'building the window',
    from: ['renderer', 'shared'],
    stamp: join(root, 'out', 'renderer', '.built-from'),
    command: ['vite/bin/vite.js', 'build', '--config', join(root, 'renderer', 'vite.config.ts'), '--logLevel', 'warn'],
  },
  desktop: {
    says: 'building the desktop',
    from: ['electron', 'shared'],
    stamp: join(root, 'out', 'main', '.built-from'),
    command: ['electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'error'],
  },
}

function fingerprint(folders) {
  const hash = createHash('sha256')
  /** @type {string[]} */
  const files = [
    'package-lock.json',
    'electron.vite.config.ts',
    ...folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : [],
      ),
    ),
  ]
  for (const file of files.sort((a, b) => (a < b ? -1 : 1))) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Builds if needed; with `force` always. Exits with the builder's own message when it fails. */
function buildTarget({ says, from, stamp, command }, force) {
  const wanted = fingerprint(from)
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write(`tandem: ${says} (once, and after a change)\n`)
  const [program, ...args] = command
  const result = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) process.exit(result.status ?? 1)
  writeFileSync(stamp, wanted)
}

export const build = ({ force = false } = {}) => buildTarget(targets.window, force)

/** What Electron runs: main process, service and workers, preload. */
export const buildDesktop = ({ force = false } = {}) => buildTarget(targets.desktop, force)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const force = process.argv.includes('--force')
  build({ force })
  if (!process.argv.includes('--window')) buildDesktop({ force })
}
