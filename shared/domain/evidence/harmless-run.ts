// What is kept of a run: no credentials in an address, nothing in the output that moves a cursor or draws over what stands there.
import type { CommandRun } from '../../schema/work/evidence.ts'

/** `https://user:secret@host/x` without the part before the host. `git@host:x` names an account that everybody has, and stays. */
export const withoutCredentials = (remote: string): string => remote.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '')

/** Escape sequences of terminals: colours, titles, links. Each alternative ends at its first possible place. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const sequences = /\u001b(?:\[[0-9:;<=>?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g

/** As it would be read: a line that overwrites itself (progress) is its last state. */
export function plainOutput(output: string): string {
  return output
    .replaceAll(sequences, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/^[^\n]*\r(?=[^\n])/gm, '')
    .replaceAll(/[^\P{C}\n\t]/gu, '')
}

export function harmlessRun(run: CommandRun): CommandRun {
  const { tree } = run
  return {
    ...run,
    output: plainOutput(run.output),
    ...(tree ? { tree: { ...tree, repository: tree.repository === null ? null : withoutCredentials(tree.repository) || null } } : {}),
  }
}
