// Builds the window when its sources changed since the last build. Says nothing on standard output: `npm start` keeps that for its one line.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'out', 'renderer', '.built-from')

function fingerprint() {
  const hash = createHash('sha256')
  const files = [
    'package-lock.json',
    ...['renderer', 'shared'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : [],
      ),
    ),
  ]
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Builds if needed; with `force` always. Exits with the builder's own message when it fails. */
export function build({ force = false } = {}) {
  const wanted = fingerprint()
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write('tandem: building the window (once, and after a change)\n')
  const result = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', join(root, 'renderer', 'vite.config.ts'), '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 2, 2] },
  )
  if (result.status !== 0) process.exit(result.status ?? 1)
  writeFileSync(stamp, wanted)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build({ force: process.argv.includes('--force') })
