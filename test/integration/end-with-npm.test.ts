// `npm start` is three processes: npm, its shell, and Tandem. Killed from outside, npm must not leave a Tandem behind that holds the data folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/service/service.ts'

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

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } }

test.skipIf(process.platform !== 'linux')('[P3] SIGINT for npm alone reaches what it started, which ends in order', async () => {
  const folder = temporaryFolder()
  try {
    mkdirSync(join(folder.path, 'scripts'))
    writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }))
    writeFileSync(
      join(folder.path, 'scripts', 'start.mjs'),
      "process.on('SIGINT', () => { console.log('in order'); process.exit(0) }); console.log('up'); setInterval(() => {}, 60_000)",
    )
    const parent = spawn('npm', ['start', '--silent'], { cwd: folder.path, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
    let said = ''
    parent.stdout.on('data', (text: Buffer) => {
      said += text.toString()
      if (said === 'up\n') parent.kill('SIGINT')
    })
    try {
      const [code] = await once(parent, 'close')
      expect([code, said]).toEqual([0, 'up\nin order\n'])
    } finally {
      try {
        process.kill(-(parent.pid as number), 'SIGKILL')
      } catch {
        // All gone, as they should be.
      }
    }
  } finally {
    folder.remove()
  }
})
