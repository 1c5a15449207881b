// The protocol's own client of its Tasks extension (@modelcontextprotocol/ext-tasks) over real HTTP, as one agent.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createTaskSessionFromClient, type TaskEnabledSession } from '@modelcontextprotocol/ext-tasks/client'
import type { AnyJson } from '../any-json.ts'

const protocolVersion = '2026-07-28'

/** One message, with the headers that the protocol asks for. */
export async function post(url: string, method: string, params: AnyJson, headers: Record<string, string> = {}): Promise<{ status: number; body: AnyJson }> {
  const named = params.taskId ?? params.name
  const reply = await fetch(`${url}/mcp?tools=full`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': protocolVersion,
      'Mcp-Method': method,
      ...(named === undefined ? {} : { 'Mcp-Name': named }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await reply.text()
  const data = text.startsWith('{') ? text : (/^data: (\{.*\})$/m.exec(text)?.[1] ?? 'null')
  return { status: reply.status, body: JSON.parse(data) }
}

/** What a request says of its client. */
export const metaOf = (name: string, extensions: object): object => ({
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientInfo': { name, version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': { extensions },
})

export interface TaskSession extends TaskEnabledSession {
  /** What went over the wire, in order. */
  seen: { method: string; result: AnyJson }[]
}

export async function openTaskSession(url: string, name: string, headers: Record<string, string> = {}): Promise<TaskSession> {
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: { pin: protocolVersion } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp?tools=full`), { requestInit: { headers } }))
  const seen: TaskSession['seen'] = []
  const session = createTaskSessionFromClient(client, {
    endpointId: 'tandem',
    v2RequestFraming: { protocolVersion, clientInfo: { name, version: '1.0.0' }, clientCapabilities: {} },
    async rawDispatch(request) {
      const { method, params } = request as AnyJson
      const { body } = await post(url, method, params, headers)
      if (body.error) return { kind: 'error', error: body.error }
      seen.push({ method, result: body.result })
      // How often a client looks is up to the service; a test has no time for that.
      return { kind: 'result', result: 'pollIntervalMs' in body.result ? { ...body.result, pollIntervalMs: 20 } : body.result }
    },
  })
  return Object.assign(session, { seen })
}
