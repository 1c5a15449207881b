// What was typed, as commands want it; what makes no sense is said in words.
import { readFileSync } from 'node:fs'
import type { Input } from './commands/command.ts'
import { UsageError } from './exit-codes.ts'

export function number(text: string | undefined, name: string): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new UsageError(`${name} must be a number; got ${text === undefined ? 'nothing' : `'${text}'`}.`)
  return Number(text)
}

export const id = (input: Input) => number(input.words[0]?.replace(/^#/, ''), 'ID')
/** Tasks that are named by an option: 12 or #12. */
export const taskOptions = (input: Input, name: string) => input.list(name)?.map((word) => number(word.replace(/^#/, ''), `--${name}`))
export const taskOption = (input: Input, name: string) =>
  input.text(name) === undefined ? undefined : number(input.text(name)?.replace(/^#/, ''), `--${name}`)
export const optional = (input: Input, name: string) => (input.text(name) === undefined ? undefined : number(input.text(name), `--${name}`))

export function words(input: Input, name: string, from = 0): string {
  const text = input.words.slice(from).join(' ')
  if (text === '-') {
    const read = readFileSync(0, 'utf8').trim()
    if (read === '') throw new UsageError(`Standard input is empty: it contains no ${name}.`)
    return read
  }
  if (text.trim() === '') throw new UsageError(`${name} is missing. Pass it as text, or - to read it from standard input.`)
  return text
}

/** The bytes of a file that was named. */
export function readBytes(file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UsageError(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`)
  }
}

/** The text of a file that was named; of `-` what comes on standard input. */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UsageError(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`)
  }
}
