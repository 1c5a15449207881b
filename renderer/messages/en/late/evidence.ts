// What shows that a task is done.

export const evidence = {
  name: 'Evidence',
  states: {
    valid: 'Passed',
    stale: 'Outdated',
    failed: 'Failed',
    changed_tree: 'Changed files',
    no_tree: 'No repository',
    claimed: 'Only claimed',
  },
  why: {
    valid: 'It passed on the current files, as far as Tandem knows.',
    stale: 'It passed, but the files have changed or it has failed since.',
    failed: 'The command failed.',
    changed_tree: 'It passed, but changed files while it ran: that is no proof.',
    no_tree: 'It passed outside a git repository: that is no proof.',
    claimed: 'Somebody says so. Nothing was run.',
  },
  code: (code: number) => `exit code ${code}`,
  timedOut: 'timed out',
  ended: (signal: string) => `ended by ${signal}`,
  onTree: (tree: string) => `tree ${tree}`,
  inCi: 'CI',
  elsewhere: 'from another device of the team',
  output: 'Output',
  noOutput: 'It printed nothing.',
  file: 'Signed file',
  missing: 'Missing:',
  missingAny: 'no passing run is recorded',
  acceptAsDone: 'Accept as done',
  askAgain: 'Back to To do',
}
