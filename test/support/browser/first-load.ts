// What the window loads before it shows anything.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Bytes of compressed JavaScript; a phone far from its cloud has them within a second. */
export const firstLoadLimit = 174_080

/** Bytes of the scripts that index.html of a built window names, each compressed. */
export function firstLoadSize(windowDir: string): number {
  const page = readFileSync(join(windowDir, 'index.html'), 'utf8')
  const files = new Set([...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map((match) => match[1] ?? ''))
  if (![...files].some((file) => file.includes('first'))) throw new Error(`${windowDir}/index.html does not name the window's first script`)
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(windowDir, file))).length, 0)
}
