import { expect, it } from 'vitest'
import { modernHeaders } from './mcp-messages.ts'

const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

it.each([
  ['tools/call', { name: 'search' }, 'search'],
  ['resources/read', { uri: 'tandem://guide' }, 'tandem://guide'],
  ['tasks/get', { taskId: 'f00d' }, 'f00d'],
  ['tasks/update', { taskId: 'f00d' }, 'f00d'],
  ['tasks/cancel', { taskId: 'f00d' }, 'f00d'],
  ['tools/list', { name: 'of no meaning' }, undefined],
])('[M12] the bridge sends %s with the headers that the protocol wants', (method, params, name) => {
  expect(modernHeaders({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })).toEqual({
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(name === undefined ? {} : { 'Mcp-Name': name }),
  })
})
