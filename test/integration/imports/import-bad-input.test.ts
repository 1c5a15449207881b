// What cannot be imported is said in words, and changes nothing.
import { strToU8, zipSync } from 'fflate'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UnusableFile } from '../../../electron/service/imports/reading/unusable-file.ts'
import type { Format } from '../../../electron/service/imports/reading/detect-format.ts'
import { fixture, openList, run, temporaryFolder } from '../../support/imports.ts'
import { firstOf } from '../../support/first-of.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => (folder = temporaryFolder()))
afterEach(() => folder.remove())

const zip = zipSync({ 'data.json': readFileSync(fixture('vikunja-data.json')), VERSION: strToU8('v0.24.6') })
const unusable: [name: string, content: string | Uint8Array, message: RegExp, format?: Format][] = [
  ['empty.jsonl', '', /is empty/],
  ['blank.csv', ' \n\n', /is empty/],
  ['cut.zip', zip.subarray(0, zip.length / 2), /damaged zip.*incomplete/],
  ['list.xlsx', zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<workbook/>') }), /Save the sheet as CSV/],
  ['list.ods', zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet') }), /Save the sheet as CSV/],
  ['other.zip', zipSync({ 'readme.txt': strToU8('hello') }), /is a zip, but neither/],
  ['broken-inside.zip', zipSync({ 'data.json': strToU8('[{"id":1,"title":"x","ta') }), /data\.json is not valid JSON/],
  ['cut.json', readFileSync(fixture('todoist-sync.json')).subarray(0, 500), /is not valid JSON.*incomplete/],
  ['cut-array.json', '[{"title": "one"}, {"titl', /is not valid JSON.*incomplete/],
  ['latin1.json', Buffer.from('[{"title": "Käse"}]', 'latin1'), /not valid UTF-8/],
  ['utf16.csv', Buffer.from('\u{feff}title,notes\nx,y', 'utf16le'), /UTF-16.*UTF-8/],
  ['picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /not a text file/],
  ['letter.txt', 'Dear list,\nhello', /not in a format Tandem knows: it starts with "Dear list,"/],
  ['no-list.json', '[]', /no list of tasks/],
  ['list.json', '[{"title": "x"}]', /not a Super Productivity backup/, 'super-productivity'],
  ['list.json', '[{"title": "x"}]', /not a Vikunja export/, 'vikunja'],
  ['list.csv', 'title\nx', /not a Todoist CSV/, 'todoist'],
  ['list.jsonl', '{"title": "x"}', /not a Tandem export/, 'tandem'],
  ['newer.jsonl', '{"format": "tandem", "version": 99}\n', /newer version of Tandem \(format 99/],
]

test.each(unusable)('%s is not imported (%#)', async (name, content, message, format) => {
  const list = openList()
  writeFileSync(folder.file(name), content)
  const failure = await list.importFile(folder.file(name), format).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(UnusableFile)
  expect((failure as Error).message).toMatch(message)
  expect(await list.tasks()).toEqual([])
  list.close()
})

const long = 'x'.repeat(1001)
const refused: [what: string, line: string | Buffer, reason: RegExp][] = [
  ['a title that is too long', JSON.stringify({ title: long }), /title must be at most 1000 characters long; got 1001/],
  ['an empty title', '{"title": "  "}', /title is missing or empty/],
  ['no title', '{"text": "hello"}', /title is missing or empty/],
  ['a number for a title', '{"title": 7}', /title must be a text; got 7/],
  ['a list for a description', '{"title": "x", "description": ["y"]}', /description must be a text; got \["y"\]/],
  ['a description nested too deeply', `{"title": "x", "description": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested too deeply/],
  ['a NUL', '{"title": "a\\u0000b"}', /NUL/],
  ['half a surrogate pair', '{"title": "x", "body": "\\ud83d"}', /half of a surrogate pair/],
  ['half a pair in a label', '{"title": "x", "tags": ["\\udc00"]}', /half of a surrogate pair/],
  ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /not valid UTF-8/],
  ['a cut line', '{"title": "x', /not valid JSON/],
  ['a label that is too long', JSON.stringify({ title: 'x', tags: [long] }), /labels\[0\] must be at most 100/],
  ['a wrong dedupe_key', '{"title": "x", "dedupe_key": "a:b"}', /dedupe_key must have three non-empty parts/],
  ['a comment without a body', '{"title": "x", "comments": [{"author": "ana"}]}', /body of a comment is missing/],
  ['an array', '[1]', /must be a JSON object/],
]

test.each(refused)('%s is refused, and the lines around it are imported', async (_what, line, reason) => {
  const list = openList()
  const bytes = typeof line === 'string' ? Buffer.from(line) : line
  writeFileSync(folder.file('list.jsonl'), Buffer.concat([Buffer.from('{"title": "before"}\n'), bytes, Buffer.from('\n{"title": "after"}\n')]))
  const summary = await list.importFile(folder.file('list.jsonl'))
  expect(summary).toMatchObject({ imported: 2, refused: 1, skipped: [{ where: 'line 2' }] })
  expect(summary.skipped[0]?.reason).toMatch(reason)
  expect((await list.tasks()).map(({ title }) => title)).toEqual(['before', 'after'])
  list.close()
})

test('a line of any length is only counted: the next ones are read', async () => {
  const list = openList()
  writeFileSync(folder.file('list.jsonl'), `{"title": "one"}\n${'x'.repeat(17 * 1_048_576)}\n{"title": "two"}\n`)
  expect(await list.importFile(folder.file('list.jsonl'))).toMatchObject({
    imported: 2,
    skipped: [{ where: 'line 2', reason: 'the line is longer than 16 MB' }],
  })
  list.close()
})

test('a CSV row that is not UTF-8 is refused alone', async () => {
  const list = openList()
  writeFileSync(folder.file('list.csv'), Buffer.from('title,notes\none,K\xe4se\ntwo,cheese\n', 'latin1'))
  const summary = await list.importFile(folder.file('list.csv'))
  expect(summary).toMatchObject({ imported: 1, refused: 1 })
  expect(summary.skipped[0]).toMatchObject({ where: 'line 2', reason: expect.stringContaining('UTF-8') })
  list.close()
})

test.runIf(process.env.TANDEM_LONG)('the command answers with 1 for what it cannot use, and makes no data folder', async () => {
  mkdirSync(folder.file('some-folder'))
  const data = ['--data-dir', folder.file('data')]
  const missing = await run('import', folder.file('missing.csv'), ...data)
  expect(missing).toMatchObject({ code: 1, out: '' })
  expect(missing.err).toMatch(/^There is no file .*missing\.csv\.\n$/)
  expect(await run('import', folder.file('some-folder'), ...data)).toMatchObject({ code: 1, err: expect.stringContaining('is a folder, but neither') })
  // Each is a process: one of the mistakes with options; with TANDEM_LONG all three.
  const mistakes: [string[], string][] = [
    [['x', '--nonsense'], "'--nonsense'"],
    [data, 'Name the file to import'],
    [[fixture('mixed.jsonl'), '--format', 'xls', ...data], '--format must be one of'],
  ]
  for (const [args, said] of firstOf(1, mistakes)) expect(await run('import', ...args)).toMatchObject({ code: 1, err: expect.stringContaining(said) })
  expect(await run('export', '--out', folder.file('out'), ...data)).toMatchObject({ code: 1, err: expect.stringContaining('There is no Tandem list') })
  expect(existsSync(folder.file('data'))).toBe(false)
  expect(existsSync(folder.file('out'))).toBe(false)
})
