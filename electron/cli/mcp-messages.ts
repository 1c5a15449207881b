// What goes over the wire between the bridge and the service's /mcp.
import { createParser } from 'eventsource-parser'

export interface Message {
  jsonrpc: '2.0'
  id?: string | number | null
  method?: string
  params?: { name?: unknown; uri?: unknown; taskId?: unknown; requestId?: string | number; protocolVersion?: string; _meta?: Record<string, unknown> }
  result?: { protocolVersion?: string }
  error?: { code: number; message: string }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** What of a message's parameters the header Mcp-Name repeats. */
const named: Record<string, 'name' | 'uri' | 'taskId'> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** A header holds visible ASCII only; anything else travels as the protocol's Base64 form. */
function headerValue(text: string): string {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?.*\?=$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

function eraOf(message: Message): string | undefined {
  const version = message.params?._meta?.[versionKey]
  return typeof version === 'string' ? version : undefined
}

/** Each message says its version itself; there is no session. */
export const isModern = (message: Message): boolean => eraOf(message) !== undefined

export function modernHeaders(message: Message): Record<string, string> {
  const field = message.method === undefined ? undefined : named[message.method]
  const value = field && message.params?.[field]
  return {
    'MCP-Protocol-Version': eraOf(message) ?? '',
    ...(message.method === undefined ? {} : { 'Mcp-Method': message.method }),
    ...(typeof value === 'string' ? { 'Mcp-Name': headerValue(value) } : {}),
  }
}

/** Every message of a reply, whether it is one or a stream. */
export async function eachMessage(reply: Response, take: (message: Message) => void): Promise<void> {
  if (!reply.headers.get('content-type')?.includes('text/event-stream')) {
    const text = await reply.text()
    if (text !== '') take(JSON.parse(text) as Message)
    return
  }
  const parser = createParser({ onEvent: ({ data }) => data !== '' && take(JSON.parse(data) as Message) })
  const decoder = new TextDecoder()
  for await (const chunk of reply.body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
}
