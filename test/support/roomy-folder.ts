import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where tests write: in memory where there is room for all of them, else the usual place for what is temporary. */
export function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > 2e9) return '/dev/shm'
  } catch {
    // No such place on this system.
  }
  return tmpdir()
}
