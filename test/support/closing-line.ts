// Closes each run with one plain line (how many tests passed, failed and were skipped) and then, once each, why some were skipped.
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** `note`: what was given to `skip(note)`. Tests that are skipped as a group have the reason in their name: `(skipped: no keyring)`. */
export interface Skipped {
  name: string
  note: string | undefined
}

/** One line for each reason, with how many tests it concerns. */
export function skipReasons(skipped: readonly Skipped[]): string[] {
  const counts = new Map<string, number>()
  for (const { name, note } of skipped) {
    const reason = note ?? /\(skipped: (.+?)\)(?: > |$)/.exec(name)?.[1] ?? 'not asked for (or no reason is given)'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => `${count} skipped: ${reason}`)
}

const noteOf = (test: TestCase) => {
  const result = test.result()
  return result.state === 'skipped' ? result.note : undefined
}

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const skipped: Skipped[] = []
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        count[test.result().state]++
        // What a failed file never came to is told by its failure.
        if (test.result().state === 'skipped' && module.state() !== 'failed') skipped.push({ name: test.fullName, note: noteOf(test) })
      }
    }
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length
    process.stdout.write(`\n${count.passed} passed, ${count.failed + broken} failed, ${count.skipped + count.pending} skipped\n`)
    for (const line of skipReasons(skipped)) process.stdout.write(`  ${line}\n`)
  }
}
