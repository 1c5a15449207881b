// Live updates: each journal entry once, in order, across cut connections, a kill -9 and slow readers.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../electron/service/db/open.ts'
import { createEvents } from '../../electron/service/journal/events.ts'
import { createJournal } from '../../electron/service/journal/journal.ts'
import { journalContract } from '../../shared/contract/journal.ts'
import { mountStream, prepare } from '../../shared/http/mount.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { startChild } from '../support/service/child-service.ts'
import { firstEvent, readEvents } from '../support/service/event-reader.ts'
import { call } from '../support/service/http.ts'
import { openService, temporaryFolder } from '../support/service/service.ts'
import { until } from '../support/until.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function opened() {
  const service = await openService()
  cleanups.push(service.close)
  return service
}

/** How many read at once. */
const crowd = 200
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const seqs = (events: readonly EventSourceMessage[]) => events.filter((event) => event.event === undefined).map((event) => Number(event.id))

test('[J4] resumed by Last-Event-ID across cut connections and kill -9: no gap, no repetition', async () => {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  const received: JournalEntry[] = []
  let lastId = '0'
  let acknowledged = 0
  for (let life = 0; life < (process.env.TANDEM_LONG ? 3 : 2); life++) {
    const service = await startChild(folder.path)
    cleanups.push(service.kill)
    const target = acknowledged + 60
    async function follow(): Promise<void> {
      // Cut off by ourselves now and then, as a laptop that sleeps is.
      for (let connection = 0; ; connection++) {
        const reader = await readEvents(`${service.url}/events`, { 'Last-Event-ID': lastId }).catch(() => undefined)
        if (!reader) return
        if (connection < 4) void until('some events', () => reader.events.length > 5, 5000).then(reader.close, reader.close)
        await reader.ended
        for (const event of reader.events) {
          if (event.event !== undefined) {
            expect(event.event).toBe('hello')
            continue
          }
          received.push(JSON.parse(event.data) as JournalEntry)
          lastId = event.id as string
        }
      }
    }
    const following = follow()
    const writers = Array.from({ length: 6 }, async () => {
      try {
        for (;;) {
          await call(service.url, 'POST', '/tasks', { title: 'more' })
          acknowledged++
        }
      } catch {
        // Killed.
      }
    })
    await until('enough writes', () => acknowledged >= target)
    await service.kill()
    await Promise.all([following, ...writers])
  }
  const last = await openService({ dataDir: folder.path })
  cleanups.push(last.close)
  const { body: health } = await call<{ journal: number }>(last.url, 'GET', '/health')
  const rest = await readEvents(`${last.url}/events`, { 'Last-Event-ID': lastId })
  await until('the rest', () => Number(rest.events.at(-1)?.id) === health.journal)
  rest.close()
  expect([...received.map((entry) => entry.seq), ...seqs(rest.events)]).toEqual(numbers(1, health.journal))
  expect(health.journal).toBeGreaterThanOrEqual(acknowledged)
})

describe('where a stream begins', () => {
  let service: Awaited<ReturnType<typeof openService>>
  let url: string
  beforeAll(async () => {
    service = await openService()
    url = service.url
    for (let i = 0; i < 5; i++) await call(url, 'POST', '/tasks', { title: `t${i}` })
  })
  afterAll(() => service.close())

  test('[J4] without a position only what comes; with ?after= or Last-Event-ID from there; the header wins', async () => {
    expect(await firstEvent(`${url}/events`)).toMatchObject({ event: 'hello', id: '5', data: '{"head":5}' })
    expect(await firstEvent(`${url}/events`, { 'Last-Event-ID': '' })).toMatchObject({ event: 'hello', id: '5' })
    for (const [path, headers, from] of [
      ['/events?after=2', {}, 3],
      ['/events?after=0', {}, 1],
      ['/events', { 'Last-Event-ID': '4' }, 5],
      ['/events?after=1', { 'Last-Event-ID': '3' }, 4],
    ] as const) {
      const reader = await readEvents(`${url}${path}`, headers)
      await until('the rest', () => reader.events.at(-1)?.id === '5' && reader.events.length > 1)
      reader.close()
      expect(seqs(reader.events), path).toEqual(numbers(from, 5))
    }
  })

  test.for(['6', '99999999', '-1', '1.5', 'abc', '0x1', '9007199254740993', '1 OR 1=1'])(
    '[J4] a position that is none of ours (%s) answers reset',
    async (id) => {
      expect(await firstEvent(`${url}/events`, { 'Last-Event-ID': id })).toMatchObject({ event: 'reset', id: '5', data: '{"head":5}' })
    },
  )

  test('[H5] ?after= that is no position is 400; HEAD ends at once', async () => {
    for (const after of ['x', '-1', '1.5', '', '1e3']) expect((await call(url, 'GET', `/events?after=${after}`)).status, after).toBe(400)
    expect((await call(url, 'GET', '/events?since=1')).status).toBe(400)
    expect((await fetch(`${url}/events`, { method: 'HEAD' })).status).toBe(200)
  })
})

