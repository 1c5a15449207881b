// Closes each run with one plain line: how many tests passed, failed and were skipped.
import type { Reporter, TestModule } from 'vitest/node'

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) for (const test of module.children.allTests()) count[test.result().state]++
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length
    process.stdout.write(`\n${count.passed} passed, ${count.failed + broken} failed, ${count.skipped + count.pending} skipped\n`)
  }
}
