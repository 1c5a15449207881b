// Tandem Cloud: `npm run cloud`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readConfig, usage } from './config.ts'
import { StartError } from './start-error.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

try {
  const { help, ...config } = readConfig(process.argv.slice(2), process.env)
  if (help) {
    console.log(usage)
    process.exit(0)
  }
  // Read only now: a wrong option is answered at once.
  const { startCloud } = await import('./start-cloud.ts')
  const cloud = await startCloud({
    ...config,
    version,
    windowDir: fileURLToPath(new URL('../out/renderer', import.meta.url)),
    say: (line) => console.error(line),
  })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    // A call that does not end must not keep us for ever.
    setTimeout(() => process.exit(1), config.drain + 30_000).unref()
    cloud.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  // Heard more than once, as from a shell and from npm: a second one would end it at once, with calls under way.
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  console.log(`Tandem Cloud is ready at ${cloud.url}`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
