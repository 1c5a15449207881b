import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from 'vitest/config'
import { roomyFolder } from './test/support/roomy-folder.ts'

// The programs that tests start (and vitest's own workers) keep what they compiled: a third of a start is spent on that.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compiled')

// What a test writes need not survive the machine: hundreds of databases, browser profiles and PostgreSQL's files would wait for the disk.
process.env.TMPDIR = roomyFolder()

// No test may touch the keychain of whoever runs it. Tests write faster than agents should.
const ownSecrets = { TANDEM_SECRETS: 'file', TANDEM_BRAKE: 'off' }

// Threads of the service run as `npm test` has built them: a third of what each costs is to read its sources, and they start by the hundred.
if (process.env.TANDEM_BUILT_SERVICE !== undefined) process.env.TANDEM_BUILT_THREADS = pathToFileURL(process.env.TANDEM_BUILT_SERVICE).href

/** Where they are is asked when they start: vitest keeps what is transformed here for its next run, with another build. */
const builtThreads = {
  name: 'built-threads',
  enforce: 'pre' as const,
  transform: (code: string): string | undefined =>
    code.includes("-worker.ts', import.meta.url)")
      ? code.replaceAll(
          /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/g,
          "(process.env.TANDEM_BUILT_THREADS ? new URL('./$1.js', process.env.TANDEM_BUILT_THREADS) : $&)",
        )
      : undefined,
}

/** A password costs 25 ms of a processor, as it should, and tests sign up and in a thousand times: in the short version it costs next to nothing. [CL42] shows what people's cost. */
const cheapPasswords = {
  name: 'cheap-passwords',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    if (process.env.TANDEM_LONG || !id.endsWith('/cloud/auth/password.ts')) return undefined
    const cheap = code.replace('const cost = { memory: 19_456, passes: 2, parallelism: 1 }', 'const cost = { memory: 64, passes: 1, parallelism: 1 }')
    if (cheap === code) throw new Error('what a password costs is not written as vitest.config.ts expects it')
    return cheap
  },
}

/** Machines of CI are shared, and may be half as fast: what waits there waits longer before it is called a failure. */
const patience = process.env.CI ? 2 : 1

const project = (name: string, include: string[], { env, ...more }: { env?: Record<string, string>; [setting: string]: unknown } = {}) => ({
  plugins: [builtThreads, cheapPasswords],
  test: {
    name,
    include,
    pool: 'forks' as const,
    environment: 'node' as const,
    testTimeout: 20_000 * patience,
    hookTimeout: 60_000 * patience,
    globalSetup: ['test/support/cloud/postgres-setup.ts'],
    // Two workers take all files of a project, and load the program once; a third of the processor time went into loading it for each file.
    // The long version shows that no file needs what another left behind.
    isolate: process.env.TANDEM_LONG === '1',
    env: { ...ownSecrets, ...env },
    ...more,
  },
})

const meaning = ['test/integration/search/**/*.test.ts']
/** The fuzz tests were asked for more than their usual runs. */
const manyRuns = ['TANDEM_LONG', 'TANDEM_RUNS', 'TANDEM_SEED'].some((name) => process.env[name])
const withoutModels = { TANDEM_EMBEDDER: 'off', TANDEM_RERANKER: 'off' }

export default defineConfig({
  test: {
    // Many tests wait for programs that they started: four files at a time fill two cores, where the default leaves one of them idle.
    maxWorkers: 4,
    // A landing is not refused for one unlucky moment of a busy machine; what needed its second try is shown as such, and is a bug.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      // What is not about meaning runs without models: a hundred services start in these tests. All in one project, so that its workers load the program
      // once for all of them.
      project(
        'integration',
        [
          ...['shared', 'electron', 'cloud', 'renderer', 'scripts'].map((room) => `${room}/**/*.test.ts`),
          'test/{contract,fuzz,integration,checker}/**/*.test.ts',
        ],
        { testTimeout: manyRuns ? 900_000 : 60_000 * patience, exclude: meaning, env: withoutModels },
      ),
      // Named so that it does not come last: its longest file would run alone.
      project('hybrid-search', meaning, { testTimeout: 60_000 * patience }),
      // Each file starts services and a browser; only what is about meaning takes a model.
      project('e2e', ['test/e2e/**/*.test.ts'], {
        testTimeout: 120_000 * patience,
        exclude: ['test/e2e/desktop*.test.ts'],
        expect: { poll: { timeout: 15_000 * patience } },
        env: withoutModels,
      }),
      project('desktop', ['test/e2e/desktop*.test.ts'], {
        testTimeout: 60_000 * patience,
        isolate: true,
        expect: { poll: { timeout: 15_000 * patience } },
        env: withoutModels,
      }),
    ],
  },
})
