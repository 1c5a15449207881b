// The headless service: `npm start -- --headless`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readConfig, usage } from './config.ts'
import { StartError } from './start-error.ts'
import { type Service, startService } from './start-service.ts'

/** Ends a service that was started for an agent once the agents are gone. */
function stopWhenIdle(service: Service, idleMs: number, stop: () => void): void {
  let usedAt = performance.now()
  const look = async () => {
    if ((await service.connections()) > 0) usedAt = performance.now()
    else if (performance.now() - usedAt >= idleMs) stop()
  }
  setInterval(() => void look(), Math.min(10_000, idleMs)).unref()
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

try {
  const config = readConfig(process.argv.slice(2), process.env)
  if (config.help) {
    console.log(usage)
    process.exit(0)
  }
  const service = await startService({
    ...config,
    version,
    windowDir: fileURLToPath(new URL('../../out/renderer', import.meta.url)),
    damaged(error) {
      console.error((error as Error).message)
      process.exit(1)
    },
  })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void service.close().then(() => process.exit(0))
  }
  if (config.idleExit !== undefined) stopWhenIdle(service, config.idleExit * 60_000, stop)
  // Each as often as it comes: Ctrl C reaches us from the terminal and once more from npm, and the second must not cut the first short.
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  console.log(`Tandem is ready at ${service.url}`)
  // For who sits there, and for no log.
  if (process.stdout.isTTY) console.log(`To sign in a browser, open this link once: ${service.signInLink()}`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  // A second start on the same data has what it wanted: a running Tandem.
  process.exit(error.code === 'already-running' ? 0 : 1)
}
