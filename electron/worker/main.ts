// The worker's program: `npm run worker`.
import { readFileSync } from 'node:fs'
import { StartError } from '../service/start-error.ts'
import { readWorkerConfig, usage } from './config.ts'

/** Settings or the token are wrong (EX_CONFIG): starting again changes nothing. */
const wrongSettings = 78

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

try {
  const config = readWorkerConfig(process.argv.slice(2), process.env)
  if ('help' in config) {
    console.log(usage)
    process.exit(0)
  }
  // Read only now: a wrong option is answered at once.
  const { startWorker } = await import('./worker.ts')
  const worker = await startWorker({ ...config, version, say: (line) => console.error(line) })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    // What does not end must not keep us for ever.
    setTimeout(() => process.exit(1), 30_000).unref()
    void worker.close().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  console.log(`The Tandem worker is ready at ${worker.url}/health`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(error.code === 'usage' ? wrongSettings : 1)
}
