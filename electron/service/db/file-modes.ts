// The data folder is its owner's alone: what is made in it, and what an older version or another program left there.
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What Tandem keeps in a data folder. Anything else there is somebody's own. */
const ours =
  /^(?:tandem\.(?:db|position|closed)|index\.db|running\.|secrets\.|settings\.json|damaged\.json|service\.log|token(?:\.new)?$|vectors$|models$|uploads$|attachments$|backups$|desktop$)/

let users = 0
let umaskBefore = 0

/** New files of this process are for its account only, until the returned function is called as often as this one was. */
export function keepNewFilesPrivate(): () => void {
  if (users++ === 0) umaskBefore = process.umask(0o077)
  return () => {
    if (--users === 0) process.umask(umaskBefore)
  }
}

/**
 * Takes group and others out of the modes of what Tandem keeps in the folder, and of the folder itself where nothing else is in it.
 * What belongs to another account, or cannot be changed (a foreign file system), stays as it is.
 */
export function mendFileModes(dataDir: string): void {
  if (process.platform === 'win32') return
  const names = readdirSync(dataDir)
  for (const name of names) if (ours.test(name)) makePrivate(join(dataDir, name))
  if (names.every((name) => ours.test(name))) makePrivate(dataDir)
}

function makePrivate(path: string): void {
  try {
    const { mode, uid } = lstatSync(path)
    const kind = mode & 0o170000
    if ((kind !== 0o100000 && kind !== 0o040000) || (mode & 0o077) === 0 || uid !== process.getuid?.()) return
    chmodSync(path, mode & 0o700)
  } catch {
    // Gone meanwhile, or no system of files that knows modes.
  }
}
