// Export → import into an empty list → export gives the same bytes, whatever is in the list.
import * as fc from 'fast-check'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportRecord } from '../../../shared/schema/import.ts'
import { visible } from '../../../shared/schema/field.ts'
import { openList, run, temporaryFolder } from '../../support/imports.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => (folder = temporaryFolder()))
afterEach(() => folder.remove())

const actor = { kind: 'person', name: 'Ana' } as const
// as the contract wants it: a blank of Braille, say, is no title
const shown = new RegExp(visible, 'u')
const text = (maxLength: number) => fc.string({ unit: 'grapheme', minLength: 1, maxLength }).filter((value) => shown.test(value) && !value.includes('\0'))
const words = fc.uniqueArray(text(20), { maxLength: 4 })
const moment = fc.date({ min: new Date(0), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true }).map((date) => date.toISOString())
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const id = optional(fc.integer({ min: 1, max: 50 }))
const uid = optional(fc.uuid())

const schedule = fc.oneof(
  fc.record({ type: fc.constant('one_time' as const), fire_at: moment }),
  fc.record({ type: fc.constant('one_time' as const), before_due_minutes: fc.constantFrom(0, 30, 1440) }),
  fc.record({ type: fc.constant('interval' as const), interval_days: fc.integer({ min: 1, max: 400 }), time: optional(fc.constant('07:30')) }),
  fc.record({ type: fc.constant('weekly' as const), day_of_week: fc.integer({ min: 0, max: 6 }), time: fc.constant('23:59') }),
  fc.record({ type: fc.constant('monthly' as const), day_of_month: fc.integer({ min: 1, max: 31 }), time: fc.constant('00:00') }),
  fc.record({
    type: fc.constant('rule' as const),
    rule: fc.constantFrom('FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', 'FREQ=MONTHLY;BYDAY=-1MO;COUNT=3', 'FREQ=YEARLY;UNTIL=20991231'),
    starts_on: fc.constantFrom('2026-01-05', '2031-12-31'),
    time: fc.constant('09:00'),
  }),
)
const rule = fc
  .tuple(
    schedule,
    fc.record({ enabled: fc.boolean(), timezone: fc.constantFrom('Europe/Berlin', 'UTC', 'America/New_York'), last_fired_at: optional(moment), id, uid }),
  )
  .map(([type, more]) => ({ ...type, ...more }))

const task = fc.record({
  title: text(80),
  description: optional(fc.string({ unit: 'grapheme', maxLength: 200 }).filter((value) => !value.includes('\0'))),
  status: fc.constantFrom('backlog', 'todo', 'in_progress', 'in_review', 'done'),
  priority: fc.constantFrom('low', 'medium', 'high'),
  labels: words,
  requesters: words,
  dedupe_key: optional(fc.constantFrom('a::b::c', 'billing::fix::invoice-pdf')),
  due: optional(fc.constantFrom('2096-05-01', '2024-02-29T10:00:00.000Z')),
  assignee: optional(fc.constantFrom('ana@example.org', 'agent:codex')),
  parent_uid: optional(fc.uuid()),
  blocker_uids: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
  criteria: fc.array(
    text(20).map((one) => ({ text: one })),
    { maxLength: 2 },
  ),
  id,
  uid,
  version: optional(fc.integer({ min: 1, max: 1000 })),
  created_at: optional(moment),
  updated_at: optional(moment),
  completed_at: optional(moment),
  comments: fc.array(
    fc.record({
      body: text(60),
      author: optional(fc.record({ kind: fc.constantFrom('person', 'agent', 'email', 'sync'), name: text(20) })),
      created_at: optional(moment),
      id,
      uid,
    }),
    { maxLength: 3 },
  ),
  schedules: fc.array(rule, { maxLength: 2 }),
})
const contact = fc.record({ name: text(30), email: optional(fc.constant('a@example.org')), role: optional(text(10)), uid, created_at: optional(moment) })
const list = fc.record({
  name: text(30),
  position: optional(fc.integer({ min: -5, max: 5 })),
  view: optional(fc.constantFrom('list', 'board')),
  color: optional(fc.constantFrom('red', null)),
  query: optional(fc.constantFrom({}, { scope: 'open', label: ['bug'], due: ['overdue'], sort: 'due' })),
  id,
  uid,
})
const records = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: task.map((one) => ({ task: one })) },
    contact.map((one) => ({ contact: one })),
    list.map((one) => ({ list: one })),
  ),
  { maxLength: 12 },
)

