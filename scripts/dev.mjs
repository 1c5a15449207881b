// `npm run dev`: the service restarts and the web UI reloads as you edit. Options go to the service, as with `npm start`.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const options = process.argv.slice(2)
const { values } = parseArgs({ args: options, options: { port: { type: 'string' } }, strict: false })

/** The service restarts, and the web UI must find it again: both ports are chosen once, here. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(String(port)))
    })
  })
}
const servicePort = values.port === '0' ? await freePort() : (values.port ?? '4820')
const windowPort = process.env.TANDEM_DEV_PORT ?? (values.port === '0' ? await freePort() : '4821')
const env = {
  ...process.env,
  TANDEM_DEV_SERVICE: `http://127.0.0.1:${servicePort}`,
  TANDEM_DEV_PORT: windowPort,
  TANDEM_ORIGINS: `http://127.0.0.1:${windowPort},http://localhost:${windowPort}`,
}

build()
process.stderr.write(`tandem: the web UI is at http://127.0.0.1:${windowPort}\n`)
const service = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'electron', 'service', 'main.ts'), ...options, '--port', servicePort],
  {
    cwd: root,
    env,
    stdio: 'inherit',
  },
)
const window_ = spawn(
  process.execPath,
  [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--config', join(root, 'renderer', 'vite.config.ts'), '--logLevel', 'warn'],
  { cwd: root, env, stdio: 'inherit' },
)

function stop(code) {
  service.kill()
  window_.kill()
  process.exitCode = code ?? 0
}
service.once('exit', stop)
window_.once('exit', stop)
process.once('SIGINT', () => stop(0))
process.once('SIGTERM', () => stop(0))
