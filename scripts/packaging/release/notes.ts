// node scripts/packaging/release/notes.ts vX.Y.Z: what CHANGELOG.md says of that version, for the page of the release.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sectionOf } from './changelog.ts'

const version = (process.argv[2] ?? '').replace(/^v/, '')
const section = sectionOf(readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8'), version)
if (section === undefined) {
  console.error(`CHANGELOG.md has no section ${version}.`)
  process.exit(1)
}
console.log(section)
