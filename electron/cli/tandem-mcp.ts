// The stdio bridge: `npm run mcp`, or the program tandem-mcp. Standard output carries the protocol and nothing else.
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mcpClients as clients, setupText } from '../../shared/domain/agents/mcp-setup.ts'
import { bridgeCommand, startCommand } from '../../shared/node/own-commands.ts'
import { defaultDataDir, portOf } from '../service/config.ts'
import { createBridge } from './bridge.ts'
import { asksForToken, ensureService, findService } from './find-service.ts'
import type { Message } from './mcp-messages.ts'

const usage = `tandem-mcp [options]: connects a client that speaks MCP over standard input and output to Tandem
  --tools core|full     which tools are listed (default core)
  --name NAME           how the agent is called in the history (default: the client's own name)
  --data-dir DIR        whose service; one is started if none runs there
  --url URL             the service's address; then none is started
  --print-config CLIENT how to set a client up: ${Object.keys(clients).join(', ')}
  --help                this text`

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}

function read() {
  try {
    return parseArgs({
      options: {
        tools: { type: 'string', default: process.env.TANDEM_MCP_TOOLS ?? 'core' },
        name: { type: 'string' },
        'data-dir': { type: 'string' },
        url: { type: 'string' },
        'print-config': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usage}`)
  }
}

function readPort(): number {
  try {
    return portOf(process.env)
  } catch (error) {
    return fail((error as Error).message)
  }
}

const values = read()
if (values.tools !== 'core' && values.tools !== 'full') fail(`--tools must be core or full; got '${values.tools}'.`)
const profile = values.tools
const name = values.name ?? process.env.TANDEM_AGENT
const port = readPort()
const place = { dataDir: values['data-dir'] ?? process.env.TANDEM_DATA_DIR ?? defaultDataDir(), url: values.url ?? process.env.TANDEM_URL, port }

if (values.help) process.stdout.write(`${usage}\n`)
else if (values['print-config'] !== undefined) await printConfig(values['print-config'])
else serve()

async function printConfig(client: string): Promise<void> {
  const known = Object.hasOwn(clients, client) ? clients[client] : undefined
  if (!known) fail(`--print-config knows ${Object.keys(clients).join(', ')}; got '${client}'.`)
  const running = await findService(place)
  // What is printed is pasted into files and chats: the token, only where nothing works without it.
  const tokenHeaders = running && (await asksForToken(running.url)) ? running.headers : {}
  const address = `${running?.url ?? place.url ?? `http://127.0.0.1:${port}`}/mcp`
  const options = process.argv.slice(2).filter((argument, i, all) => !argument.startsWith('--print-config') && all[i - 1] !== '--print-config')
  process.stdout.write(
    `${setupText(
      known.steps({
        url: profile === 'full' ? `${address}?tools=full` : address,
        ...bridgeCommand(fileURLToPath(new URL('./tandem-mcp.mjs', import.meta.url)), options),
        headers: { ...tokenHeaders, ...(name ? { 'X-Actor': `agent:${name}` } : {}) },
      }),
    )}\n`,
  )
  if (!running)
    process.stderr.write(`\n(Tandem is not running here; a client that connects to an address needs it running: ${startCommand.replace(/ --$/, '')}.)\n`)
}

function serve(): void {
  const bridge = createBridge({
    service: () => ensureService(place),
    running: () => findService(place),
    profile,
    name,
    write: (message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
    log: (text) => void process.stderr.write(`tandem-mcp: ${text}\n`),
  })
  const end = () => void bridge.close().then(() => process.exit(0))
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      process.stdout.write(
        `${JSON.stringify({ jsonrpc: '2.0', error: { code: -32_700, message: 'This line is not JSON. Send one message per line.' }, id: null })}\n`,
      )
      return
    }
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) return bridge.take(message as Message)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', error: { code: -32_600, message: 'Send one message per line, not a batch.' }, id: null })}\n`)
  })
  lines.once('close', end)
  process.stdout.once('error', () => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
