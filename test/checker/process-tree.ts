// Stops, continues and kills processes with all that they started, as `kill` does it: by their numbers.
import { execFileSync } from 'node:child_process'

/** The process and all below it. */
function treeOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  const found = [pid]
  for (const at of found) found.push(...rows.filter(([, parent]) => parent === at).map(([own]) => own))
  return found
}

/** Those that have ended meanwhile are passed over. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const one of treeOf(pid)) {
    try {
      process.kill(one, signal)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
  }
}
