// A program with all that it started, as Linux counts them.
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

function parents(): Map<number, number> {
  const found = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      found.set(
        Number(name),
        Number(
          readFileSync(`/proc/${name}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')[1],
        ),
      )
    } catch {
      // It ended meanwhile.
    }
  }
  return found
}

export function processTree(pid: number): number[] {
  const all = parents()
  const tree = [pid]
  for (const one of tree) for (const [child, parent] of all) if (parent === one) tree.push(child)
  return tree
}

/** Processor time of these processes so far, in seconds. */
export function cpuSeconds(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / ticksPerSecond
}

/** Memory in megabytes: resident, and the share that is this process's own. */
export function memoryOf(pid: number): { resident: number; share: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) / 1024
  return { resident: read('Rss'), share: read('Pss') }
}
