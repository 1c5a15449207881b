// POST /import/file: a file comes in whole or not at all, says what it would bring, and can be taken back.
import { strToU8, zipSync } from 'fflate'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFileReading } from '../../../electron/service/imports/reading/file-reading.ts'
import { keepUpload } from '../../../electron/service/imports/import-upload.ts'
import { startService, type Service } from '../../../electron/service/start-service.ts'
import { fileName } from '../../../shared/domain/file-name.ts'
import { localContract } from '../../../shared/contract/local.ts'
import { type Client, createClient } from '../../../shared/http/client.ts'
import { eventually } from '../../support/eventually.ts'
import { importFile, sendFile } from '../../support/import-file.ts'
import { fixture, temporaryFolder } from '../../support/imports.ts'
import { mountSmallDisk, noSmallDisk } from '../../support/small-disk.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: Service
let api: Client<typeof localContract>
const begin = (dataDir: string) => startService({ port: 0, dataDir, version: 'test', logLevel: 'silent' })
beforeEach(async () => {
  folder = temporaryFolder()
  service = await begin(folder.file('data'))
  api = createClient(localContract, { baseUrl: service.url, headers: { 'X-Actor': 'person' } })
})
afterEach(async () => {
  await service.close()
  folder.remove()
})

const lines = (n: number) => Array.from({ length: n }, (_, i) => JSON.stringify({ id: i, title: `Task ${i}` })).join('\n')
const leftovers = () => (existsSync(folder.file('data/uploads')) ? readdirSync(folder.file('data/uploads')) : [])
const titles = async () => (await api.listTasks()).map(({ title }) => title)

test('[I5] a look first says what would come in and changes nothing; the import then says the same, and its entries take it back', async () => {
  const csv = 'title;labels;due\nBuy milk;home;2096-01-01\n;home;\nCall Ana;;\n'
  const preview = await importFile(service.url, csv, { name: 'todo.csv', dryRun: true })
  expect(preview.report).toMatchObject({
    file: 'todo.csv',
    format: 'csv',
    source: 'csv:todo.csv',
    dry_run: true,
    read: 3,
    imported: 2,
    refused: 1,
    found: { task: 2, reminder: 1 },
    titles: ['Buy milk', 'Call Ana'],
    skipped: [{ where: 'line 3', outcome: 'refused', reason: 'title is missing or empty; a task needs one' }],
    written: [],
  })
  expect(await api.readJournal()).toEqual([])

  const { report } = await importFile(service.url, csv, { name: 'todo.csv' })
  expect(report).toMatchObject({ imported: 2, refused: 1, written: [{ first: 1, last: 3 }] })
  expect((await titles()).sort()).toEqual(['Buy milk', 'Call Ana'])
  expect((await api.readJournal()).map(({ actor }) => actor)).toEqual([1, 2, 3].map(() => ({ kind: 'person', name: 'import todo.csv' })))
  expect(leftovers()).toEqual([])

  const again = await importFile(service.url, csv, { name: 'renamed.csv' })
  expect(again.report).toMatchObject({ imported: 0, already: 2, refused: 1, written: [] })

  const undone = await api.undo({ body: { entries: [3, 2, 1] } })
  expect(undone.conflicts).toEqual([])
  expect(await titles()).toEqual([])
  expect((await importFile(service.url, csv, { name: 'todo.csv' })).report).toMatchObject({ imported: 2 })
})

test.runIf(process.env.TANDEM_LONG)('[I1] of what is here already it says which is no longer as it was imported', async () => {
  const named = (...titles: string[]) => titles.map((title, id) => JSON.stringify({ id, title })).join('\n')
  await importFile(service.url, named('Buy milk', 'Call Ana'), { name: 'todo.jsonl' })
  const { report } = await importFile(service.url, named('Buy milk', 'Call Mika'), { name: 'todo.jsonl', dryRun: true })
  expect(report?.skipped.map(({ where, differs }) => ({ where, differs }))).toEqual([
    { where: 'line 1', differs: undefined },
    { where: 'line 2', differs: true },
  ])
})

