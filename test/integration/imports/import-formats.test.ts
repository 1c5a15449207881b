// Each format from a small file true to what its program publishes, imported twice.
import { strToU8, zipSync } from 'fflate'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixture, openList, temporaryFolder } from '../../support/imports.ts'

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

async function imported(path: string) {
  const summary = await list.importFile(path)
  const again = await list.importFile(path)
  expect(again).toMatchObject({ imported: 0, already: summary.imported, refused: summary.refused })
  const tasks = await list.tasks()
  expect(tasks).toHaveLength(summary.imported)
  return { summary, task: (title: string) => tasks.find((one) => one.title === title) }
}

test('JSON Lines: fields by their usual names, comments, dates; what is no task is refused with its line', async () => {
  const { summary, task } = await imported(fixture('mixed.jsonl'))
  expect(summary).toMatchObject({ format: 'jsonl', read: 10, imported: 5, refused: 5 })
  expect(task('Synonyms everywhere')).toMatchObject({
    description: 'The body',
    status: 'in_progress',
    priority: 'high',
    labels: ['one', 'two'],
    requesters: ['ana@example.org'],
    created_at: '2024-01-02T01:04:05.000Z',
    comments: [
      { body: 'Hello', author: { kind: 'person', name: 'ben' }, created_at: '2024-01-02T03:04:05.000Z' },
      { body: 'just text', author: { kind: 'person', name: 'import test' } },
    ],
  })
  expect(task('Done by a flag')).toMatchObject({
    status: 'done',
    completed_at: '2024-02-03T00:00:00.000Z',
    schedules: [{ type: 'one_time', enabled: false, next_fire_at: null }],
  })
  expect((await list.tasks()).filter(({ title }) => title === 'No id')).toHaveLength(2)
  expect(summary.notes).toContainEqual({ note: 'status "frobnicated" not recognized', records: 1 })
  expect(summary.skipped.map(({ where }) => where)).toEqual(['line 6', 'line 7', 'line 8', 'line 10', 'line 11'])
})

test('[I5] CSV: a German table, as the window speaks German', async () => {
  writeFileSync(
    folder.file('liste.csv'),
    'sep=;\nTitel;Beschreibung;Status;Priorität;Schlagworte;Fällig am\nRasen mähen;Vor dem Regen;In Arbeit;hoch;"Garten, Haus";24.12.2030 9:30\nSteuer;;erledigt;niedrig;;\n',
  )
  const { summary, task } = await imported(folder.file('liste.csv'))
  expect(summary).toMatchObject({ format: 'csv', imported: 2, refused: 0, notes: [] })
  expect(task('Rasen mähen')).toMatchObject({
    description: 'Vor dem Regen',
    status: 'in_progress',
    priority: 'high',
    labels: ['Garten', 'Haus'],
    schedules: [{ type: 'one_time' }],
  })
  expect(task('Steuer')).toMatchObject({ status: 'done', priority: 'low' })
})

test('CSV: byte order mark, semicolons, quoted line breaks, columns by name', async () => {
  const { summary, task } = await imported(fixture('issues.csv'))
  expect(summary).toMatchObject({ format: 'csv', imported: 2, refused: 1 })
  expect(summary.skipped[0]).toEqual({ where: 'line 5', outcome: 'refused', reason: 'title is missing or empty; a task needs one' })
  expect(task('Fix the "login"')).toMatchObject({
    description: 'First line\r\nsecond; line',
    status: 'in_progress',
    priority: 'high',
    labels: ['web', 'auth'],
    requesters: ['ana@example.org'],
    created_at: '2024-05-06T07:08:00.000Z',
  })
  expect(task('Tidy up')).toMatchObject({ status: 'done', priority: 'low', created_at: '2024-05-07T00:00:00.000Z' })
})

test('Todoist CSV: 1 is the highest priority, notes are comments, sections are labels, indents name their parent', async () => {
  const { summary, task } = await imported(fixture('todoist.csv'))
  expect(summary).toMatchObject({ format: 'todoist', imported: 4, refused: 0 })
  expect(task('Repot the basil')).toMatchObject({
    status: 'todo',
    priority: 'high',
    labels: ['garden', 'weekend'],
    requesters: ['Kai'],
    description: 'Terracotta pot from the shed',
    due: '2096-10-05',
    assignee: 'Mia',
    schedules: [{ type: 'one_time', fire_at: '2096-10-05T06:00:00.000Z', timezone: 'Africa/Cairo', enabled: true }],
  })
  expect(task('Buy compost')).toMatchObject({
    priority: 'low',
    description: null,
    parent_uid: task('Repot the basil')?.uid,
    comments: [{ body: 'Get the peat-free one', author: { name: 'Mia' } }],
  })
  expect(task('Water the ferns')).toMatchObject({
    labels: ['Weekly'],
    parent_uid: null,
    schedules: [{ type: 'weekly', day_of_week: 1, time: '09:00', timezone: 'Africa/Cairo' }],
  })
  expect(task('Order seeds, "heirloom" kind')).toMatchObject({ description: 'Ask for\ntwo packets\n\nDue: tomorrow 18:00', due: '2096-10-20' })
})

