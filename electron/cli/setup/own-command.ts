// How this command line is called by another program.
import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npxCommand } from '../../../shared/node/own-commands.ts'

const ownFile = fileURLToPath(new URL('../tandem.mjs', import.meta.url))
const isPlain = (word: string) => /^[\w@%+=:,./\\-]+$/.test(word)
const quoted = (word: string) => (isPlain(word) ? word : `"${word.replaceAll(/(["\\$`])/g, process.platform === 'win32' ? '$1' : '\\$1')}"`)

export interface OwnCommand {
  command: string
  /** It is found by its name, so it means the same on other computers. */
  isByName: boolean
}

/** By its name where that leads here, and not to another program such as the desktop app; else by its whole path. */
export function ownCommand(path: string | undefined): OwnCommand {
  for (const folder of (path ?? '').split(delimiter)) {
    for (const name of process.platform === 'win32' ? ['tandem.cmd', 'tandem.exe'] : ['tandem']) {
      const found = folder === '' ? undefined : target(join(folder, name))
      if (found !== undefined) return found === target(ownFile) || name.endsWith('.cmd') ? { command: 'tandem', isByName: true } : byPath()
    }
  }
  return byPath()
}

const byPath = (): OwnCommand =>
  npxCommand
    ? { command: [npxCommand.command, ...npxCommand.args].join(' '), isByName: true }
    : { command: `${quoted(process.execPath)} ${quoted(ownFile)}`, isByName: false }

function target(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
