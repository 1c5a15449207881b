// What the bench asks of a task list, whoever made it: the same writes through the interface that it offers to agents.
import { execFile, type ExecFileException } from 'node:child_process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

export interface Draft {
  title: string
  description: string
}

/** One agent at its own client. A write that the peer refuses throws. */
export interface Seat {
  create(draft: Draft): Promise<string>
  append(id: string, note: string): Promise<void>
  close(): Promise<void>
}

export interface Opened {
  seat(index: number): Promise<Seat>
  /** As its client gets it; undefined where there is none. */
  toolList?(): Promise<unknown>
  /** The answers to the cheapest calls that list the tasks; all of them, where it cannot list fewer. */
  list(): Promise<string>
  /** The same with descriptions and notes. */
  readWhole(ids: readonly string[]): Promise<string>
  /** Everything of each task that is there, whatever its own list would show. */
  kept(): Promise<string[]>
  close(): Promise<void>
  /** What a reader of the table should know, once the work is done. */
  remark?(): Promise<string>
}

export interface Peer {
  name: string
  version: string
  /** What a note on a task becomes in it. */
  noteIs: string
  open(folder: string): Promise<Opened>
}

/** A refusal says why; the reasons are counted. */
export class Refused extends Error {}

export interface Stdio {
  call(tool: string, args: Record<string, unknown>): Promise<string>
  tools(): Promise<unknown>
  close(): Promise<void>
}

const running = new Set<() => unknown>()
let isStopped = false

/** Stops what `startMcp`, `runCommand` and `whileRunning` have started and nobody has ended yet; agents that try again start nothing more. */
export async function stopAll(): Promise<void> {
  isStopped = true
  await Promise.allSettled([...running].map((stop) => stop()))
}

/** Answers what ends it; the bench ends it, too, when it is told to stop. */
export function whileRunning(stop: () => Promise<void>): () => Promise<void> {
  const end = () => {
    running.delete(end)
    return stop()
  }
  running.add(end)
  return end
}

// Ten servers that start on a small machine, and writers that wait for each other's locks, take longer than a client usually waits.
const timeout = 300_000

/** An MCP server as a client starts it: a process of its own for each agent. */
export async function startMcp(name: string, command: string, args: string[], env: Record<string, string> = {}): Promise<Stdio> {
  if (isStopped) throw new Error('the bench was stopped')
  const client = new Client({ name, version: '1.0.0' })
  const close = whileRunning(() => client.close())
  const transport = new StdioClientTransport({ command, args, env: { ...(process.env as Record<string, string>), ...env }, stderr: 'ignore' })
  await client.connect(transport, { timeout }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    async call(tool, args) {
      const { isError, content } = (await client.callTool({ name: tool, arguments: args }, undefined, { timeout }).catch((error: Error) => {
        throw new Refused(error.message)
      })) as { isError?: boolean; content: { text?: string }[] }
      const text = content.map((part) => part.text ?? '').join('\n')
      if (isError) throw new Refused(text)
      return text
    },
    tools: async () => (await client.listTools(undefined, { timeout })).tools,
    close,
  }
}

export interface CommandEnd {
  code: number
  stdout: string
  stderr: string
}

export async function runCommand(command: string, args: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}): Promise<CommandEnd> {
  if (isStopped) throw new Error('the bench was stopped')
  let stop: (() => unknown) | undefined
  const end = new Promise<CommandEnd>((resolve) => {
    const own = { ...options, env: { ...process.env, ...options.env }, maxBuffer: 64 * 2 ** 20 }
    const child = execFile(command, args, own, (error: ExecFileException | null, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) || 1 : 0, stdout, stderr: stderr || (error?.message ?? '') })
    })
    stop = () => {
      child.kill()
      return end
    }
    running.add(stop)
  })
  return end.finally(() => stop && running.delete(stop))
}

export async function succeed(...call: Parameters<typeof runCommand>): Promise<string> {
  const { code, stdout, stderr } = await runCommand(...call)
  if (code !== 0) throw new Refused(`${call[0]} ended with ${code}: ${stderr.trim() || stdout.trim()}`)
  return stdout
}

export const idIn = (pattern: RegExp, text: string): string => {
  const id = pattern.exec(text)?.[1]
  if (id === undefined) throw new Refused(`no id in the answer: ${text.slice(0, 200)}`)
  return id
}
