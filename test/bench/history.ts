// `npm run bench:history`: an agent appends 1,500 times 100 characters to one task. What that takes on disk and in memory, how soon its history
// is there, how long taking it all back lasts, and how long another caller (GET /health) waits at most, through all of it.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { call, figures, residentMegabytes, startProgram, stopAgents } from './timing.ts'

const appends = 1500
const addition = 100

/** In a thread of its own, so that it never waits for this program itself: the longest wait for /health since it was last asked. */
async function watchHealth(url: string): Promise<void> {
  const waits: number[] = []
  parentPort?.on('message', () => parentPort?.postMessage(waits.splice(0)))
  for (;;) {
    waits.push(await call(`${url}/health`))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

const filesIn = (folder: string): { name: string; size: number }[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((file) =>
    file.isFile() ? [{ name: file.name, size: statSync(join(file.parentPath, file.name)).size }] : [],
  )
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

async function json(url: string, method = 'GET', body?: unknown): Promise<{ body: Record<string, never>; headers: Headers }> {
  const reply = await fetch(url, { method, headers: { 'content-type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`)
  return { body: (await reply.json()) as Record<string, never>, headers: reply.headers }
}

async function measure(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-history-'))
  const service = await startProgram(['electron/service/main.ts', '--port', '0', '--data-dir', dataDir])
  const health = new Worker(new URL(import.meta.url), { workerData: service.url })
  const waits = () =>
    new Promise<number[]>((resolve) => {
      health.once('message', resolve)
      health.postMessage('waits')
    })
  const step = async (name: string, run: () => Promise<string>) => {
    await waits()
    const started = performance.now()
    const said = await run()
    const took = performance.now() - started
    const waited = await waits()
    console.log(
      `${name}: ${said} in ${(took / 1000).toFixed(2)} s; /health waited ${figures(waited).p95.toFixed(0)} ms (p95), ${Math.max(...waited).toFixed(0)} ms at most`,
    )
  }
  try {
    const { id } = (await json(`${service.url}/tasks`, 'POST', { title: 'Keep a log', description: 'The log' })).body
    const client = new Client({ name: 'bench', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)))
    const since = new Date().toISOString()
    await step(`${appends} appends of ${addition} characters`, async () => {
      for (let n = 0; n < appends; n++)
        await client.callTool({ name: 'update_task', arguments: { id, description: `${n} `.padEnd(addition, 'words and more words ') } })
      return 'done'
    })
    await step('search has read them', async () => {
      for (;;) {
        const { journal = 0, indexed = 0 } = (await json(`${service.url}/health`)).body
        if (indexed >= journal) return 'done'
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })
    // The log is folded into the file when nothing was written for two seconds.
    while (filesIn(dataDir).some(({ name, size }) => name === 'tandem.db-wal' && size > 1_048_576)) await new Promise((resolve) => setTimeout(resolve, 100))
    const files = filesIn(dataDir).sort((a, b) => b.size - a.size)
    console.log(
      `on disk: ${megabytes(files.reduce((sum, { size }) => sum + size, 0))} MB (${files
        .slice(0, 6)
        .map(({ name, size }) => `${name} ${megabytes(size)}`)
        .join(', ')})`,
    )
    const times: number[] = []
    for (let n = 0; n < 50; n++) times.push(await call(`${service.url}/tasks/${id}/history`))
    console.log(`first page of the history: ${figures(times).p50.toFixed(1)} ms (p50), ${Math.max(...times).toFixed(1)} ms at most`)
    for (const texts of ['brief', 'whole'])
      await step(`the whole history, ${texts}`, async () => {
        let bytes = 0
        let pages = 0
        for (let path: string | undefined = `/tasks/${id}/history?limit=1000&texts=${texts}`; path; pages++) {
          const reply: Response = await fetch(service.url + path)
          bytes += (await reply.text()).length
          path = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1]
        }
        return `${megabytes(bytes)} MB, ${pages} pages`
      })
    await step('all of it taken back', async () => {
      let calls = 0
      for (let more: object | undefined = { actor: 'bench', since }; more; calls++) {
        const { next, from } = (await json(`${service.url}/undo`, 'POST', more)).body as { next?: number | null; from?: number }
        more = next ? { actor: 'bench', from, to: next } : undefined
      }
      return `${calls} calls`
    })
    console.log(`memory: ${residentMegabytes(service.pid).toFixed(0)} MB`)
    await client.close()
  } finally {
    await health.terminate()
    await service.stop()
    stopAgents()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (isMainThread) await measure()
else await watchHealth(workerData as string)
