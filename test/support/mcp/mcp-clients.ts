import type { AnyJson } from '../any-json.ts'
// Real clients of both protocol eras: the SDK of the 2025 era that people run today, and its successor that speaks 2026-07-28.
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'

export type Era = 'legacy' | 'modern'

/** What a person does with a form that their client shows. */
export type Elicit = (
  form: { message: string; requestedSchema: AnyJson },
  signal: AbortSignal,
) => Promise<{ action: string; content?: Record<string, unknown> }>

interface Called {
  isError: boolean
  text: string
  answer: AnyJson
}

export interface McpClient {
  call(name: string, args?: Record<string, unknown>): Promise<Called>
  raw: LegacyClient | ModernClient
  close(): Promise<void>
}

interface Raw {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

function wrap(raw: LegacyClient | ModernClient): McpClient {
  return {
    raw,
    async call(name, args = {}) {
      const result = (await (raw as unknown as Raw).callTool({ name, arguments: args })) as {
        isError?: boolean
        content: { type: string; text: string }[]
        structuredContent?: unknown
      }
      return { isError: result.isError ?? false, text: result.content[0]?.text ?? '', answer: result.structuredContent }
    },
    close: () => (raw as unknown as Raw).close(),
  }
}

function legacyClient(name: string, elicit: Elicit | undefined): LegacyClient {
  const client = new LegacyClient({ name, version: '1.0.0' }, elicit ? { capabilities: { elicitation: {} } } : {})
  if (elicit) client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => elicit(params as never, signal) as never)
  return client
}

function modernClient(name: string, elicit: Elicit | undefined): ModernClient {
  const client = new ModernClient(
    { name, version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, ...(elicit ? { capabilities: { elicitation: { form: {} } } } : {}) },
  )
  if (elicit) client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => elicit(params as never, mcpReq.signal) as never)
  return client
}

export async function connectHttp(
  era: Era,
  url: string,
  name: string,
  options: { headers?: Record<string, string>; tools?: 'core' | 'full'; elicit?: Elicit } = {},
): Promise<McpClient> {
  const address = new URL(`${url}/mcp?tools=${options.tools ?? 'full'}`)
  const requestInit = { headers: options.headers ?? {} }
  if (era === 'legacy') {
    const client = legacyClient(name, options.elicit)
    await client.connect(new LegacyHttp(address, { requestInit }))
    return wrap(client)
  }
  const client = modernClient(name, options.elicit)
  await client.connect(new ModernHttp(address, { requestInit }))
  return wrap(client)
}

export async function connectStdio(era: Era, name: string, command: string, args: string[], env: Record<string, string>, elicit?: Elicit): Promise<McpClient> {
  const parameters = { command, args, env: { ...(process.env as Record<string, string>), ...env }, stderr: 'ignore' as const }
  if (era === 'legacy') {
    const client = legacyClient(name, elicit)
    await client.connect(new LegacyStdio(parameters))
    return wrap(client)
  }
  const client = modernClient(name, elicit)
  await client.connect(new ModernStdio(parameters))
  return wrap(client)
}
