// The second half of `npm run release:version`, after `changeset version` has raised the number in package.json: the lock file, CHANGELOG and the documents that
// name the version follow.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { released } from './changelog.ts'

const root = join(import.meta.dirname, '../../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const changelog = join(root, 'CHANGELOG.md')
writeFileSync(changelog, released(readFileSync(changelog, 'utf8'), version, new Date().toISOString().slice(0, 10)))
const lock = join(root, 'package-lock.json')
const text = readFileSync(lock, 'utf8')
// Its own version stands twice, in the first lines.
writeFileSync(
  lock,
  text
    .replace(/^(\{\n {2}"name": "tandem",\n {2}"version": ")[^"]+/, `$1${version}`)
    .replace(/("": \{\n {6}"name": "tandem",\n {6}"version": ")[^"]+/, `$1${version}`),
)
const { status } = spawnSync(process.execPath, [join(root, 'scripts/openapi.ts')], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
console.log(`${version}: look at the changes, commit them, and see docs/releasing.md.`)
