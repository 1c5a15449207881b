// What a command of the operator is: its words, its options, and what it answers. Reading the arguments refuses whatever it does not know.
import { parseArgs } from 'node:util'
import { AdminError } from './admin-error.ts'
import type { AdminContext } from './context.ts'

export interface Option {
  /** What stands behind it, such as NUMBER; left out for a switch. */
  takes?: string
  says: string
}

/** The given ones, by name: a text, or true for a switch. */
export type Given = Readonly<Record<string, string | boolean | undefined>>

export interface Answer {
  /** With --json: the whole of it. */
  data: object
  /** Without: for people. */
  text: string
  /** Something is wrong with what was looked at, though looking went well: exit code 1. */
  isBad?: boolean
}

export interface Command {
  /** Such as `users list`. */
  name: string
  /** What stands behind the name, such as WHO. */
  takes?: string
  says: string
  options: Readonly<Record<string, Option>>
  run(ctx: AdminContext, given: Given, target: string): Promise<Answer>
}

export const common: Readonly<Record<string, Option>> = {
  json: { says: 'answer with one JSON document on standard output, errors included' },
  as: { takes: 'NAME', says: 'who you are, for the audit (else the account of this machine)' },
  'data-dir': { takes: 'DIR', says: "the cloud's data folder, as for the cloud itself" },
  help: { says: 'this text' },
}

const listed = (options: Readonly<Record<string, Option>>): string =>
  Object.entries(options)
    .map(([name, { takes, says }]) => `  ${`--${name}${takes === undefined ? '' : ` ${takes}`}`.padEnd(20)} ${says}`)
    .join('\n')

export const usageOf = ({ name, takes, says, options }: Command): string =>
  `tandem-cloud admin ${name}${takes === undefined ? '' : ` ${takes}`} [options]\n${says}\n\n${listed({ ...options, ...common })}`

export function overview(commands: readonly Command[]): string {
  const lines = commands.map(({ name, takes = '', says }) => `  ${`${name} ${takes}`.padEnd(24)} ${says.split('.', 1)[0]}.`)
  return `tandem-cloud admin COMMAND [options]\n\n${lines.join('\n')}\n\n${listed(common)}\n\nCOMMAND --help says more. Exit codes: 0 done, 1 not found, refused or something is wrong, 2 the command itself.`
}

export interface Call {
  command: Command | undefined
  given: Given
  target: string
}

/** Throws AdminError `usage`. */
export function readCall(args: readonly string[], commands: readonly Command[]): Call {
  const words: string[] = []
  for (const one of args) {
    if (one.startsWith('-')) break
    words.push(one)
  }
  // The longest name that fits: `users list` before `users`.
  const command = commands.find(({ name }) => name === words.slice(0, 2).join(' ')) ?? commands.find(({ name }) => name === words[0])
  if (!command) {
    const isHelp = words.length === 0 && args.some((one) => one === '--help' || one === '-h')
    if (isHelp) return { command: undefined, given: { help: true, json: args.includes('--json') }, target: '' }
    const near = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name)
    const choose = near.length > 0 ? near.join(', ') : commands.map(({ name }) => name).join(', ')
    throw new AdminError('usage', `${words.length === 0 ? 'Which command?' : `There is no command '${words.slice(0, 2).join(' ')}'.`} Send one of: ${choose}.`)
  }
  const options = { ...command.options, ...common }
  let parsed: { values: Given; positionals: string[] }
  try {
    parsed = parseArgs({
      args: args.slice(command.name.split(' ').length),
      options: Object.fromEntries(Object.entries(options).map(([name, { takes }]) => [name, { type: takes === undefined ? 'boolean' : 'string' } as const])),
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    const said = (error as Error).message.split('. ', 1)[0]
    throw new AdminError(
      'usage',
      `${said}. '${command.name}' takes: ${Object.keys(options)
        .map((name) => `--${name}`)
        .join(', ')}.`,
    )
  }
  const { values, positionals } = parsed
  if (values.help !== true && positionals.length !== (command.takes === undefined ? 0 : 1)) {
    const wanted = command.takes === undefined ? 'takes no further words' : `takes one ${command.takes}`
    throw new AdminError('usage', `'${command.name}' ${wanted}; got ${positionals.length === 0 ? 'none' : positionals.map((one) => `'${one}'`).join(', ')}.`)
  }
  return { command, given: values, target: positionals[0] ?? '' }
}

/** A whole number within bounds. Throws AdminError `usage`. */
export function numberIn(given: Given, name: string, fallback: number, [least, most]: readonly [number, number]): number {
  const text = given[name]
  if (text === undefined) return fallback
  if (typeof text !== 'string' || !/^\d{1,9}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new AdminError('usage', `--${name} must be a whole number from ${least} to ${most}; got '${String(text)}'.`)
  return Number(text)
}

/** One of some words. Throws AdminError `usage`. */
export function wordIn<const T extends string>(given: Given, name: string, fallback: T, words: readonly T[]): T {
  const text = given[name]
  if (text === undefined) return fallback
  const found = words.find((word) => word === text)
  if (found === undefined) throw new AdminError('usage', `--${name} must be ${words.join(', ')}; got '${String(text)}'.`)
  return found
}
