// What a command of `tandem` is: told once, for parsing, help and shell completion.
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Client } from '../../../shared/http/client.ts'
import type { localContract } from '../../../shared/contract/local.ts'

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
}

export interface Command {
  name: string
  /** After the name in the help: "ID TEXT". */
  takes: string
  says: string
  options: Readonly<Record<string, Option>>
  run(input: Input, client: LocalClient, writer: CliWriter): Promise<Answer>
}

export function parseOptions(options: Readonly<Record<string, Option>>): ParseArgsOptionsConfig {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [name, { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) }]),
  )
}