test('a backup of Todoist: a zip of CSV files, each a project', async () => {
  const csv = readFileSync(fixture('todoist.csv'))
  const inbox = strToU8('TYPE,CONTENT,PRIORITY,INDENT\ntask,Loose end,2,1\n')
  writeFileSync(folder.file('backup.zip'), zipSync({ 'Garden [2203306141].csv': csv, 'Inbox [1].csv': inbox }))
  const { summary, task } = await imported(folder.file('backup.zip'))
  expect(summary).toMatchObject({ format: 'todoist', imported: 5 })
  expect(task('Water the ferns')?.labels).toEqual(['Weekly', 'Garden'])
  expect(task('Loose end')?.labels).toEqual([])
})

test('Todoist JSON: 4 is the highest priority, names instead of numbers, reminders', async () => {
  const { summary, task } = await imported(fixture('todoist-sync.json'))
  expect(summary).toMatchObject({ format: 'todoist', source: 'todoist', imported: 2, left_out: 1 })
  expect(task('Buy Milk')).toMatchObject({
    status: 'todo',
    priority: 'high',
    labels: ['Food', 'Shopping List', 'Groceries'],
    requesters: ['you@example.com'],
    description: 'Whole',
    due: '2096-10-08T07:00:00.000Z',
    assignee: 'you@example.com',
    created_at: '2025-01-21T21:28:43.841Z',
    comments: [{ body: 'Two litres\n\n[list.pdf](https://files.example.com/list.pdf)', author: { name: 'Example User' } }],
  })
  expect(task('Buy Milk')?.schedules.map(({ fire_at }) => fire_at)).toEqual([
    '2096-10-08T07:00:00.000Z',
    '2096-10-08T06:30:00.000Z',
    '2096-10-07T18:00:00.000Z',
  ])
  expect(task('Take out the bins')).toMatchObject({
    status: 'done',
    priority: 'low',
    labels: [],
    completed_at: '2025-02-03T19:00:00.000Z',
    description: null,
    due: '2025-02-03',
    parent_uid: task('Buy Milk')?.uid,
    schedules: [{ type: 'interval', interval_days: 14, enabled: false }],
  })
})

test('Vikunja: the export zip', async () => {
  const files = { 'data.json': readFileSync(fixture('vikunja-data.json')), VERSION: strToU8('v0.24.6'), 'filters.json': strToU8('[]') }
  writeFileSync(folder.file('vikunja-export.zip'), zipSync(files))
  const { summary, task } = await imported(folder.file('vikunja-export.zip'))
  expect(summary).toMatchObject({ format: 'vikunja', source: 'vikunja', imported: 3 })
  expect(task('Paint the fence')).toMatchObject({
    status: 'in_progress',
    priority: 'high',
    labels: ['outdoors', 'House'],
    requesters: ['Ana Example'],
    description: 'Two coats of **white**\n- sand\n- paint',
    due: '2096-05-01T10:00:00.000Z',
    assignee: 'ben',
    created_at: '2024-03-01T08:00:00.000Z',
    updated_at: '2024-03-02T08:00:00.000Z',
    comments: [{ body: 'Which white?', author: { name: 'ben' }, updated_at: '2024-03-01T09:30:00.000Z' }],
  })
  expect(task('Paint the fence')?.schedules.map(({ fire_at }) => fire_at)).toEqual(['2096-05-01T10:00:00.000Z', '2096-04-30T10:00:00.000Z'])
  expect(task('Buy paint')).toMatchObject({
    status: 'done',
    priority: 'medium',
    completed_at: '2024-03-03T10:00:00.000Z',
    schedules: [],
    description: null,
    due: null,
    parent_uid: task('Paint the fence')?.uid,
  })
  const [watering] = task('Water the plants')?.schedules ?? []
  expect(watering).toMatchObject({ type: 'interval', interval_days: 3, time: '06:30', next_fire_at: '2096-05-03T06:30:00.000Z' })
  // data.json taken out of the zip is the same export.
  expect(await list.importFile(fixture('vikunja-data.json'))).toMatchObject({ imported: 0, already: 3 })
})

test('Super Productivity: a backup of an older version, with its archive', async () => {
  const { summary, task } = await imported(fixture('super-productivity-old.json'))
  expect(summary).toMatchObject({ format: 'super-productivity', imported: 3 })
  expect(task('Draft chapter 2')).toMatchObject({
    status: 'todo',
    labels: ['writing', 'Thesis'],
    description: 'Start with **methods**\n\n- [Outline](https://example.org/outline)',
    created_at: '2023-07-20T00:00:00.000Z',
    schedules: [{ type: 'one_time', fire_at: new Date(3_999_999_700_000).toISOString() }],
  })
  expect(task('Collect figures')).toMatchObject({ status: 'done', completed_at: '2023-07-21T00:00:00.000Z', parent_uid: task('Draft chapter 2')?.uid })
  expect(task('Choose a topic')).toMatchObject({ status: 'done', labels: [] })
})

