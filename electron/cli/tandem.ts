// The command line: `tandem add list show search dup done priority label append comment remind claim release undo setup connect serve`. For people
// on a terminal, and for agents that prefer a shell: what they read costs fewer tokens than the same over MCP.
import { once } from 'node:events'
import { homedir, userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ApiError, createClient } from '../../shared/http/client.ts'
import { defaultDataDir, portOf } from '../service/config.ts'
import { type AnyCommand, type Answer, type CliWriter, type Command, type Here, type Input, type Option, parseOptions } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { shells } from './completion.ts'
import { exitCodeOf, exitCodes, NotFound, UsageError } from './exit-codes.ts'
import { ensureService, NoService, type Place, serviceFlags } from './find-service.ts'
import { beginLean } from './lean-memory.ts'
import { StartError } from '../service/start-error.ts'
import { ownPackage } from './own-version.ts'
import { routesAlone } from './routes-alone.ts'
import { shellRun } from './shell-run.ts'
import { callerOf, runsInAgent } from './who-calls.ts'

const common: Record<string, Option> = {
  json: { type: 'boolean', says: 'print JSON (the default when not on a terminal)' },
  as: { type: 'string', value: 'NAME', says: 'the name of the agent, for the history' },
  url: { type: 'string', value: 'URL', says: 'address of the service; none is started then' },
  'data-dir': { type: 'string', value: 'DIR', says: 'data folder of the service; one is started if none is running' },
  help: { type: 'boolean', short: 'h', says: 'show this help' },
}

const others: Record<string, string> = {
  serve: 'run the service in this terminal (options: tandem serve --help)',
  mcp: 'speak MCP over standard input and output (options: tandem mcp --help)',
  import: 'bring tasks along from a file (tandem import --help)',
  export: 'write everything into a folder (tandem export --help)',
  completion: 'bash | zsh | fish: prints the completion script',
}

/** Programs of their own: they read their arguments themselves, and say when they are done. */
const programs: Record<string, () => Promise<unknown>> = {
  mcp: () => import('./tandem-mcp.ts'),
  import: () => import('../service/imports/import-cli.ts'),
  export: () => import('../service/exports/export-cli.ts'),
}

const optionLines = (options: Readonly<Record<string, Option>>) =>
  Object.entries(options).map(
    ([name, { short, value, says }]) => `  ${short ? `-${short}, ` : '    '}--${`${name}${value ? ` ${value}` : ''}`.padEnd(22)} ${says}`,
  )

function help(command?: AnyCommand): string {
  if (command) {
    return [`tandem ${command.name} ${command.takes}`.trim(), `  ${command.says}`, '', ...optionLines(command.options), '', ...optionLines(common)].join('\n')
  }
  return [
    'tandem COMMAND: one task list that people and agents share',
    '',
    ...commands.map(({ name, takes, says }) => `  ${`${name} ${takes}`.padEnd(16)} ${says}`),
    ...Object.entries(others).map(([name, says]) => `  ${name.padEnd(16)} ${says}`),
    '',
    ...optionLines(common),
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 conflict (a similar task exists; someone else holds it), 4 not found, 5 no service, 6 not allowed, 7 written, but in review instead of done',
  ].join('\n')
}

