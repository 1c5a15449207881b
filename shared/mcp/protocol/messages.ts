// What a message of the protocol is, before its library looks at it.
import type { ServerResponse } from 'node:http'
import { classifyInboundRequest } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { McpRefusal } from '../answers/refusal.ts'

/** The only value of a header, or the first. */
export const one = (value: string | string[] | undefined): string | undefined => [value].flat()[0]

/** Only the 2025 era has sessions; without one, the message itself says which era it is of. */
export function isOldEra({ method, headers, body }: FastifyRequest): boolean {
  if (headers['mcp-session-id'] !== undefined) return true
  const route = classifyInboundRequest({
    httpMethod: method,
    body,
    ...header('protocolVersionHeader', headers['mcp-protocol-version']),
    ...header('mcpMethodHeader', headers['mcp-method']),
    ...header('mcpNameHeader', headers['mcp-name']),
  })
  return route.kind === 'legacy'
}

/** Whom the answer is for, as far as the message can be read. */
export function idOf(body: unknown): string | number | null {
  const id = typeof body === 'object' && body !== null ? (body as { id?: unknown }).id : undefined
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null
}

export function refuse(response: ServerResponse, { status, code, message }: McpRefusal, id: string | number | null): void {
  if (response.headersSent) return void response.end()
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }))
}

/** By hand: the packages' own schemas look at every message again anyway, and this is on the way of each call. */
export function isMessage(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { jsonrpc, id, method, params } = body as Record<string, unknown>
  if (jsonrpc !== '2.0' || (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id))) return false
  const isAnswer = 'result' in body || 'error' in body
  if (method === undefined) return isAnswer
  return typeof method === 'string' && !isAnswer && (params === undefined || (typeof params === 'object' && params !== null && !Array.isArray(params)))
}

export function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && (body as { method?: unknown }).method === 'initialize'
}

function header<K extends string>(name: K, value: string | string[] | undefined): { [P in K]?: string } {
  const text = one(value)
  return (text === undefined ? {} : { [name]: text }) as { [P in K]?: string }
}
