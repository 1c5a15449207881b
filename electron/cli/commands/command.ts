// What a command of `tandem` is: told once, for parsing, help and shell completion.
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Client } from '../../../shared/http/client.ts'
import type { localContract } from '../../../shared/contract/local.ts'
import type { Place } from '../find-service.ts'

export type LocalClient = Client<typeof localContract>

export interface Option {
  type: 'string' | 'boolean'
  short?: string
  multiple?: boolean
  /** What stands for the value in the help. */
  value?: string
  says: string
  /** The values there are, for completion. */
  choices?: readonly string[]
}

export interface Input {
  words: string[]
  text(name: string): string | undefined
  list(name: string): string[] | undefined
  flag(name: string): boolean
}

/** Who calls. `run`: what the header X-Run says; a person has none. */
export interface CliWriter {
  kind: 'agent' | 'person'
  name: string
  run: string | undefined
}

export interface Answer {
  /** For programs. */
  json: unknown
  /** For people; lines. */
  text: string
  exitCode?: number
  /** It was printed already. */
  isSaid?: boolean
}

/** What help and completion tell of a command. */
export interface CommandDescription {
  name: string
  /** After the name in the help: "ID TEXT". */
  takes: string
  says: string
  options: Readonly<Record<string, Option>>
  /** The words that may come after the name, for completion. */
  words?: readonly string[]
}

/** How a command was called. */
export interface CommandCall {
  place: Place
  /** Programs read the answer: --json was given. */
  isJson: boolean
  /** Looks for the service again; starts one if none runs. */
  reconnect(): Promise<LocalClient>
}

/** One that works with the service; it is started if none runs. */
export interface Command extends CommandDescription {
  run(input: Input, client: LocalClient, writer: CliWriter, call: CommandCall): Promise<Answer>
}

/** Where a command of this computer runs. */
export interface Here {
  cwd: string
  home: string | undefined
  env: NodeJS.ProcessEnv
  /** Where the service is, if it runs. */
  place: Place
  /** Asks the person; undefined where nobody sits at a terminal. */
  confirm: ((text: string, question: string) => Promise<boolean>) | undefined
}

/** One that works with files of this computer; no service is started for it. */
export interface HereCommand extends CommandDescription {
  runHere(input: Input, here: Here): Promise<Answer>
}

export type AnyCommand = Command | HereCommand

export function parseOptions(options: Readonly<Record<string, Option>>): ParseArgsOptionsConfig {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [name, { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) }]),
  )
}