test.runIf(process.env.TANDEM_LONG)(`[J4] ${crowd} readers at once, each gets everything`, async () => {
  const { url } = await opened()
  const readers = await Promise.all(numbers(1, crowd).map(() => readEvents(`${url}/events`)))
  cleanups.push(() => readers.map((reader) => reader.close()))
  await Promise.all(numbers(1, 50).map((i) => call(url, 'POST', '/tasks', { title: `t${i}` })))
  await until('all of it, for all', () => readers.every((reader) => reader.events.length === 51), 20_000)
  for (const reader of readers) expect(seqs(reader.events)).toEqual(numbers(1, 50))
  for (const reader of readers) reader.close()
  // The service notices that they are gone, and goes on.
  expect((await call(url, 'POST', '/tasks', { title: 'after' })).status).toBe(201)
})

describe('a reader that does not read', () => {
  const long = 'all work and no play '.repeat(5000)

  /** The stream alone, on a real database, with a short heartbeat. */
  async function streams(heartbeatEvery: number) {
    const folder = temporaryFolder()
    const db = openDatabase(join(folder.path, 'tandem.db'))
    const journal = createJournal(
      db,
      () => new Date(),
      () => undefined,
    )
    const events = createEvents(journal, { report: (error) => expect.unreachable(String(error)), heartbeatEvery })
    const app = Fastify({ forceCloseConnections: true })
    prepare(app)
    mountStream(app, journalContract.streamEvents, (input, request, reply) => events.open(request, reply, input.query))
    app.addHook('preClose', async () => events.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    cleanups.push(
      folder.remove,
      () => db.close(),
      () => app.close(),
    )
    function write(count: number): void {
      for (let i = 0; i < count; i++)
        journal.write({ kind: 'agent', name: 'a' }, (record) =>
          record({ entity: 'task', entity_id: 1, task_id: 1, action: 'updated', before: {}, after: { description: long } }),
        )
    }
    return { url, port: Number(new URL(url).port), write, events }
  }

  async function raw(port: number, lastId: string): Promise<{ socket: Socket; text: () => string; tail: () => string }> {
    const socket = connect(port, '127.0.0.1')
    cleanups.push(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(`GET /events?texts=whole HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nLast-Event-ID: ${lastId}\r\n\r\n`)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // Thirty megabytes are not put together again at every look.
    return { socket, text: () => Buffer.concat(chunks).toString(), tail: () => Buffer.concat(chunks.slice(-2)).toString().slice(-100) }
  }

  /** Events of a raw reply: the chunk framing is taken off, half an event at the end is left out. */
  function parse(text: string): EventSourceMessage[] {
    const found: EventSourceMessage[] = []
    const body = text.slice(text.indexOf('\r\n\r\n') + 4).replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, '')
    createParser({ onEvent: (event) => found.push(event) }).feed(body)
    return found
  }

  test('[J4] costs next to no memory while it waits, and gets everything once it reads on', async () => {
    const { port, write, events } = await streams(60_000)
    const { socket, text, tail } = await raw(port, '0')
    await until('the stream', () => events.count() === 1)
    socket.pause()
    const before = process.memoryUsage()
    write(300)
    const reads = Array.from({ length: 20 }, () => new Promise((resolve) => setImmediate(resolve)))
    await Promise.all(reads)
    const after = process.memoryUsage()
    // Thirty megabytes of entries are due to it; they wait in the journal.
    expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(15e6)
    socket.resume()
    await until('its last bytes', () => tail().endsWith('\n\n\r\n') && text().includes('\nid: 300\n'))
    expect(seqs(parse(text()))).toEqual(numbers(1, 300))
  })

  test.runIf(process.env.TANDEM_LONG)('[J4] is dropped after two heartbeats without taking anything, and resumes without gap or repetition', async () => {
    const { port, write, events, url } = await streams(400)
    const { socket, text } = await raw(port, '0')
    await until('the stream', () => events.count() === 1)
    socket.pause()
    write(300)
    await until('the drop', () => events.count() === 0)
    socket.resume()
    await once(socket, 'close')
    const got = seqs(parse(text()))
    expect(got).toEqual(numbers(1, got.length))
    expect(got.length).toBeLessThan(300)
    // On a busy machine this reader, too, can be too slow for two heartbeats: it resumes as often as it must.
    while (got.at(-1) !== 300) {
      const rest = await readEvents(`${url}/events?texts=whole`, { 'Last-Event-ID': String(got.at(-1) ?? 0) })
      await Promise.race([rest.ended, until('the rest', () => rest.events.at(-1)?.id === '300')])
      rest.close()
      expect(rest.events.length).toBeGreaterThan(0)
      got.push(...seqs(rest.events))
    }
    expect(got).toEqual(numbers(1, 300))
  })
})
