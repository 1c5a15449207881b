// `npm run package`: an unpacked app and, on Linux, a .deb in dist/, which is then started and tried. Further arguments go to electron-builder (`-- --linux AppImage`).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, buildDesktop } from './build.mjs'
import { electronBinary, fetchElectron } from './electron.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const given = process.argv.slice(2)
if (!electronBinary()) await fetchElectron()
const binary = electronBinary()
if (!binary) {
  process.stderr.write('tandem: there is no Electron to package: it could not be fetched. Set ELECTRON_OVERRIDE_DIST_PATH to a folder with one.\n')
  process.exit(1)
}
build()
buildDesktop()
const repository = process.env.GITHUB_REPOSITORY
const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules', 'electron', 'dist')
const result = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'electron-builder', 'out', 'cli', 'cli.js'),
    ...given.filter((one) => one !== '--no-smoke'),
    '--publish',
    'never',
    `-c.electronDist=${dist}`,
    // Where `tandem update --check` looks; a build of one's own does not know of any.
    ...(repository ? [`-c.extraMetadata.releases=https://api.github.com/repos/${repository}/releases/latest`] : []),
  ],
  { cwd: root, stdio: 'inherit', env: { CUSTOM_FPM_PATH: join(root, 'scripts', 'packaging', 'deb-by-dpkg.mjs'), ...process.env } },
)
if (result.status !== 0) process.exit(result.status ?? 1)

// A package that nobody started is none.
const unpacked = join(root, 'dist', 'linux-unpacked')
if (process.platform !== 'linux' || !existsSync(unpacked) || given.includes('--no-smoke')) process.exit(0)
const smoke = spawnSync(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'desktop', 'desktop-package'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TANDEM_PACKAGED: unpacked },
})
process.exit(smoke.status ?? 1)
