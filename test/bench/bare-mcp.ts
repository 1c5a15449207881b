// The peer of the MCP bench: the same protocol packages with one tool that answers a constant of a task's size, and nothing behind it.
import { createServer } from 'node:http'
import { randomUUID } from 'node:crypto'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import { McpServer } from '@modelcontextprotocol/server'

const answer = {
  id: 1,
  title: 'x'.repeat(60),
  description: 'x'.repeat(400),
  status: 'todo',
  priority: 'high',
  labels: ['bug'],
  version: 1,
  created_at: '2026-11-20T19:24:38.040Z',
  updated_at: '2026-11-20T19:24:38.040Z',
  comments: [],
  comments_total: 0,
}
const sessions = new Map<string, NodeStreamableHTTPServerTransport>()

const server = createServer((request, response) => {
  void (async () => {
    const known = sessions.get(String(request.headers['mcp-session-id']))
    if (known) return known.handleRequest(request, response)
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    const mcp = new McpServer({ name: 'bare', version: '0' })
    mcp.registerTool('get_task', { description: 'One task' }, () => ({ content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }))
    await mcp.connect(transport)
    return transport.handleRequest(request, response)
  })()
})
server.listen(0, '127.0.0.1', () => console.log(`bare is ready at http://127.0.0.1:${(server.address() as { port: number }).port}`))
