import { expect, it } from 'vitest'
import { workerCalls } from './worker-calls.ts'

it('a worker that is late to end is left to end by itself, and nobody waits for it', async () => {
  // It cannot be reached for a while, as when a model reads a text on a busy machine.
  const program = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (message) => {
      if (message === 'end') {
        parentPort.postMessage({ event: 'ends by itself' })
        process.exit(0)
      }
      parentPort.postMessage({ event: 'works' })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    })`
  const heard: unknown[] = []
  const said = Promise.withResolvers<void>()
  const works = Promise.withResolvers<void>()
  const worker = workerCalls<{ work: () => void }>(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    data: () => ({ value: undefined }),
    heard: (event) => {
      heard.push(event)
      if (event === 'works') works.resolve()
      else said.resolve()
    },
    report: (error) => said.reject(error),
    endWithin: 1,
  })
  const failed = worker.call('work', undefined as never).catch((error: Error) => error.message)
  await works.promise
  await worker.close()
  expect([heard, await failed]).toEqual([['works'], 'the worker was put to rest'])
  await said.promise
  expect(heard).toEqual(['works', 'ends by itself'])
})
