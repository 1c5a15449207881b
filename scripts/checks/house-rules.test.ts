import { describe, expect, test } from 'vitest'
import {
  crowdedFolders,
  hiddenAny,
  maxFilesInFolder,
  rulesNumberedTwice,
  scriptsNamedTwice,
  sqlOutsideStores,
  suppressionsWithoutReason,
} from './house-rules.ts'

const file = (path: string, text = '') => ({ path, text })
const disable = (rest: string) => `// oxlint-disable-next-line ${rest}`

describe('rules of the house', () => {
  test('a folder has as many files as one takes in at a glance', () => {
    const inFolder = (count: number) => Array.from({ length: count }, (_, n) => file(`a/b/${n}.ts`))
    expect(crowdedFolders([...inFolder(maxFilesInFolder), file('a/b/notes.md'), file('a/c.ts')])).toEqual([])
    expect(crowdedFolders(inFolder(maxFilesInFolder + 1))).toEqual(['a/b: 23 files with code, at most 22'])
  })

  test('what silences a check says why', () => {
    const text = ['const a = 1', disable('no-console'), disable('no-console -- a program says what it does')].join('\n')
    expect(suppressionsWithoutReason([file('a.ts', text)])).toEqual([expect.stringContaining('a.ts:2 ')])
  })

  test('no `any` comes in by another name', () => {
    expect(hiddenAny([file('a.ts', 'let a: ReturnType<typeof JSON.parse>')])).toEqual([expect.stringContaining('a.ts:1')])
    expect(hiddenAny([file('a.ts', 'type A = ReturnType<\n  typeof JSON.parse\n>')])).toEqual([expect.stringContaining('a.ts:1')])
    expect(hiddenAny([file('a.ts', "let a: Awaited<ReturnType<Response['json']>>")])).toHaveLength(1)
    expect(hiddenAny([file('a.ts', 'let a: ReturnType<typeof read>')])).toEqual([])
  })

  test('no script is there twice', () => {
    const manifest = (...names: string[]) => JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, 'node'])) }, undefined, 2)
    expect(scriptsNamedTwice(manifest('bench', 'prebench'))).toEqual([])
    expect(scriptsNamedTwice(manifest('bench', 'other').replace('other', 'bench'))).toEqual(['package.json: "bench" is there twice'])
  })

  test('SQL is written in stores, and where the database itself is kept', () => {
    const asked = "const all = db.prepare('SELECT 1')"
    const built = 'const all = sqlFor.selectFrom("tasks")'
    expect(sqlOutsideStores([file('electron/service/tasks/tasks.ts', asked), file('cloud/tasks/tasks.ts', built)])).toHaveLength(2)
    expect(sqlOutsideStores([file('electron/service/tasks/task-store.ts', asked), file('cloud/db/roles.ts', built), file('test/a.ts', asked)])).toEqual([])
    expect(sqlOutsideStores([file('electron/service/conversations/routes.ts', 'prepare: () => takeIn.prepare(body)')])).toEqual([])
  })

  test.each([
    'const all = database.prepare(text)',
    "const one = read.prepare('SELECT 1')",
    'db.exec(text)',
    'const text = "DELETE FROM tasks WHERE id = ?"',
    'tx.all(`UPDATE tasks SET title = ?`)',
  ])('finds SQL however it is asked: %s', (line) => {
    expect(sqlOutsideStores([file('electron/service/tasks/task-routes.ts', line)])).toHaveLength(1)
  })
})

test('two rules of the spec have two numbers', () => {
  expect(rulesNumberedTwice('- **A1** One.\n- **A2** Two.\n  - **A1** is named here.\n')).toEqual([])
  expect(rulesNumberedTwice('- **A1** One.\n- **A2** Two.\n- **A1** Three.\n')).toEqual(['docs/spec.md: two rules are A1'])
})
