// Links of imported tasks: by what their source calls them, in any order and in any number of pieces.
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportRecord } from '../../../shared/schema/import.ts'
import { openList, temporaryFolder } from '../../support/imports.ts'

let list: ReturnType<typeof openList>
let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  list = openList()
  folder = temporaryFolder()
})
afterEach(() => {
  list.close()
  folder.remove()
})

const ctx = { actor: { kind: 'person' as const, name: 'import test' } }
type Links = { parent?: string; blockers?: string[] }
const record = (name: string, { parent, blockers }: Links = {}): ImportRecord => ({
  external_id: name,
  task: {
    title: name,
    updated_at: '2024-01-01T00:00:00Z',
    ...(parent === undefined ? {} : { parent_external_id: parent }),
    ...(blockers ? { blocked_by_external_ids: blockers } : {}),
  },
})
const send = (...records: ImportRecord[]) => list.imports.importBatch({ source: 'test', records }, ctx)

/** Each task with the titles of those it is linked to: null for one that is not here. */
async function links(): Promise<Record<string, { parent: string | null | undefined; blockers: (string | null)[] }>> {
  const tasks = await list.tasks()
  const title = (uid: string) => tasks.find((task) => task.uid === uid)?.title ?? null
  return Object.fromEntries(
    tasks.map((task) => [task.title, { parent: task.parent_uid === null ? undefined : title(task.parent_uid), blockers: task.blocker_uids.map(title) }]),
  )
}