function parse(command: AnyCommand, args: string[]): { input: Input; values: Record<string, unknown> } {
  try {
    const { values, positionals } = parseArgs({ args, options: { ...parseOptions(command.options), ...parseOptions(common) }, allowPositionals: true })
    const text = (name: string) => values[name] as string | undefined
    return { values, input: { words: positionals, text, list: (name) => values[name] as string[] | undefined, flag: (name) => values[name] === true } }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${help(command)}`)
  }
}

/** Options that every command has may stand before it. */
function commandFirst(args: readonly string[]): string[] {
  let at = 0
  for (let word = args[at]; word?.startsWith('--') && word !== '--help' && word !== '--version'; word = args[at]) {
    const [name = ''] = word.slice(2).split('=')
    const option = Object.hasOwn(common, name) ? common[name] : undefined
    if (!option) throw new UsageError(`--${name} cannot stand before the command. Put it behind: tandem COMMAND --${name}`)
    at += option.type === 'string' && !word.includes('=') ? 2 : 1
  }
  return [...args.slice(at, at + 1), ...args.slice(0, at), ...args.slice(at + 1)]
}

async function run(args: string[]): Promise<number> {
  const [name, ...rest] = commandFirst(args)
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const asked = commands.find((command) => command.name === rest[0])
    process.stdout.write(`${help(asked)}\n`)
    return name === undefined ? exitCodes.usage : exitCodes.done
  }
  if (name === '--version') {
    process.stdout.write(`${ownPackage().version}\n`)
    return exitCodes.done
  }
  if (name === 'serve') {
    beginLean(serviceFlags)
    process.argv = [...process.argv.slice(0, 2), '--headless', ...rest]
    await import('../service/main.ts')
    return -1
  }
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (program) {
    process.argv = [...process.argv.slice(0, 2), ...rest]
    await program()
    return -1
  }
  if (name === 'completion') {
    const shell = Object.hasOwn(shells, rest[0] ?? '') ? shells[rest[0] ?? ''] : undefined
    if (!shell) throw new UsageError(`completion supports ${Object.keys(shells).join(', ')}; got '${rest[0] ?? ''}'.`)
    process.stdout.write(shell(commands, common, Object.keys(others)))
    return exitCodes.done
  }
  const command = commands.find((one) => one.name === name)
  if (!command) throw new UsageError(`There is no command '${name}'.\n\n${help()}`)
  const { input, values } = parse(command, rest)
  if (values.help) {
    process.stdout.write(`${help(command)}\n`)
    return exitCodes.done
  }
  const place = {
    dataDir: input.text('data-dir') ?? process.env.TANDEM_DATA_DIR ?? defaultDataDir(),
    isGiven: input.text('data-dir') !== undefined,
    url: input.text('url') ?? process.env.TANDEM_URL,
    port: portOf(process.env),
  }
  const answer =
    'runHere' in command ? await command.runHere(input, here(place, values.json === true)) : await runWithService(command, input, place, values.json === true)
  if (answer.isSaid) return answer.exitCode ?? exitCodes.done
  const isJson = values.json === true || !process.stdout.isTTY
  process.stdout.write(`${isJson ? JSON.stringify(answer.json) : answer.text}\n`)
  return answer.exitCode ?? exitCodes.done
}

async function runWithService(command: Command, input: Input, place: Place, isJson: boolean): Promise<Answer> {
  const actor = callerOf({ given: input.text('as'), env: process.env, isTerminal: process.stdout.isTTY || process.stdin.isTTY, user: userInfo().username })
  const writer = { ...actor, run: actor.kind === 'agent' ? shellRun(process.env, runsInAgent(process.env)) : undefined }
  const routes = await routesAlone()
  const connect = async () => {
    const service = await ensureService(place)
    return createClient(routes, { baseUrl: service.url, headers: { ...service.headers, ...asWriter(writer) } })
  }
  return command.run(input, await connect(), writer, { place, isJson, reconnect: connect })
}

const here = (place: Place, isJson: boolean): Here => ({
  cwd: process.cwd(),
  home: homeFolder(),
  env: process.env,
  place,
  confirm: process.stdin.isTTY && process.stdout.isTTY && !isJson ? confirm : undefined,
})

/** An account need not have one. */
function homeFolder(): string | undefined {
  try {
    return homedir()
  } catch {
    return undefined
  }
}

async function confirm(text: string, question: string): Promise<boolean> {
  process.stdout.write(`${text}\n`)
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  try {
    // Whoever ends the input, or presses Ctrl+C or Ctrl+D, has not said yes: the first leaves the question open, the others reject it.
    const answer = await Promise.race([asking.question(`${question} [y/N] `).catch(() => '\n'), once(asking, 'close').then(() => '\n')])
    if (answer === '\n') process.stdout.write(answer)
    return /^y(?:es)?$/i.test(answer.trim())
  } finally {
    asking.close()
  }
}

/** A person is the same one in every shell; an agent's shell session is a run of it. */
const asWriter = ({ kind, name, run }: CliWriter): Record<string, string> => ({
  'X-Actor': `${kind}:${encodeHeader(name)}`,
  ...(run === undefined ? {} : { 'X-Run': run }),
})

/** Header bytes are Latin-1; the service reads them as UTF-8. */
const encodeHeader = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

// Whoever reads may have read enough (tandem list | head).
process.stdout.once('error', () => process.exit(process.exitCode ?? exitCodes.done))

try {
  const code = await run(process.argv.slice(2))
  if (code >= 0) process.exitCode = code
} catch (error) {
  const isJson = process.argv.includes('--json') || !process.stdout.isTTY
  if (error instanceof ApiError) {
    process.stderr.write(`${isJson ? JSON.stringify({ error: error.problem.detail, code: error.problem.code }) : error.problem.detail}\n`)
    process.exitCode = exitCodeOf(error)
  } else if (error instanceof NotFound) {
    process.stderr.write(`${isJson ? JSON.stringify({ error: error.message, code: 'not_found' }) : error.message}\n`)
    process.exitCode = exitCodes.notFound
  } else if (error instanceof UsageError || error instanceof NoService) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.noService
  } else if (error instanceof StartError) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = exitCodes.usage
  } else if (error instanceof TypeError && error.cause !== undefined) {
    // fetch: the service went away in the middle of the call.
    process.stderr.write('Tandem stopped while working on this. Check whether it was done, then try again.\n')
    process.exitCode = exitCodes.noService
  } else throw error
}
