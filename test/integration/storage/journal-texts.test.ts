// Long texts in the journal: it keeps what changed, and gives every version back, byte for byte.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../../../electron/service/db/migrations.ts'
import { databaseFile, openDatabase } from '../../../electron/service/db/open.ts'
import type { JournalEntry, UndoResult } from '../../../shared/schema/journal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { type OpenApp, openApp } from '../../support/service/app.ts'
import { call } from '../../support/service/http.ts'
import { chooseSeed } from '../../support/fuzz/random.ts'
import { rebuild } from '../../support/fuzz/replay.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const seed = chooseSeed()
console.log(`journal texts seed ${seed} (TANDEM_SEED=${seed} repeats it)`)
const runs = (usual: number) => ({ seed, numRuns: process.env.TANDEM_LONG ? usual * 60 : usual })

let app: OpenApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const send = async <T>(method: string, path: string, body?: unknown, actor = 'ana') => call<T>(app.url, method, path, body, { 'X-Actor': actor })
const create = async (description: string | null) => (await send<Task>('POST', '/tasks', { title: 'Write it down', description })).body
const describeTask = async (id: number, description: string | null, actor?: string) => (await send<Task>('PATCH', `/tasks/${id}`, { description }, actor)).body
const undo = async (request: object) => (await send<UndoResult>('POST', '/undo', request, 'person:ana')).body
const rowOf = async (id: number) => (await send<Task>('GET', `/tasks/${id}`)).body
const nextOf = (headers: Headers) => /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
/** Newest first. */
async function wholeHistory(id: number): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = []
  for (let path: string | undefined = `/tasks/${id}/history?texts=whole&limit=1000`; path; ) {
    const page: { body: JournalEntry[]; headers: Headers } = await send('GET', path)
    entries.push(...page.body)
    path = nextOf(page.headers)
  }
  return entries
}

/** Throws unless the journal gives the very rows. */
function sameAsRows(): void {
  const { fromJournal, fromTables } = rebuild(app.db.name)
  expect(Object.keys(fromJournal).sort()).toEqual(Object.keys(fromTables).sort())
  for (const [name, row] of Object.entries(fromTables)) expect(fromJournal[name], name).toEqual(row)
}

const bytes = () =>
  app.db.prepare("SELECT sum(length(coalesce(before, '')) + length(coalesce(after, '')) + length(coalesce(texts, ''))) FROM journal WHERE task_id = ?").pluck()

test('[J6] appends take what they add, not the text over and over', async () => {
  const task = await create('start')
  let text = 'start'
  for (let n = 0; n < 300; n++) {
    text += `\n\n${n} ${'x'.repeat(100)}`
    await describeTask(task.id, text)
  }
  // Three hundred additions of 100 characters make a text of 32,000; before and after in full would be ten megabytes.
  expect(bytes().get(task.id)).toBeLessThan(600_000)
  const history = await wholeHistory(task.id)
  // Newest first: each version is the one before with its addition.
  expect(history.map(({ after }) => after?.description)).toEqual(
    Array.from({ length: 301 }, (_, n) =>
      text
        .split('\n\n')
        .slice(0, 301 - n)
        .join('\n\n'),
    ),
  )
  sameAsRows()
})

test('[J7] histories and the journal are brief unless asked, and say what changed', async () => {
  const start = 'line\n'.repeat(500)
  const task = await create(start)
  await describeTask(task.id, `${start}and this`)
  const { body, headers } = await send<JournalEntry[]>('GET', `/tasks/${task.id}/history`)
  expect(headers.get('x-total-count')).toBe('2')
  const change = { before: 2500, after: 2508, at: 2500, removed: '', added: 'and this' }
  expect(body[0]).toMatchObject({ before: {}, after: {}, texts: { description: change } })
  expect(body[1]).toMatchObject({ before: null, after: { title: 'Write it down' }, texts: { description: { before: null, after: 2500, at: 0, removed: '' } } })
  const [{ seq } = { seq: 0 }] = body
  expect((await send<JournalEntry[]>('GET', `/journal?after=${seq - 1}`)).body[0]).toEqual(body[0])
  const whole = { before: { description: start }, after: { description: `${start}and this` } }
  expect((await send<JournalEntry[]>('GET', `/journal?after=${seq - 1}&texts=whole`)).body[0]).toMatchObject(whole)
  expect((await send<JournalEntry>('GET', `/tasks/${task.id}/history/${seq}`)).body).toMatchObject(whole)
  expect((await send('GET', `/tasks/${task.id}/history/${seq + 1000}`)).status).toBe(404)
  expect((await send('GET', `/tasks/${task.id}/history?texts=all`)).body).toMatchObject({ detail: expect.stringContaining('brief') })
})

