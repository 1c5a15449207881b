// Part of `npm run check`: server.json and the manifest of the .mcpb bundle hold against the schemas of those who read them.
import { readFileSync } from 'node:fs'
import { problemsOfDescriptions } from '../packaging/mcp/problems.ts'
import type { OwnPackage } from '../packaging/mcp/describe.ts'

const own = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as OwnPackage
const problems = [undefined, 'someone/tandem'].flatMap((repository) => problemsOfDescriptions(own, repository))
for (const line of problems) console.error(line)
process.exitCode = problems.length === 0 ? 0 : 1