test('Super Productivity: a backup of a newer version, with repetitions', async () => {
  const { task } = await imported(fixture('super-productivity-new.json'))
  expect(task('Stand-up')).toMatchObject({ status: 'in_progress', labels: [] })
  expect(task('Stand-up')?.schedules.map(({ type, day_of_week, time }) => ({ type, day_of_week, time }))).toEqual([
    { type: 'weekly', day_of_week: 1, time: '09:30' },
    { type: 'weekly', day_of_week: 3, time: '09:30' },
  ])
  expect(task('Renew passport')?.schedules[0]?.fire_at).toMatch(/^2096-1[01]-/)
  expect(task('Call the bank')?.schedules.map(({ fire_at }) => fire_at)).toEqual([new Date(3_999_999_100_000).toISOString()])
  expect(task('Old thing')?.status).toBe('done')
})

test.each(['backlog-project', 'backlog-project/backlog'])('Backlog.md: the folder %s', async (path) => {
  const { summary, task } = await imported(fixture(path))
  expect(summary).toMatchObject({ format: 'backlog.md', source: 'backlog.md:backlog-project', imported: 2, left_out: 1 })
  expect(task('Add login page')).toMatchObject({
    status: 'in_progress',
    priority: 'high',
    labels: ['auth', 'frontend'],
    requesters: ['ana'],
    created_at: '2025-06-08T10:15:00.000Z',
    description:
      'Users need to **sign in**.\n\n## Acceptance Criteria\n- [x] #1 The form is there\n- [ ] #2 Wrong passwords are refused\n\n## Implementation Notes\n\nSee the design.',
    assignee: 'codex',
    criteria: [{ text: 'The form is there' }, { text: 'Wrong passwords are refused' }],
    blocker_uids: [task('Set up CI: lint, test')?.uid],
    comments: [{ body: 'Please keep the old URL.\n\nIt is linked everywhere.', author: { name: 'ben' }, created_at: '2025-06-09T07:30:00.000Z' }],
  })
  expect(task('Set up CI: lint, test')).toMatchObject({
    status: 'done',
    created_at: '2025-06-08T00:00:00.000Z',
    assignee: 'ana',
    description: 'Run everything on each push.\n\nAlso assigned to: ben',
  })
  expect(summary.notes).toContainEqual({ note: 'linked to task-1, which is not here: the link counts once it is imported', records: 1 })
})

test('Backlog.md: one file of a project is the same task as in its folder', async () => {
  await list.importFile(fixture('backlog-project/backlog/tasks/task-7 - Add-login-page.md'))
  expect(await list.importFile(fixture('backlog-project'))).toMatchObject({ imported: 1, already: 1 })
})

test('JSON: an array, or an object around one', async () => {
  const array = [
    { id: 1, title: 'One' },
    { id: 2, title: 'Two' },
  ]
  writeFileSync(folder.file('array.json'), JSON.stringify(array, null, 2))
  writeFileSync(folder.file('around.json'), JSON.stringify({ name: 'Board', issues: [{ id: 1, title: 'Three' }] }))
  expect(await list.importFile(folder.file('array.json'))).toMatchObject({ format: 'json', imported: 2 })
  expect(await list.importFile(folder.file('around.json'))).toMatchObject({ format: 'json', imported: 1 })
})

test.each(['beads-project', 'beads-project/.beads/issues.jsonl'])('[I8] beads: %s, with what each issue depends on', async (path) => {
  const { summary, task } = await imported(fixture(path))
  expect(summary).toMatchObject({ format: 'beads', source: 'beads', imported: 3, refused: 0, left_out: 1, notes: [] })
  expect(summary.skipped).toEqual([{ where: 'line 4', outcome: 'left_out', reason: 'deleted in beads' }])
  expect(task('Charge the card')).toMatchObject({
    description: 'Through the provider.\n\n## Design\n\nOne retry.\n\n## Notes\n\nAsk Ana.\n\nDiscovered from: shop-c3d  \nExternal reference: gh-9',
    status: 'todo',
    priority: 'high',
    labels: ['payments', 'feature'],
    assignee: 'codex',
    parent_uid: task('Checkout')?.uid,
    blocker_uids: [task('Get test keys')?.uid],
    criteria: [{ text: 'Declined cards say why' }, { text: 'A second click charges nothing' }],
    created_at: '2026-01-02T17:00:00.123Z',
    comments: [{ body: 'Use the sandbox.', author: { kind: 'person', name: 'ben' }, created_at: '2026-01-02T18:00:00.000Z' }],
  })
  expect(task('Checkout')).toMatchObject({ status: 'todo', priority: 'high', labels: ['epic'], requesters: ['ana'], parent_uid: null })
  // What is ticked and the heading say more than the list of criteria: they stay.
  expect(task('Get test keys')).toMatchObject({
    status: 'done',
    priority: 'low',
    labels: [],
    completed_at: '2026-01-04T10:00:00.000Z',
    criteria: [{ text: 'Keys for the sandbox' }],
    description: '## Acceptance criteria\n\n## Needed\n- [x] Keys for the sandbox\n\nClosed because: Ben sent them',
  })
})
