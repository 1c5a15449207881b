// Where the running service says that it answers. Apart from its lock, so that who only asks (the command line, the bridge) needs no SQLite.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const announcement = (dataDir: string) => join(dataDir, 'running.json')

/** Where a service running on this data folder says it answers; undefined when none has said so. */
export function runningUrl(dataDir: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(announcement(dataDir), 'utf8')) as { url: string }).url
  } catch {
    return undefined
  }
}