test('whatever is in a list comes back byte for byte, and a second import adds nothing', { timeout: 300_000 }, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
  console.log(`round trip: FUZZ_SEED=${seed}`)
  const file = folder.file('tandem.jsonl')
  await fc.assert(
    fc.asyncProperty(records, async (things) => {
      const first = openList()
      const second = openList()
      try {
        // undefined fields are absent ones, as in JSON
        const sent = things.map((thing, index) => JSON.parse(JSON.stringify({ external_id: `x${index}`, ...thing })) as ImportRecord)
        const { refused, already } = first.imports.importBatch({ source: 'random', records: sent }, { actor })
        expect(refused).toBe(0)
        const exported = await first.lines()
        expect(exported).toHaveLength(1 + things.length - already)
        writeFileSync(file, `${exported.join('\n')}\n`)
        expect(await second.importFile(file)).toMatchObject({ imported: things.length - already, refused: 0 })
        expect(await second.lines()).toEqual(exported)
        expect(await second.importFile(file)).toMatchObject({ imported: 0, already: things.length - already })
        expect(await first.importFile(file)).toMatchObject({ imported: 0, already: things.length - already })
        expect(await second.lines()).toEqual(exported)
      } finally {
        first.close()
        second.close()
      }
    }),
    { seed, numRuns: process.env.TANDEM_LONG ? 500 : 6 },
  )
})

test.runIf(process.env.TANDEM_LONG)('the commands: the same tandem.jsonl, and Markdown files with front matter', async () => {
  writeFileSync(
    folder.file('list.jsonl'),
    '{"title": "Ünïcode & <b>", "description": "# Heading\\n\\ntext", "tags": "a, b"}\n{"title": "Ready?", "comments": ["fine"], "done": true}\n',
  )
  await run('import', folder.file('list.jsonl'), '--data-dir', folder.file('one'))
  const first = await run('export', '--out', folder.file('export'), '--data-dir', folder.file('one'))
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('2 tasks, 0 contacts, 0 conversations, 0 attachments and 3 journal entries') })
  expect(await run('import', folder.file('export'), '--data-dir', folder.file('two'))).toMatchObject({ code: 0, out: expect.stringMatching(/^2 imported/) })
  await run('export', '--out', folder.file('again'), '--data-dir', folder.file('two'))
  expect(readFileSync(folder.file('again/tandem.jsonl'))).toEqual(readFileSync(folder.file('export/tandem.jsonl')))
  expect(readFileSync(folder.file('export/tasks/0001-unicode-b.md'), 'utf8')).toMatch(
    /^---\nid: 1\nuid: [-0-9a-f]{36}\ntitle: Ünïcode & <b>\n[^]*\n---\n\n# Ünïcode & <b>\n\n# Heading\n\ntext\n$/,
  )
  expect(readFileSync(folder.file('export/tasks/0002-ready.md'), 'utf8')).toContain('## Comments\n\n### import list.jsonl, ')
  const journal = readFileSync(folder.file('export/journal.jsonl'), 'utf8').trimEnd().split('\n')
  expect(journal.map((line) => (JSON.parse(line) as { actor: object }).actor)).toEqual(
    Array.from({ length: 3 }, () => ({ kind: 'person', name: 'import list.jsonl' })),
  )
})

test.runIf(process.env.TANDEM_LONG)('an export into a folder with other things in it is refused; into an earlier export it replaces that', async () => {
  writeFileSync(folder.file('list.jsonl'), '{"title": "First"}\n')
  const data = ['--data-dir', folder.file('data')]
  mkdirSync(folder.file('data'))
  const list = openList(folder.file('data'))
  await list.importFile(folder.file('list.jsonl'))
  list.close()
  expect(await run('export', '--out', folder.path, ...data)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
  expect(readdirSync(folder.path).sort()).toEqual(['data', 'list.jsonl'])

  expect((await run('export', '--out', folder.file('out'), ...data)).code).toBe(0)
  writeFileSync(folder.file('out/tasks/0099-gone-since.md'), 'left by an earlier export')
  writeFileSync(folder.file('out/tasks/my own notes.md'), 'mine')
  expect((await run('export', '--out', folder.file('out'), ...data)).code).toBe(0)
  expect(readdirSync(folder.file('out/tasks')).sort()).toEqual(['0001-first.md', 'my own notes.md'])
})
