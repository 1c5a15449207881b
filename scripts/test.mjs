// `npm test`: builds what `npm start` runs, then runs every test. `npm run test:long`: the same with long fuzz runs and whole years.
// `npm run snapshots`: takes over how the screens look now (test/snapshots/).
// Further arguments go to the test runner: `npm test -- test/contract`.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, buildDesktop, buildService } from './build.mjs'
import { prepareHeadlessShell } from './chromium.ts'
import { electronBinary } from './electron.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const given = process.argv.slice(2)
build()
const service = join(buildService(), 'main.js')
// Its journeys are skipped where there is no Electron to run them.
if (electronBinary()) buildDesktop()
await prepareHeadlessShell()
const result = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...given.filter((argument) => !['--long', '--snapshots'].includes(argument))],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TANDEM_BUILT_SERVICE: service,
      ...(given.includes('--long') ? { TANDEM_LONG: '1' } : {}),
      ...(given.includes('--snapshots') ? { TANDEM_SNAPSHOTS: 'update' } : {}),
    },
  },
)
process.exit(result.status ?? 1)
