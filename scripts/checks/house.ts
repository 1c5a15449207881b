// Part of `npm run check`: the rules of the house that no linter has.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crowdedFolders, hiddenAny, rulesNumberedTwice, scriptsNamedTwice, sqlOutsideStores, suppressionsWithoutReason } from './house-rules.ts'

const root = join(import.meta.dirname, '../..')
// The rules themselves name what they look for.
const files = globSync('{shared,electron,renderer,cloud,scripts,test}/**/*.{ts,tsx,mts,mjs,cjs}', { cwd: root, exclude: ['scripts/checks/**'] })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const found = [crowdedFolders, suppressionsWithoutReason, hiddenAny, sqlOutsideStores].flatMap((rule) => rule(files))
found.push(...rulesNumberedTwice(readFileSync(join(root, 'docs/spec.md'), 'utf8')))
found.push(...scriptsNamedTwice(readFileSync(join(root, 'package.json'), 'utf8')))
for (const line of found) console.error(line)
process.exitCode = found.length === 0 && files.length > 0 ? 0 : 1
