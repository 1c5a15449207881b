import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const many = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('')

test.each([
  ['a\nb\nc\n', 'a\nB\nc\n'],
  ['a\nb', 'a\nb\nc\n'],
  ['a\n', 'a'],
  [many, many.replace('line 10\n', 'x\ny\n')],
  [many, `${many}end\n`],
  [many, many.replace('line 0\n', '')],
  ['a\r\nb\r\n', 'a\r\nx\r\nb\r\n'],
  ['', 'a\n'],
])('[A13] the diff of %j is one that git applies', (before, after) => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-diff-'))
  const file = join(folder, 'f.txt')
  writeFileSync(file, before)
  execFileSync('git', ['apply', '--unidiff-zero', '--whitespace=nowarn', '-'], { cwd: folder, input: unifiedDiff('f.txt', before, after) })
  expect(readFileSync(file, 'utf8')).toBe(after)
  rmSync(folder, { recursive: true })
})

test('[A13] a new file and one that goes are shown as such; where nothing changes there is none', () => {
  expect(unifiedDiff('f', null, 'a\n')).toBe('--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n')
  expect(unifiedDiff('f', 'a', null)).toBe('--- a/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n\\ No newline at end of file\n')
  expect(unifiedDiff('f', 'a', 'a')).toBe('')
})
