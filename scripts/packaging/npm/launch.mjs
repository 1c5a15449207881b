// The launcher of the npm package, in the place of electron/cli/launch.mjs: nothing is fetched here, so an older Node gets no further than a
// message. Plain JavaScript, and nothing imported at the top that an old Node lacks. Nothing here writes to standard output: for the
// MCP bridge that is the protocol's.
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isOlderThan, oldestNode } from './oldest-node.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** In a folder of one's own: others could put code into a common one. */
function cacheFolder() {
  const home = homedir()
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'Tandem', 'compiled')
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Tandem', 'compiled')
  return join(process.env.XDG_CACHE_HOME || join(home, '.cache'), 'tandem', 'compiled')
}

/** @param {string} entry the TypeScript file of electron/cli that is to run; here it is its build */
export async function launch(entry) {
  if (isOlderThan(oldestNode)) {
    process.stderr.write(
      `Tandem needs Node.js ${oldestNode} or newer; this is ${process.versions.node}. Install the current LTS version from https://nodejs.org (or: nvm install --lts), then run the same command again.\n`,
    )
    process.exit(1)
  }
  // What messages and the setup of agents call us by.
  process.env.TANDEM_COMMAND = root.includes(`${sep}_npx${sep}`) ? 'npx tandem-tasks' : 'tandem'
  const { enableCompileCache } = await import('node:module')
  process.env.NODE_COMPILE_CACHE ??= cacheFolder()
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
  await import(pathToFileURL(join(root, 'out', 'npm', entry.replace(/[.]ts$/, '.js'))).href)
}
