// Work that two starts in one folder must not do at the same time: installing packages, building. Uses nothing but Node itself, because
// setup.mjs does.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

const lock = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.cache', 'setup.lock')

/** A thread of its own, because ours waits for a program: says by the lock's time that we are still at it. */
const signOfLife = `const { utimesSync } = require('node:fs'); const { workerData } = require('node:worker_threads')
setInterval(() => { try { utimesSync(workerData, new Date(), new Date()) } catch {} }, 5000)`
/** A process number alone is no sign of life: after a restart of the machine it may be somebody else's. */
const abandonedAfterMs = 60_000

function runs(pid) {
  // It is being written at this moment.
  if (pid === 0) return true
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Takes away the lock of somebody who was killed. */
function isHeld() {
  try {
    const isAbandoned = !runs(Number(readFileSync(lock, 'utf8'))) || Date.now() - statSync(lock).mtimeMs > abandonedAfterMs
    if (isAbandoned) rmSync(lock, { force: true })
    return !isAbandoned
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function take() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Waits until nobody else is at it in this folder. What was needed may then be done already: `work` has to look. */
export function alone(work) {
  mkdirSync(dirname(lock), { recursive: true })
  for (let hasSaid = false; !take(); ) {
    if (!isHeld()) continue
    if (!hasSaid) process.stderr.write('tandem: another start is installing or building in this folder; waiting for it\n')
    hasSaid = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  const release = () => rmSync(lock, { force: true })
  // The work may end this process with a message.
  process.once('exit', release)
  const sign = new Worker(signOfLife, { eval: true, workerData: lock })
  sign.unref()
  try {
    return work()
  } finally {
    void sign.terminate()
    process.off('exit', release)
    release()
  }
}
