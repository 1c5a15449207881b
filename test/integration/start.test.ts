// One writer for each data folder, and clear words when a start is not possible.
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startService } from '../../electron/service/start-service.ts'
import { type ChildService, startAndEnd, startChild } from '../support/service/child-service.ts'
import { call } from '../support/service/http.ts'
import { openService, temporaryFolder } from '../support/service/service.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function folder(): string {
  const made = temporaryFolder()
  cleanups.push(made.remove)
  return made.path
}

async function started(dataDir: string, ...args: string[]): Promise<ChildService> {
  const service = await startChild(dataDir, ...args)
  cleanups.push(service.kill)
  return service
}

const here = (dataDir: string) => ({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent' })

test('[P3] a second start names the running one and ends well; after kill -9 a start succeeds at once', async () => {
  const dataDir = folder()
  const first = await started(dataDir)
  const second = await startAndEnd(dataDir)
  expect(second).toMatchObject({ code: 0, stdout: '' })
  expect(second.stderr).toContain(`already running on ${dataDir} at ${first.url}`)
  expect((await call(first.url, 'GET', '/health')).status).toBe(200)
  await first.kill()
  const third = await startService(here(dataDir))
  cleanups.push(third.close)
  const fourth = await startAndEnd(dataDir)
  expect(fourth.stderr).toContain(third.url)
})

test('[P3] of simultaneous starts exactly one wins, and the others name it', async () => {
  const dataDir = folder()
  for (const state of ['fresh', 'after a kill']) {
    const ended: { code: number | null; stderr: string }[] = []
    const starts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        try {
          return await started(dataDir)
        } catch (error) {
          const text = (error as Error).message
          ended.push({ code: Number(/ended with (\d+)/.exec(text)?.[1]), stderr: text })
          return undefined
        }
      }),
    )
    const winners = starts.filter((one) => one !== undefined)
    expect(winners, state).toHaveLength(1)
    for (const one of ended) {
      expect(one.code).toBe(0)
      expect(one.stderr).toContain(`already running on ${dataDir} at ${winners[0]?.url}`)
    }
    await winners[0]?.kill()
  }
})

test.runIf(process.env.TANDEM_LONG)('[P3] two starts within one process: one wins; closing it lets the next one in', async () => {
  const dataDir = folder()
  const options = here(dataDir)
  const starts = await Promise.allSettled([startService(options), startService(options)])
  const won = starts.filter((one) => one.status === 'fulfilled')
  expect(won).toHaveLength(1)
  expect(starts.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'already-running', url: won[0]?.value.url })
  await won[0]?.value.close()
  await won[0]?.value.close()
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false)
  await (await startService(options)).close()
})

test.runIf(process.env.TANDEM_LONG)('a port that is taken: exit 1, and the message names it; nothing is left behind', async () => {
  const dataDir = folder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  cleanups.push(() => other.close())
  const { port } = other.address() as { port: number }
  const ended = await startAndEnd(dataDir, '--port', String(port))
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain(`Port ${port} is taken`)
  expect(ended.stderr).toContain('--port 0')
  expect(ended.stderr).not.toContain('    at ')
  await (await startService(here(dataDir))).close()
})

test('a start that fails half-way releases everything', async () => {
  const service = await openService()
  cleanups.push(service.close)
  const dataDir = folder()
  const port = Number(new URL(service.url).port)
  const options = here(dataDir)
  await expect(startService({ ...options, port })).rejects.toMatchObject({ name: 'StartError', code: 'port' })
  await (await startService(options)).close()
})

test('a lock file that is no lock: exit 1, and the message says what to do', async () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'running.lock'), 'x'.repeat(4096))
  const ended = await startAndEnd(dataDir)
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain(join(dataDir, 'running.lock'))
})

test.for([['--port', '70000'], ['--port', '-1'], ['--port', 'abc'], ['--colour'], ['stray']])('arguments without sense: %j', async (args) => {
  const ended = await startAndEnd(folder(), ...args)
  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(/--port/)
  expect(ended.stderr).not.toContain('    at ')
})

test('[Q12] a start with a short list begins no thread, and a search right after it finds what was there', async () => {
  const dataDir = folder()
  const before = await startService(here(dataDir))
  await call(before.url, 'POST', '/tasks', { title: 'Descale the espresso machine' })
  await before.close()
  let threads = 0
  const count = () => threads++
  process.on('worker', count)
  cleanups.push(() => process.off('worker', count))
  const service = await startService(here(dataDir))
  cleanups.push(service.close)
  expect(threads).toBe(0)
  const { body } = await call<{ title: string }[]>(service.url, 'GET', '/tasks/search?q=espresso&mode=keyword')
  expect(body).toMatchObject([{ title: 'Descale the espresso machine' }])
  expect(threads).toBe(1)
})

test.runIf(process.env.TANDEM_LONG)('SIGTERM ends it well: exit 0, no write is left in the log file, the address is taken back', async () => {
  const dataDir = folder()
  const service = await started(dataDir)
  await call(service.url, 'POST', '/tasks', { title: 'kept' })
  const stream = await fetch(`${service.url}/events`)
  expect(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'))).toMatchObject({ url: service.url, pid: service.pid })
  expect(await service.stop()).toBe(0)
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false)
  expect(existsSync(join(dataDir, 'tandem.db-wal'))).toBe(false)
  await stream.body?.cancel().catch(() => undefined)
})