test.runIf(process.env.TANDEM_LONG)('[I5] each format is recognised by its content, whatever the file is called', async () => {
  const vikunja = zipSync({ 'data.json': readFileSync(fixture('vikunja-data.json')) })
  const backlog: Record<string, Uint8Array> = {}
  for (const part of ['tasks', 'completed']) {
    const path = join(fixture('backlog-project'), 'backlog', part)
    if (!existsSync(path)) continue
    for (const name of readdirSync(path)) backlog[`project-main/backlog/${part}/${name}`] = readFileSync(join(path, name))
  }
  backlog['project-main/docs/tasks/other.md'] = strToU8('# no task')
  backlog['__MACOSX/project-main/backlog/tasks/._task-1.md'] = strToU8('\0')
  const files: [format: string, content: Uint8Array][] = [
    ['jsonl', readFileSync(fixture('mixed.jsonl'))],
    ['csv', readFileSync(fixture('issues.csv'))],
    ['todoist', readFileSync(fixture('todoist.csv'))],
    ['todoist', readFileSync(fixture('todoist-sync.json'))],
    ['super-productivity', readFileSync(fixture('super-productivity-new.json'))],
    ['vikunja', vikunja],
    ['beads', readFileSync(fixture('beads-project/.beads/issues.jsonl'))],
    ['backlog.md', zipSync(backlog)],
    ['tandem', Buffer.from(await (await fetch(`${service.url}/export`)).arrayBuffer())],
  ]
  for (const [format, content] of files) {
    // One after the other, as a person does it.
    const { report, problem } = await importFile(service.url, Buffer.from(content), { name: 'export', dryRun: true })
    // The list is empty: so is its export.
    if (format === 'tandem') expect(problem?.detail).toBe('export contains nothing to import.')
    else expect([report?.format, (report?.found.task ?? 0) > 0, report?.refused === report?.read]).toEqual([format, true, false])
  }
  const { report } = await importFile(service.url, Buffer.from(zipSync(backlog)), { name: 'project.zip' })
  expect(report).toMatchObject({ source: 'backlog.md:project', refused: 0 })
})

test.runIf(process.env.TANDEM_LONG)('[I5] a table as Excel in Germany has it: the line that names the separator, dates with dots', async () => {
  const { report } = await importFile(service.url, '\u{feff}sep=;\r\nTitle;Due\r\nMilk, eggs;24.12.2096\r\n', { name: 'table.csv' })
  expect(report).toMatchObject({ format: 'csv', imported: 1, refused: 0, titles: ['Milk, eggs'], notes: [], found: { reminder: 1 } })
  expect((await importFile(service.url, 'sep=|\ntitle|note\nOne; two|x', { name: 'bars.csv' })).report).toMatchObject({ titles: ['One; two'] })
})

