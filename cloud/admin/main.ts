// `tandem-cloud admin`: the operator's commands, on the database itself, beside running instances.
import { createInterface } from 'node:readline/promises'
import { AppError } from '../../shared/domain/app-error.ts'
import { type Config, readConfig } from '../config.ts'
import { StartError } from '../start-error.ts'
import { AdminError, exitCodes } from './admin-error.ts'
import { overview, readCall, usageOf } from './command.ts'
import { commands } from './commands.ts'
import { openContext } from './context.ts'

const args = process.argv.slice(3)
const asJson = args.includes('--json')

function fail(error: unknown): number {
  const known =
    error instanceof AdminError
      ? error
      : error instanceof StartError
        ? new AdminError('usage', error.message)
        : error instanceof AppError
          ? new AdminError(error.code === 'not_found' ? 'not_found' : 'conflict', error.message, error.extra ?? {})
          : new AdminError('failed', error instanceof Error ? error.message : String(error))
  if (asJson) console.log(JSON.stringify({ error: { code: known.problem, detail: known.message, ...known.more } }))
  else console.error(known.message)
  return known.exitCode
}

/** Undefined: nobody is there to type. */
async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

function configOf(dataDir: unknown): Config {
  const { help: _, ...config } = readConfig(typeof dataDir === 'string' ? ['--data-dir', dataDir] : [], process.env)
  return config
}

async function main(): Promise<number> {
  const { command, given, target } = readCall(args, commands)
  if (!command || given.help === true) {
    const usage = command ? usageOf(command) : overview(commands)
    console.log(asJson ? JSON.stringify({ usage }) : usage)
    return exitCodes.done
  }
  if (command.takes !== undefined && target.trim() === '') throw new AdminError('usage', `'${command.name}' takes one ${command.takes}, which is empty.`)
  const as = given.as as string | undefined
  if (as !== undefined && !/^[^\p{C}]{1,100}$/u.test(as)) throw new AdminError('usage', '--as must be a name on one line, of at most 100 characters.')
  const context = await openContext({ config: configOf(given['data-dir']), as, ask, say: (line) => console.error(line) })
  try {
    const { data, text, isBad } = await command.run(context, given, target)
    console.log(asJson ? JSON.stringify(data) : text)
    return isBad === true ? exitCodes.failed : exitCodes.done
  } finally {
    await context.close()
  }
}

process.exitCode = await main().catch(fail)