async function importLines(name: string, ...lines: object[]) {
  writeFileSync(folder.file(name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return list.importFile(folder.file(name))
}

describe('[I8] links by the names of their source', () => {
  test('in any order and in any pieces it is the same, and no task is written twice for it', async () => {
    const records = [
      record('part', { parent: 'whole', blockers: ['first', 'last'] }),
      record('whole'),
      record('last', { blockers: ['first'] }),
      record('first'),
    ]
    const wanted = {
      part: { parent: 'whole', blockers: ['first', 'last'] },
      whole: { parent: undefined, blockers: [] },
      last: { parent: undefined, blockers: ['first'] },
      first: { parent: undefined, blockers: [] },
    }
    for (const order of [records, records.toReversed()]) {
      for (const size of [1, 4]) {
        const other = openList()
        for (let at = 0; at < order.length; at += size) other.imports.importBatch({ source: 'test', records: order.slice(at, at + size) }, ctx)
        const before = list
        list = other
        expect(await links()).toEqual(wanted)
        expect((await list.tasks()).map(({ version, updated_at }) => [version, updated_at])).toEqual(order.map(() => [1, '2024-01-01T00:00:00.000Z']))
        list = before
        other.close()
      }
    }
  })

  test('one that is missing is said, and counts once it comes: also when the file has grown', async () => {
    const first = await importLines('tasks.jsonl', { id: 'a', title: 'A', depends_on: 'b, c' })
    expect(first).toMatchObject({ imported: 1, refused: 0 })
    expect(first.notes.map(({ note }) => note)).toEqual(['b', 'c'].map((name) => `linked to ${name}, which is not here: the link counts once it is imported`))
    expect(await links()).toEqual({ A: { parent: undefined, blockers: [null, null] } })

    const grown = await importLines(
      'tasks.jsonl',
      { id: 'a', title: 'A', depends_on: 'b, c' },
      { id: 'b', title: 'B', parent: 'a' },
      { id: 'd', title: 'D', parent: 'a' },
    )
    expect(grown).toMatchObject({ imported: 2, already: 1 })
    // A waits for its part B, and B would be a part of it: two ways to say the same, no circle.
    expect(await links()).toMatchObject({ A: { blockers: ['B', null] }, B: { parent: 'A' }, D: { parent: 'A' } })
    expect(await importLines('tasks.jsonl', { id: 'a', title: 'A', depends_on: 'b, c' })).toMatchObject({ imported: 0, already: 1 })
  })

  test('a circle costs only the link that closes it, and the way is named', async () => {
    const result = send(
      record('a', { blockers: ['b'] }),
      record('b', { blockers: ['c'] }),
      record('c', { blockers: ['other', 'a'] }),
      record('other'),
      record('self', { blockers: ['self'] }),
    )
    expect(result).toMatchObject({ imported: 5, refused: 0 })
    expect(result.results.map(({ left_out }) => left_out)).toEqual([
      undefined,
      undefined,
      ['c blocked by a: it would wait for itself: c → a → b → c'],
      undefined,
      ['self blocked by self: it would wait for itself: self → self'],
    ])
    expect(await links()).toMatchObject({ a: { blockers: ['b'] }, b: { blockers: ['c'] }, c: { blockers: ['other'] }, self: { blockers: [] } })
  })

  test('a circle over parts in a file is a remark, and the rest comes in', async () => {
    const summary = await importLines('circle.jsonl', { id: 1, title: 'One', parent: 2 }, { id: 2, title: 'Two', parent: 1, assignee: 'ana' })
    expect(summary).toMatchObject({ imported: 2, notes: [{ note: 'link left out: 2 part of 1: it would wait for itself: 2 → 1 → 2', records: 1 }] })
    expect(await links()).toEqual({ One: { parent: 'Two', blockers: [] }, Two: { parent: undefined, blockers: [] } })
  })

  test('parts of a seventh level stand by themselves', async () => {
    const names = ['0', '1', '2', '3', '4', '5', '6']
    const result = send(...names.map((name, at) => record(name, at === 0 ? {} : { parent: names[at - 1] as string })))
    expect(result.results.at(-1)?.left_out).toEqual(['6 part of 5: parts can be nested at most 5 deep'])
    expect(await links()).toMatchObject({ 5: { parent: '4' }, 6: { parent: undefined } })
  })

  test('a task that was deleted is not linked to', async () => {
    list.db.prepare('DELETE FROM tasks WHERE id = ?').run(send(record('gone')).results[0]?.id)
    expect(send(record('a', { blockers: ['gone'] })).results).toMatchObject([{ left_out: ['a blocked by gone: that task has been deleted'] }])
  })

  test('one that is here under another name takes the place of the one that was awaited', async () => {
    const same = { title: 'Same', uid: '0199aaaa-0000-7000-8000-000000000001' }
    list.imports.importBatch({ source: 'elsewhere', records: [{ external_id: 'x', task: same }] }, ctx)
    expect(send(record('a', { blockers: ['b'] })).results[0]?.awaited).toEqual(['b'])
    expect(send({ external_id: 'b', task: same }).results[0]?.outcome).toBe('already')
    expect(await links()).toMatchObject({ a: { blockers: ['Same'] } })
    expect(list.db.prepare('SELECT count(*) AS n FROM import_awaited').get()).toEqual({ n: 0 })
  })

  test('a dry run says what would be missing, not what an earlier batch would have brought', async () => {
    const send = (dry_run: boolean) => list.imports.importBatch({ source: 'test', dry_run, records: [record('a', { blockers: ['b'] })] }, ctx)
    expect(send(true).results[0]?.awaited).toEqual(['b'])
    expect(list.db.prepare('SELECT count(*) AS n FROM import_awaited').get()).toEqual({ n: 0 })
    expect(send(false).results[0]?.awaited).toEqual(['b'])
  })

  test.runIf(process.env.TANDEM_LONG)('a chain of thousands takes time that grows with its length', async () => {
    const chain = Array.from({ length: 3000 }, (_, at) => ({ id: at, title: `Task ${at}`, ...(at === 0 ? {} : { depends_on: String(at - 1) }) }))
    expect(await importLines('chain.jsonl', ...chain)).toMatchObject({ imported: 3000, notes: [] })
    expect(await importLines('back.jsonl', ...chain.map((line) => ({ ...line, title: `Back ${line.id}` })).toReversed())).toMatchObject({
      imported: 3000,
      notes: [],
    })
  })
})

test('[I9] a time without an offset is one on the clocks here, a day stays a day, criteria and assignee come along', async () => {
  await importLines(
    'work.jsonl',
    { id: 1, title: 'Day', due: '2096-05-01', assignee: '@ana', acceptance_criteria: ['It works', 'It is fast'] },
    { id: 2, title: 'Time', due: '2096-05-01 10:30', assigned_to: [{ name: 'Ben' }, 'cleo'], reminder: '2096-04-30' },
    { id: 3, title: 'Moment', deadline: '2096-05-01T10:30:00+02:00', criteria: 'One\nTwo' },
  )
  const tasks = await list.tasks()
  expect(tasks).toMatchObject([
    { due: '2096-05-01', assignee: 'ana', criteria: [{ text: 'It works' }, { text: 'It is fast' }], schedules: [{ type: 'one_time' }] },
    { due: new Date(2096, 4, 1, 10, 30).toISOString(), assignee: 'Ben', description: 'Also assigned to: cleo', schedules: [{}, {}] },
    { due: '2096-05-01T08:30:00.000Z', criteria: [{ text: 'One' }, { text: 'Two' }] },
  ])
})

test('[I3] links between tasks, their due dates and criteria come back from an export', async () => {
  send(record('part', { parent: 'whole', blockers: ['first'] }), record('whole'), record('first'))
  writeFileSync(folder.file('tandem.jsonl'), `${(await list.lines()).join('\n')}\n`)
  const before = await links()
  list.close()
  list = openList()
  expect(await list.importFile(folder.file('tandem.jsonl'))).toMatchObject({ format: 'tandem', imported: 3, refused: 0, notes: [] })
  expect(await links()).toEqual(before)
})