test('[J5] a history comes in pages, each entry once, also while others write', async () => {
  const task = await create(null)
  for (let n = 0; n < 25; n++) await send('PATCH', `/tasks/${task.id}`, { title: `title ${n}` })
  const seen: JournalEntry[] = []
  let path: string | undefined = `/tasks/${task.id}/history?limit=10`
  while (path) {
    const { body, headers }: { body: JournalEntry[]; headers: Headers } = await send<JournalEntry[]>('GET', path)
    seen.push(...body)
    path = nextOf(headers)
    await send('PATCH', `/tasks/${task.id}`, { priority: seen.length % 20 === 0 ? 'high' : 'low' })
  }
  expect(seen.map(({ after }) => after?.title)).toEqual([...Array.from({ length: 25 }, (_, n) => `title ${24 - n}`), 'Write it down'])
  const journal = await send<JournalEntry[]>('GET', '/journal?limit=3')
  expect(journal.headers.get('link')).toContain('after=3')
  expect((await send('GET', `/tasks/${task.id}/history?cursor=nonsense`)).status).toBe(400)
})

test('[J6] entries that hold both texts in full, as they were once written, are read and undone as they are', async () => {
  const folder = temporaryFolder()
  const file = databaseFile(folder.path)
  const text = (n: number) => Array.from({ length: 200 + n }, (_, line) => `line ${line}`).join('\n')
  const old = openDatabase(file, migrations.slice(0, 11))
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString()
  const uid = '019a0000-0000-7000-8000-000000000001'
  const task = { uid, title: 'Old', status: 'todo', priority: 'low', labels: '[]', requesters: '[]' }
  old
    .prepare(`INSERT INTO tasks (uid, title, description, status, priority, labels, requesters, version, created_at, updated_at)
      VALUES (@uid, @title, @description, @status, @priority, @labels, @requesters, 3, @at, @at)`)
    .run({ ...task, description: text(2), at: at(2) })
  const insert = old.prepare(
    "INSERT INTO journal (at, actor_kind, actor_name, entity, entity_id, task_id, action, before, after) VALUES (?, 'agent', 'ben', 'task', 1, 1, ?, ?, ?)",
  )
  const created = { ...task, labels: [], requesters: [], description: text(0), dedupe_key: null, created_at: at(0), completed_at: null }
  insert.run(at(0), 'created', null, JSON.stringify(created))
  for (const n of [1, 2]) insert.run(at(n), 'updated', JSON.stringify({ description: text(n - 1) }), JSON.stringify({ description: text(n) }))
  old.close()
  const before = app
  app = await openApp({ db: openDatabase(file) })
  try {
    const [newest] = (await send<JournalEntry[]>('GET', '/tasks/1/history')).body
    expect(newest?.texts?.description).toMatchObject({ before: text(1).length, after: text(2).length, at: text(1).length })
    await describeTask(1, text(3), 'ben')
    await describeTask(1, text(4), 'ben')
    expect((await wholeHistory(1)).map((entry) => entry.after?.description)).toEqual([4, 3, 2, 1, 0].map(text))
    await undo({ actor: 'ben', since: at(1) })
    expect((await rowOf(1)).description).toBe(text(0))
  } finally {
    await app.close()
    folder.remove()
    app = before
  }
})

