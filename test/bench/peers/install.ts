// Gets the peers on demand into .cache/peers, where nothing else is. No install script runs: none of these packages needs one.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand, succeed } from './peer.ts'

const cache = fileURLToPath(new URL('../../../.cache/peers', import.meta.url))

/** Why a peer cannot be measured here. */
export class NotHere extends Error {}

/** `fill` gets an empty folder, which takes its name only when it is complete. */
async function once(name: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  try {
    await fill(partial)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw new NotHere((error as Error).message.split('\n')[0])
  }
  renameSync(partial, folder)
  return folder
}

/** The folder of the package, and its version. */
export async function npmPackage(name: string, version: string): Promise<{ folder: string; version: string }> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const installed = await once(`${name.replace(/[@/]/g, '_')}-${version}`, (folder) =>
    succeed('npm', ['install', '--prefix', folder, ...flags, `${name}@${version}`]),
  )
  const folder = join(installed, 'node_modules', name)
  return { folder, version: (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version }
}

/** Unpacks a Debian package without installing it. */
export async function debianPackage(name: string): Promise<string> {
  const { code } = await runCommand('apt-get', ['--version'])
  if (code !== 0) throw new NotHere('there is no apt-get here')
  return once(name, async (folder) => {
    await succeed('apt-get', ['download', name], { cwd: folder })
    await succeed('sh', ['-c', 'dpkg-deb --extract *.deb . && rm *.deb'], { cwd: folder })
  })
}
