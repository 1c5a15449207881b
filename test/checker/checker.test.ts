// Clients work while servers are killed, paused and cut off, and what they were told is compared with what is there. The short version is for every
// machine; the long one takes half an hour over deploy/ha. More: npm run checker (docs/reliability.md).
import { afterAll, describe, expect, it } from 'vitest'
import { chooseSeed } from '../support/fuzz/random.ts'
import { haSystemMissing, openHaSystem } from './ha-system.ts'
import { openPairSystem } from './pair-system.ts'
import { noReplication } from './replicated.ts'
import { asMarkdown, holds, replayOf } from './report.ts'
import { type RunOptions, runChecker } from './run.ts'
import type { Mode, System } from './system.ts'

const seed = chooseSeed()
const said: string[] = []
// Shown where something did not hold, and not else.
const short: RunOptions = {
  seed,
  seconds: 30,
  clients: 8,
  desktops: 1,
  pauseMs: 100,
  lasts: [500, 1500],
  recoverMs: 120_000,
  // The machine is shared with all other tests: that it is noticed is looked at here, and how soon by `npm run checker`.
  noticeWithinMs: 60_000,
  file: undefined,
  say: (line) => said.push(line),
}

async function expectToHold(open: (now: () => number) => Promise<System>, options: RunOptions): Promise<void> {
  const verdict = await runChecker(open, options)
  // That something was tried at all: how much depends on what else the machine does.
  expect(verdict.evidence.faults.length).toBeGreaterThan(0)
  expect(verdict.evidence.operations.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(20)
  if (!holds(verdict)) throw new Error(`${replayOf(verdict)}\n${asMarkdown(verdict)}\n${said.slice(-40).join('\n')}`)
}

describe.skipIf(noReplication)(`under faults, seed ${seed}${noReplication ? ` (skipped: ${noReplication})` : ''}`, () => {
  afterAll(() => console.log(`checker: TANDEM_SEED=${seed}`))

  it.each<Mode>(['sync', 'async'])('[HA15] [HA16] what was acknowledged is there, once and in order: %s', { timeout: 400_000 }, (mode) =>
    expectToHold((now) => openPairSystem({ mode, now, whole: false }), short),
  )
})

describe.runIf(process.env.TANDEM_LONG)('half an hour over a cluster', () => {
  for (const mode of ['sync', 'async'] as const)
    it(`[HA15] [HA16] ${mode}`, { timeout: 3_600_000 }, async ({ skip }) => {
      if (haSystemMissing) return skip(haSystemMissing)
      await expectToHold((now) => openHaSystem({ mode, now }), { ...short, seconds: 1800, desktops: 2, pauseMs: 60, lasts: [2000, 8000], recoverMs: 180_000 })
    })
})