describe('whatever is written', () => {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.stringMatching(/^[a-z ]{1,120}$/) },
    fc.constantFrom('😀😁', 'äöü ß', '- [ ] buy milk', '', '"\\\u0001', 'line\nline\nline'),
  )
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ append: piece }) },
    { weight: 3, arbitrary: fc.record({ cut: fc.nat(3000), length: fc.nat(400), put: piece }) },
    { weight: 1, arbitrary: fc.record({ replace: fc.array(piece, { maxLength: 80 }) }) },
    { weight: 1, arbitrary: fc.record({ move: fc.nat(20), to: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.constant({ clear: true as const }) },
    { weight: 2, arbitrary: fc.record({ undo: fc.nat(8) }) },
    { weight: 1, arbitrary: fc.constant({ remove: true as const }) },
  )
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  function changed(text: string, one: Step): string | null {
    if ('append' in one) return `${text}\n${one.append}`
    if ('cut' in one) return text.slice(0, one.cut) + one.put + text.slice(one.cut + one.length)
    if ('replace' in one) return one.replace.join('\n')
    if ('clear' in one) return null
    if (!('move' in one)) return text
    const lines = text.split('\n')
    lines.splice(one.to % lines.length, 0, ...lines.splice(one.move % lines.length, 1))
    return lines.join('\n')
  }

  test('[J3] [J6] the journal gives back every version, and undo goes back over all of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.constantFrom('ana', 'ben')), { minLength: 60, maxLength: 90 }), async (steps) => {
        const start = 'A line to begin with.\n'.repeat(60).toWellFormed()
        const { id } = await create(start)
        const versions: (string | null)[] = [start]
        for (const [one, actor] of steps) {
          const text = versions.at(-1) ?? null
          if ('undo' in one) {
            const entries = (await send<JournalEntry[]>('GET', `/tasks/${id}/history`)).body.filter(
              ({ undone_by, action }) => undone_by === null && action === 'updated',
            )
            const target = entries[one.undo % Math.max(1, entries.length)]
            if (target) await undo({ entry: target.seq })
          } else if ('remove' in one) {
            await send('DELETE', `/tasks/${id}`, undefined, actor)
            const [deleted] = (await send<JournalEntry[]>('GET', `/tasks/${id}/history?limit=1`)).body
            await undo({ entry: deleted?.seq })
          } else await describeTask(id, changed(text ?? '', one), actor)
          const now = (await rowOf(id)).description
          if (now !== text) versions.push(now)
        }
        const told = (await wholeHistory(id)).filter(({ action, after }) => action === 'updated' && after && 'description' in after)
        expect(told.map(({ after }) => after?.description).toReversed()).toEqual(versions.slice(1))
        expect(told.map(({ before }) => before?.description).toReversed()).toEqual(versions.slice(0, -1))
        sameAsRows()
      }),
      runs(1),
    )
  })

  test('[U2] everything of an actor is taken back over many versions, and brought back', async () => {
    const start = `${'x'.repeat(80)}\n`.repeat(20)
    const { id } = await create(start)
    const since = new Date(Date.now() + 1).toISOString()
    while (new Date().toISOString() < since) await new Promise((resolve) => setImmediate(resolve))
    let text = start
    for (let n = 0; n < 130; n++)
      await describeTask(id, (text = n % 7 === 3 ? text.replace(`addition ${n - 2}`, `edited ${n}`) : `${text}\naddition ${n}`), 'cleo')
    const first = await undo({ actor: 'cleo', since })
    const { entries, conflicts } = first
    for (let { next } = first; next !== null; ) {
      const more = await undo({ actor: 'cleo', from: first.from, to: next })
      entries.push(...more.entries)
      conflicts.push(...more.conflicts)
      next = more.next
    }
    expect(conflicts).toEqual([])
    expect((await rowOf(id)).description).toBe(start)
    await undo({ entries })
    expect((await rowOf(id)).description).toBe(text)
    sameAsRows()
  })
})
