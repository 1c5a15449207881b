// What the bench asks of a task list, whoever made it: the same writes through the interface that it offers to agents.
import { execFile, type ExecFileException } from 'node:child_process'
import { type Era, connectStdio, type McpClient } from '../../support/mcp/mcp-clients.ts'

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
}

export interface Peer {
  name: string
  version: string
  open(folder: string): Promise<Opened>
}

/** A refusal says why; the reasons are counted. */
export class Refused extends Error {}

export interface Stdio {
  call(tool: string, args: Record<string, unknown>): Promise<string>
  tools(): Promise<unknown>
  close(): Promise<void>
}

/** An MCP server as a client starts it: a process of its own for each agent. */
export async function startMcp(name: string, command: string, args: string[], env: Record<string, string> = {}, era: Era = 'legacy'): Promise<Stdio> {
  const client = await connectStdio(era, name, command, args, env)
  const raw = client.raw as unknown as { listTools(): Promise<{ tools: unknown }> }
  return {
    async call(tool, args) {
      const { isError, text } = await client.call(tool, args).catch((error: Error): Awaited<ReturnType<McpClient['call']>> => {
        throw new Refused(error.message)
      })
      if (isError) throw new Refused(text)
      return text
    },
    tools: async () => (await raw.listTools()).tools,
    close: () => client.close(),
  }
}

export interface CommandEnd {
  code: number
  stdout: string
  stderr: string
}

export function runCommand(command: string, args: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const own = { ...options, env: { ...process.env, ...options.env }, maxBuffer: 64 * 2 ** 20 }
    execFile(command, args, own, (error: ExecFileException | null, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) || 1 : 0, stdout, stderr: stderr || (error?.message ?? '') })
    })
  })
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
