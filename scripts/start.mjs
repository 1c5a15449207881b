// `npm start`: builds what is missing, then runs Tandem: in its desktop window where that is possible, else as a service alone.
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

build()
if (!process.argv.includes('--headless') && !process.argv.includes('--help') && !process.argv.includes('-h')) {
  process.stderr.write('tandem: there is no desktop window yet; running without one. Open the address below in a browser.\n')
}
// Compiled code is kept between starts: most of a start is otherwise spent reading TypeScript.
enableCompileCache?.(join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'compiled'))
if (process.env.npm_lifecycle_event) {
  // npm's shell does not pass a signal on: when npm is gone, this ends too, so that the data folder is not held by an orphan.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1000).unref()
}
await import('../electron/service/main.ts')
