// What a run says: as Markdown for people, as JSON for programs.
import { opKinds, type Outcome } from './history.ts'
import type { Verdict } from './run.ts'

const outcomes: readonly Outcome[] = ['ok', 'fail', 'unknown']

export function countsOf({ evidence }: Verdict): Record<string, Record<Outcome, number>> {
  return Object.fromEntries(
    opKinds
      .map((op) => [op, evidence.operations.filter((operation) => operation.op === op)] as const)
      .filter(([, all]) => all.length > 0)
      .map(([op, all]) => [
        op,
        Object.fromEntries(outcomes.map((outcome) => [outcome, all.filter((one) => one.outcome === outcome).length])) as Record<Outcome, number>,
      ]),
  )
}

export function faultCounts({ evidence }: Verdict): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { name } of evidence.faults) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

export const holds = (verdict: Verdict): boolean => verdict.broke === undefined && verdict.verdicts.every(({ violations }) => violations.length === 0)

export const replayOf = ({ seed, system, mode, seconds }: Verdict): string =>
  `TANDEM_SEED=${seed} npm run checker -- --system ${system} --mode ${mode} --minutes ${Math.max(1, Math.round(seconds / 60))}`

export function asJson(verdict: Verdict): object {
  const { evidence, verdicts, ...about } = verdict
  return {
    ...about,
    holds: holds(verdict),
    replay: replayOf(verdict),
    operations: countsOf(verdict),
    faults: faultCounts(verdict),
    events: evidence.head,
    connections: evidence.streams.reduce((sum, { segments }) => sum + segments.length, 0),
    deliveries: evidence.deliveries.length,
    verdicts,
  }
}

const maxShown = 5

export function asMarkdown(verdict: Verdict): string {
  const { evidence, verdicts, broke, lost, missing } = verdict
  const lines = [
    `# ${holds(verdict) ? 'Held' : 'Did not hold'}: ${verdict.system}, ${verdict.mode}, seed ${verdict.seed}, ${Math.round(verdict.seconds)} s`,
    '',
    `Again: \`${replayOf(verdict)}\``,
    '',
    `${evidence.operations.length} operations, ${evidence.head} events, ${evidence.streams.length} streams over ${evidence.streams.reduce((sum, { segments }) => sum + segments.length, 0)} connections, ${evidence.deliveries.length} deliveries, ${evidence.faults.length} faults.`,
    ...(verdict.mode === 'async' ? ['', `Acknowledged and lost with a standby that took over: ${lost}.`] : []),
    ...(broke ? ['', '## The run broke off', '', '```', broke, '```'] : []),
    '',
    '| operation | ok | fail | unknown |',
    '|---|---|---|---|',
    ...Object.entries(countsOf(verdict)).map(([op, { ok, fail, unknown }]) => `| ${op} | ${ok} | ${fail} | ${unknown} |`),
    '',
    '| fault | times |',
    '|---|---|',
    ...Object.entries(faultCounts(verdict)).map(([name, times]) => `| ${name} | ${times} |`),
    ...missing.map((reason) => `| not here: ${reason} | 0 |`),
    '',
    '| verifier | verdict |',
    '|---|---|',
    ...verdicts.map(({ name, violations }) => `| ${name} | ${violations.length === 0 ? 'holds' : `**${violations.length} violations**`} |`),
  ]
  for (const { name, promise, violations } of verdicts) {
    if (violations.length === 0) continue
    lines.push('', `## ${name}`, '', promise, '')
    for (const { what, excerpt } of violations.slice(0, maxShown))
      lines.push(`- ${what}`, '', '  ```json', ...excerpt.map((line) => `  ${JSON.stringify(line)}`), '  ```', '')
    if (violations.length > maxShown) lines.push(`and ${violations.length - maxShown} more`)
  }
  return `${lines.join('\n')}\n`
}