const unusable: [name: string, content: string | Uint8Array, message: RegExp][] = [
  ['empty.csv', '', /is empty/],
  ['picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), /not a text file/],
  ['cut.json', '[{"title": "one"}, {"titl', /not valid JSON.*incomplete/],
  ['latin1.json', Buffer.from('[{"title": "Käse"}]', 'latin1'), /not valid UTF-8/],
  ['people.csv', 'who,when\nAna,today', /columns who, when, but none of them is the title/],
  ['letter.txt', 'Dear list,\nhello', /not in a format Tandem knows/],
  ['header.csv', 'title,labels\n', /contains nothing to import/],
  ['cut.zip', zipSync({ 'data.json': strToU8('[]') }).subarray(0, 40), /damaged zip/],
]
test('[I6] what cannot be used is refused in words and changes nothing', async () => {
  for (const [name, content, message] of unusable) {
    const { problem } = await importFile(service.url, typeof content === 'string' ? content : Buffer.from(content), { name })
    expect(problem?.detail, name).toMatch(message)
    // What one can do is said for the window, which has no options.
    expect(problem?.detail, name).not.toMatch(/--format/)
    expect(await api.readJournal(), name).toEqual([])
    expect(leftovers(), name).toEqual([])
  }
})

describe('[I6] what arrives', () => {
  test('is a file, from a page of this service', async () => {
    const json = await importFile(service.url, '{}', { name: 'x', headers: { 'Content-Type': 'application/json' } })
    expect([json.status, json.problem?.detail]).toEqual([415, expect.stringContaining('application/octet-stream')])
    const foreign = await importFile(service.url, 'title\nx', { name: 'x.csv', headers: { Origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
    expect((await fetch(`${service.url}/import/file?name=x`, { method: 'POST' })).status).toBe(400)
    const unnamed = await fetch(`${service.url}/import/file`, { method: 'POST', body: 'x', headers: { 'Content-Type': 'application/octet-stream' } })
    expect(unnamed.status).toBe(400)
    expect((await fetch(`${service.url}/import/file?name=x`)).headers.get('allow')).toBe('POST, OPTIONS')
    // Elsewhere a file is no body.
    const elsewhere = await fetch(`${service.url}/tasks`, { method: 'POST', body: '{"title":"x"}', headers: { 'Content-Type': 'application/octet-stream' } })
    expect(elsewhere.status).toBe(415)
    expect(await api.readJournal()).toEqual([])
  })

  test('half is nothing', async () => {
    const upload = request(`${service.url}/import/file?name=half.jsonl`, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' } })
    const broken = new Promise((resolve) => void upload.on('error', resolve))
    upload.write(`${lines(2000)}\n`)
    await eventually(async () => leftovers().length > 0)
    upload.destroy()
    await broken
    await eventually(async () => leftovers().length === 0)
    expect(await api.readJournal()).toEqual([])
  })

  test('names no other place', async () => {
    expect(['../../etc/passwd', 'C:\\x\\todo.csv', '..', '/', 'a\0b\n.csv', ' .hidden. ', '✓'.repeat(200)].map(fileName)).toEqual([
      'passwd',
      'todo.csv',
      'file',
      'file',
      'a_b_.csv',
      'hidden',
      '✓'.repeat(60),
    ])
    // A long name is whole where it can be: people know their files by how they begin.
    expect(fileName(`${'Shopping list '.repeat(9)}2026.csv`)).toMatch(/^Shopping list .*2026\.csv$/)
    expect((await importFile(service.url, 'title\nx', { name: '../../../../todo.csv' })).report).toMatchObject({ file: 'todo.csv', imported: 1 })
  })
})

test('[I6] one import at a time; a look is free meanwhile, and other calls are answered in between', async () => {
  // It began before it answered, and is far longer than what is asked meanwhile can take on a machine of any speed; going away ends it.
  const response = await sendFile(service.url, lines(75_000), { name: 'long.jsonl' })
  const [second, look, created] = await Promise.all([
    importFile(service.url, 'title\nOther', { name: 'other.csv' }),
    importFile(service.url, 'title\nOther', { name: 'other.csv', dryRun: true }),
    api.createTask({ body: { title: 'Written meanwhile' } }),
  ])
  expect([second.status, second.problem?.detail]).toEqual([409, 'long.jsonl is being imported. Wait until it is done, then import other.csv.'])
  expect(look.report).toMatchObject({ imported: 1 })
  expect(created.title).toBe('Written meanwhile')
  await response.body?.cancel()
  await eventually(async () => leftovers().length === 0)
  expect((await importFile(service.url, 'title\nOther', { name: 'other.csv' })).report).toMatchObject({ imported: 1 })
})

test('[I6] who sends half a file and then nothing keeps nobody else waiting, and is ended after a while', async () => {
  const upload = request(`${service.url}/import/file?name=half.jsonl`, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' } })
  const broken = new Promise((resolve) => void upload.on('error', resolve))
  upload.write(`${lines(2000)}\n`)
  await eventually(async () => leftovers().length > 0)
  expect((await importFile(service.url, 'title\nOther', { name: 'other.csv' })).report).toMatchObject({ imported: 1 })
  upload.destroy()
  await broken
  const stalled = new PassThrough()
  stalled.write('title\nx')
  const places = folder.file('places')
  await expect(keepUpload(places, 'half.csv', stalled, { stalledAfterMs: 30 })).rejects.toThrow(/^Nothing more of the file came for .* Send it again\.$/)
  expect(readdirSync(places)).toEqual([])
})

test.runIf(process.env.TANDEM_LONG)('[I6] a few looks at a time: what is one too many is told so, and each gives its place back', async () => {
  const look = () => importFile(service.url, 'title\nx', { name: 'x.csv', dryRun: true })
  const all = await Promise.all(Array.from({ length: 8 }, look))
  const refused = all.filter(({ status }) => status === 409)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.problem?.detail).toBe('3 files are being previewed. Wait until one is done, then preview x.csv.')
  expect(all.filter(({ report }) => report?.imported === 1)).toHaveLength(all.length - refused.length)
  // More than there are places, one after the other.
  for (let n = 0; n < 4; n++) expect((await look()).report).toMatchObject({ imported: 1 })
})

describe('[I7] a file that takes too much is refused, and costs nobody else anything', () => {
  const list = (n: number) => JSON.stringify(Array.from({ length: n }, (_, id) => ({ id, title: `Task ${id}` })))

  test('time', async () => {
    const path = folder.file('slow.json')
    writeFileSync(path, list(20_000))
    await expect(openFileReading(path, 'slow.json', { stepTimeoutMs: 1, maxHeapMb: 512 })).rejects.toThrow(/slow\.json takes too long to read/)
  })

  test('memory', async () => {
    const path = folder.file('large.json')
    writeFileSync(path, list(200_000))
    await expect(openFileReading(path, 'large.json', { stepTimeoutMs: 60_000, maxHeapMb: 12 })).rejects.toThrow(/large\.json takes more than 12 MB of memory/)
  })

  test('a table of more columns than a sheet can have', async () => {
    const names = (count: number) => ['title', ...Array.from({ length: count - 1 }, (_, n) => `c${n}`)].join(',')
    const { problem } = await importFile(service.url, `${names(16_385)}\nx`, { name: 'wide.csv', dryRun: true })
    expect(problem?.detail).toMatch(/more than 16,384 columns\. Keep those/)
    // What stands in quotes is no column.
    expect((await importFile(service.url, `title,text\nx,"${','.repeat(20_000)}"`, { name: 'x.csv', dryRun: true })).report).toMatchObject({ imported: 1 })
  })

  test.runIf(process.env.TANDEM_LONG)('a zip that is hardly anything and unpacks to a hundred megabytes', async () => {
    const bomb = zipSync({ 'data.json': strToU8(`[${' '.repeat(100 * 1_048_576)}]`) }, { level: 9 })
    const { problem } = await importFile(service.url, Buffer.from(bomb), { name: 'bomb.zip' })
    expect([bomb.length < 1_048_576, problem?.detail]).toEqual([true, expect.stringMatching(/bomb\.zip unpacks to 100 MB or more/)])
    expect(leftovers()).toEqual([])
  })

  test.runIf(process.env.TANDEM_LONG)('while a long list of nothing but mistakes is read, others are answered', async () => {
    const response = await sendFile(service.url, JSON.stringify(Array.from({ length: 10_000 }, () => ({ no: 'title' }))), { name: 'refused.json' })
    const created = await api.createTask({ body: { title: 'Written meanwhile' } })
    expect(created.title).toBe('Written meanwhile')
    expect((await response.text()).trim().split('\n').at(-1)).toContain('"refused":10000')
  })
})

test.runIf(process.env.TANDEM_LONG)('[I6] whoever goes away ends it between two batches, and the same file again goes on where it was', async () => {
  const response = await sendFile(service.url, lines(3000), { name: 'long.jsonl' })
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await eventually(async () => leftovers().length === 0)
  const before = (await api.listTasks()).length
  expect([before % 500, before < 3000]).toEqual([0, true])
  const { report } = await importFile(service.url, lines(3000), { name: 'long.jsonl' })
  expect(report).toMatchObject({ imported: 3000 - before, already: before, refused: 0 })
  const own = (report?.written ?? []).reduce((sum, { first, last }) => sum + last - first + 1, 0)
  expect(own).toBe(3000 - before)
})

test.runIf(process.env.TANDEM_LONG)('[I6] a service that stops in the middle leaves whole batches and no file, and the same file again goes on', async () => {
  const response = await sendFile(service.url, lines(5000), { name: 'long.jsonl' })
  const reader = response.body?.getReader()
  await reader?.read()
  await service.close()
  await reader?.read().catch(() => undefined)
  expect(leftovers()).toEqual([])
  // As if it had been killed: then the file is still there.
  mkdirSync(folder.file('data/uploads/upload-old'), { recursive: true })
  writeFileSync(folder.file('data/uploads/upload-old/x.csv'), 'title\nx')
  service = await begin(folder.file('data'))
  expect(leftovers()).toEqual([])
  const { report } = await importFile(service.url, lines(5000), { name: 'long.jsonl' })
  expect((report?.imported ?? 0) + (report?.already ?? 0)).toBe(5000)
  expect((report?.already ?? 1) % 500).toBe(0)
})

test.skipIf(noSmallDisk)(`[I6] a full disk is said, and nothing is left of the file${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ''}`, async () => {
  const disk = mountSmallDisk(8)
  try {
    const own = await begin(join(disk.path, 'data'))
    const description = 'x'.repeat(4000)
    const many = Array.from({ length: 1200 }, (_, i) => JSON.stringify({ id: i, title: `Task ${i}`, description })).join('\n')
    // The file alone leaves no room for what it holds; then not even for itself.
    const { problem, report } = await importFile(own.url, many, { name: 'many.jsonl' })
    expect([problem?.code, report?.written ?? []]).toEqual(['storage_full', []])
    disk.fill()
    expect(await importFile(own.url, many, { name: 'many.jsonl' })).toMatchObject({ status: 507, problem: { code: 'storage_full' } })
    disk.free()
    expect(await importFile(own.url, 'title\nx', { name: 'few.csv' })).toMatchObject({ report: { imported: 1 } })
    await own.close()
  } finally {
    disk.remove()
  }
})
