// One agent of the bench: a real MCP client in a process of its own. It takes tasks and finishes them until it is told to stop, and says each
// call as a line of JSON. Sometimes it fails, repeats a call as if the answer had been lost, or dies. Usage: node agent.ts URL NAME legacy|modern SEED
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { encode } from 'gpt-tokenizer'
import { connectHttp, type Era } from '../../support/mcp/mcp-clients.ts'

export interface Called {
  tool: string
  outcome: string
  ms: number
  tokens: number
  /** It waited on the server for a task. */
  waited: boolean
}

interface Answer {
  content: { text: string }[]
  structuredContent: { outcome: string; key: string; task: { id: number } }
}

const [url = '', name = '', era = 'modern', seed = '1'] = process.argv.slice(2)

function random(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
const chance = random(Number(seed))
const client = await connectHttp(era as Era, url, name, { tools: 'core', headers: { 'x-run': randomUUID() } })
const raw = client.raw as unknown as { callTool(...args: unknown[]): Promise<Answer> }

async function call(tool: string, args: Record<string, unknown>): Promise<Answer['structuredContent']> {
  let waited = false
  const options = { onprogress: () => (waited = true), resetTimeoutOnProgress: true, timeout: 60_000 }
  const started = performance.now()
  const request = { name: tool, arguments: args }
  const { content, structuredContent: answer } = await raw.callTool(request, ...(era === 'legacy' ? [undefined, options] : [options]))
  const ms = performance.now() - started
  const tokens = encode(JSON.stringify(args)).length + encode(content[0]?.text ?? '').length
  const told: Called = { tool, outcome: answer?.outcome ?? `error: ${content[0]?.text}`, ms, tokens, waited }
  // At once: it may be dead the moment after.
  await new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(told)}\n`, () => resolve()))
  return answer
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

// Begins when it is told to: the start of ten programs is not to be measured.
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.unref()

for (;;) {
  const next = { wait_seconds: 240 }
  let taken = await call('next_task', next)
  if (taken.outcome === 'none') continue
  if (chance() < 0.03) taken = await call('next_task', next)
  if (chance() < 0.02) process.kill(process.pid, 'SIGKILL')
  // No model answers faster.
  await pause(200 + chance() * 600)
  const status = chance() < 0.04 ? 'todo' : 'done'
  const finish = {
    id: taken.task.id,
    key: taken.key,
    summary: status === 'done' ? 'Done: the change is in, and its tests pass.' : 'It failed: the disk was full. Try again.',
    ...(status === 'done' ? {} : { status }),
  }
  await call('finish_task', finish)
  if (chance() < 0.03) await call('finish_task', finish)
}
