import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const windowDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')

test('the window needs at most 200 kB of JavaScript (gzip) to begin, and its page has no inline script', () => {
  const page = readFileSync(join(windowDir, 'index.html'), 'utf8')
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
  expect(files.length).toBeGreaterThan(0)
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(windowDir, file))).length, 0)
  expect(size).toBeLessThanOrEqual(200_000)
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
})
