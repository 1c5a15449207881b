// `npm run release:check -- vX.Y.Z`: whether this commit may be released under that tag. The first step of .github/workflows/release.yml.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseProblems } from './changelog.ts'

const root = join(import.meta.dirname, '../../..')
const [tag] = process.argv.slice(2)
if (tag === undefined) {
  console.error('Name the tag: npm run release:check -- v1.2.3')
  process.exit(2)
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const changesets = readdirSync(join(root, '.changeset')).filter((file) => file.endsWith('.md') && file !== 'README.md')
const problems = releaseProblems(tag, version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), changesets)
for (const line of problems) console.error(line)
if (problems.length === 0) console.log(`${tag} can be released.`)
process.exitCode = problems.length === 0 ? 0 : 1
