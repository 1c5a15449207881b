// What the desktop was started with. Chromium's own switches stand between ours, so only what we know is read.
import { resolve } from 'node:path'

const withValue = new Set(['--port', '--data-dir', '--restore'])
const alone = new Set(['--require-token', '--start-empty'])

/** What a later start hands to the one that runs already. */
export interface StartRequest {
  /** A deep link to open. */
  link?: string
  quickAdd?: boolean
}

export interface DesktopArguments {
  /** For the service's own reader of arguments. */
  service: string[]
  /** Of these, what a start at login needs again: where the data are. */
  lasting: string[]
  /** Start in the tray only. */
  isHidden: boolean
  request: StartRequest
}

function dataDirOf(args: readonly string[]): string[] {
  const at = args.findLastIndex((argument) => argument === '--data-dir' || argument.startsWith('--data-dir='))
  const given = args[at]?.includes('=') ? args[at].slice('--data-dir='.length) : args[at + 1]
  // A start at login runs in another folder than this one.
  return at === -1 || given === undefined ? [] : ['--data-dir', resolve(given)]
}

export function readDesktopArguments(args: readonly string[]): DesktopArguments {
  const service: string[] = []
  for (const [index, argument] of args.entries()) {
    const [name = ''] = argument.split('=', 1)
    if (alone.has(argument) || (withValue.has(name) && argument !== name)) service.push(argument)
    else if (withValue.has(argument)) service.push(argument, args[index + 1] ?? '')
  }
  const link = args.find((argument) => /^tandem:/i.test(argument))
  return {
    service,
    lasting: dataDirOf(service),
    isHidden: args.includes('--hidden'),
    request: { ...(link === undefined ? {} : { link }), ...(args.includes('--quick-add') ? { quickAdd: true } : {}) },
  }
}
