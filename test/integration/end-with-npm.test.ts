// `npm start` is three processes: npm, its shell, and Tandem. Killed from outside, npm must not leave a Tandem behind that holds the data folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const runner = new URL('../../scripts/end-with-npm.mjs', import.meta.url).href
const program = `import(${JSON.stringify(runner)}).then(({ endWithNpm }) => { endWithNpm(); console.log('up'); setInterval(() => {}, 60_000) })`

/** As npm does it: a shell that waits for the program. */
const npm = `require('node:child_process').spawn('sh', ['-c', '"$NODE" -e "$PROGRAM"; exit $?'], { stdio: 'inherit' })`

test.skipIf(process.platform !== 'linux').each(['SIGKILL', 'SIGTERM'] as const)('[P3] %s for npm alone ends what it started', async (signal) => {
  const env = { ...process.env, npm_lifecycle_event: 'start', NODE: process.execPath, PROGRAM: program }
  const parent = spawn(process.execPath, ['-e', npm], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  try {
    const closed = once(parent.stdout, 'close')
    await once(parent.stdout, 'data')
    parent.kill(signal)
    // Its end closes only once everybody who could write to it is gone.
    await closed
    expect(parent.signalCode).toBe(signal)
  } finally {
    try {
      process.kill(-(parent.pid as number), 'SIGKILL')
    } catch {
      // All gone, as they should be.
    }
  }
})
