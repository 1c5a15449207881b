// kill -9 in the middle of a thousand concurrent writes: what was acknowledged stays, the journal agrees with the rows, search agrees
// with both, and a retry never writes twice.
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { type ChildService, startChild } from '../../support/service/child-service.ts'
import { call } from '../../support/service/http.ts'
import { chooseSeed, randomFrom } from '../../support/fuzz/random.ts'
import { rebuild } from '../../support/fuzz/replay.ts'
import { openService, temporaryFolder } from '../../support/service/service.ts'

const seed = chooseSeed()
console.log(`durability seed ${seed} (TANDEM_SEED=${seed} repeats it)`)
const random = randomFrom(seed)

const workers = process.env.TANDEM_LONG ? 200 : 40
const writesEach = 5
const rounds = process.env.TANDEM_LONG ? 12 : 1

interface Known {
  id: number
  /** Titles that it may have: the acknowledged one, and one that was sent without an answer. */
  titles: string[]
  /** Whether it may be there, whether it may be gone. */
  alive: boolean
  gone: boolean
  comments: { id: number; body: string }[]
}

interface Keyed {
  key: string
  body: { title: string; labels: string[] }
  /** The id that was acknowledged. */
  id: number | undefined
}

interface Ledger {
  tasks: Known[]
  keyed: Keyed[]
  acknowledged: number
  unanswered: number
}

/** One client: its writes follow each other, so what must be there afterwards is known; those of all clients run at once. */
async function client(url: string, name: string, ledger: Ledger, onAcknowledged: () => void): Promise<void> {
  const mine: Known[] = []
  let words = 0
  // Each title holds one word that is nowhere else; the letters behind it end prefix matches.
  const title = () => `write ${name}n${words++}end`
  async function send<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const reply = await call<T>(url, method, path, body, headers)
    expect(reply.status, `${method} ${path} ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    ledger.acknowledged++
    onAcknowledged()
    return reply
  }
  for (let i = 0; i < writesEach; i++) {
    const task = mine.findLast((one) => one.alive)
    const dice = random()
    if (!task || dice < 0.4) {
      const body = { title: title(), labels: [name] }
      const keyed: Keyed | undefined = dice < 0.25 ? { key: `${name}-${i}`, body, id: undefined } : undefined
      if (keyed) ledger.keyed.push(keyed)
      const { body: created } = await send<Task>('POST', '/tasks', body, keyed ? { 'Idempotency-Key': keyed.key } : {})
      if (keyed) keyed.id = created.id
      const known = { id: created.id, titles: [body.title], alive: true, gone: false, comments: [] }
      mine.push(known)
      ledger.tasks.push(known)
    } else if (dice < 0.65) {
      const next = title()
      task.titles.push(next)
      await send('PATCH', `/tasks/${task.id}`, { title: next, status: 'in_progress' })
      task.titles = [next]
    } else if (dice < 0.85) {
      const body = title()
      const { body: comment } = await send<Comment>('POST', `/tasks/${task.id}/comments`, { body })
      task.comments.push({ id: comment.id, body })
    } else {
      task.gone = true
      await send('DELETE', `/tasks/${task.id}`)
      task.alive = false
    }
  }
}

async function wholeJournal(url: string): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = []
  for (;;) {
    const { body: page } = await call<JournalEntry[]>(url, 'GET', `/journal?after=${entries.at(-1)?.seq ?? 0}&limit=1000`)
    if (page.length === 0) return entries
    entries.push(...page)
  }
}

async function writeUntilKilled(service: ChildService, round: number): Promise<Ledger> {
  const ledger: Ledger = { tasks: [], keyed: [], acknowledged: 0, unanswered: 0 }
  const killAt = Math.floor((0.1 + 0.7 * random()) * workers * writesEach)
  let killed: Promise<void> | undefined
  const onAcknowledged = () => {
    if (ledger.acknowledged >= killAt) killed ??= service.kill()
  }
  await Promise.all(
    Array.from({ length: workers }, async (_, i) => {
      try {
        await client(service.url, `r${round}c${i}`, ledger, onAcknowledged)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        ledger.unanswered++
      }
    }),
  )
  await killed
  return ledger
}

describe('kill -9 in the middle of 1,000 concurrent writes', () => {
  const folder = temporaryFolder()
  const running: ChildService[] = []
  afterAll(async () => {
    await Promise.all(running.map((service) => service.kill()))
    folder.remove()
  })
  const start = async () => {
    const service = await startChild(folder.path)
    running.push(service)
    return service
  }

  test.for(Array.from({ length: rounds }, (_, i) => i))('[P1] [J3] [Q1] [H12] round %i', async (round) => {
    const ledger = await writeUntilKilled(await start(), round)
    console.log(`round ${round}: ${ledger.acknowledged} acknowledged, ${ledger.unanswered} clients cut off, ${ledger.tasks.length} tasks`)
    expect(ledger.unanswered).toBeGreaterThan(0)
    expect(ledger.acknowledged).toBeGreaterThan(10)

    const { url, close } = await openService({ dataDir: folder.path })
    const { fromJournal, fromTables, entries } = rebuild(join(folder.path, 'tandem.db'))
    expect(fromJournal).toEqual(fromTables)
    expect(entries).toBeGreaterThanOrEqual(ledger.acknowledged)

    for (const known of ledger.tasks) {
      const reply = await call<Task>(url, 'GET', `/tasks/${known.id}`)
      if (reply.status === 404) expect(known.gone, `task ${known.id} vanished`).toBe(true)
      else {
        expect(known.alive, `task ${known.id} came back`).toBe(true)
        expect(known.titles).toContain(reply.body.title)
        const { body: comments } = await call<Comment[]>(url, 'GET', `/tasks/${known.id}/comments`)
        for (const comment of known.comments) expect(comments).toContainEqual(expect.objectContaining(comment))
      }
    }

    // Search: each task by the word only it has, and nothing that is gone.
    const { body: all } = await call<Task[]>(url, 'GET', '/tasks')
    const mine = all.filter((task) => task.labels[0]?.startsWith(`r${round}c`))
    const find = async (word: string) => (await call<Task[]>(url, 'GET', `/tasks/search?mode=keyword&q=${word}`)).body.map((task) => task.id)
    for (const task of mine) expect(await find(task.title.split(' ')[1] as string)).toEqual([task.id])
    for (const known of ledger.tasks) {
      if (mine.some((task) => task.id === known.id)) continue
      for (const title of known.titles) expect(await find(title.split(' ')[1] as string)).toEqual([])
    }

    // Retries of everything that had a key, answered or not: one task each.
    for (const keyed of ledger.keyed) {
      const retry = () => call<Task>(url, 'POST', '/tasks', keyed.body, { 'Idempotency-Key': keyed.key })
      const again = await retry()
      expect(again.status).toBe(201)
      if (keyed.id !== undefined) {
        expect(again.body.id).toBe(keyed.id)
        expect(again.headers.get('idempotent-replayed')).toBe('true')
      }
      expect((await retry()).body.id).toBe(again.body.id)
    }
    const born = new Map<string, number>()
    for (const entry of await wholeJournal(url)) {
      const title = entry.entity === 'task' && entry.action === 'created' ? String(entry.after?.title) : undefined
      if (title) born.set(title, (born.get(title) ?? 0) + 1)
    }
    for (const keyed of ledger.keyed) expect(born.get(keyed.body.title), keyed.key).toBe(1)

    await close()
  })
})
