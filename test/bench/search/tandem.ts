// Tandem as an engine: a service of its own on a fresh data folder, spoken to over HTTP alone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import type { SearchStatus } from '../../../shared/schema/search-status.ts'
import { startProgram } from '../timing.ts'
import type { Document } from './collection.ts'
import type { Ranked } from './engines.ts'

export interface Answered {
  hits: Ranked[]
  /** Stages that missed their deadline. */
  degraded: string | undefined
  took: number
}

export type Tandem = Awaited<ReturnType<typeof startTandem>>

export async function startTandem(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-search-'))
  Object.assign(process.env, env)
  const program = await startProgram(['electron/service/main.ts', '--headless', '--port', '0', '--data-dir', dataDir])
  const agent = new Agent({ connections: 8 })
  const taskOf = new Map<string, number>()
  const idOf = new Map<number, string>()

  async function call(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
  ): Promise<{ value: unknown; headers: Record<string, string | string[] | undefined> }> {
    const reply = await request(`${program.url}${path}`, {
      method,
      dispatcher: agent,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await reply.body.text()
    if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${text.slice(0, 300)}`)
    return { value: JSON.parse(text) as unknown, headers: reply.headers }
  }

  const status = async () => (await call('GET', '/search/status')).value as SearchStatus

  async function until(done: (status: SearchStatus) => boolean): Promise<SearchStatus> {
    for (;;) {
      const now = await status()
      if (done(now)) return now
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  }

  async function ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answered> {
    const began = performance.now()
    const { value, headers } = await call(method, path, body)
    const took = performance.now() - began
    return {
      hits: (value as { id: number; score: number }[]).map((hit) => ({ id: idOf.get(hit.id) as string, score: hit.score })),
      degraded: headers['x-search-degraded'] as string | undefined,
      took,
    }
  }

  return {
    url: program.url,
    pid: program.pid,
    call,
    status,
    until,
    taskOf,
    /** Writes all as tasks; gives the milliseconds until they are written and until everything is indexed. */
    async fill(documents: readonly Document[]): Promise<{ written: number; indexed: number }> {
      await until((now) => now.semantic.state !== 'starting')
      const began = performance.now()
      const queue = [...documents]
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let one = queue.shift(); one; one = queue.shift()) {
            const { value } = await call('POST', '/tasks', { title: one.title, ...(one.text ? { description: one.text } : {}) })
            const { id } = value as { id: number }
            taskOf.set(one.id, id)
            idOf.set(id, one.id)
          }
        }),
      )
      const written = performance.now() - began
      await until((now) => now.pending === 0 && now.keyword.cursor === now.keyword.head)
      return { written, indexed: performance.now() - began }
    },
    search: (text: string, limit: number, more = '') => ask('GET', `/tasks/search?q=${encodeURIComponent(text)}&limit=${limit}${more}`),
    duplicates: (text: string, body: object) => ask('POST', '/tasks/find-duplicates', { text, ...body }),
    async close(): Promise<void> {
      await agent.close()
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
