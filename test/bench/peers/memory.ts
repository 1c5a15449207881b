// The reference memory server of MCP: entities with observations in one file. It knows no tasks; an entity stands for one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmPackage } from './install.ts'
import { type Peer, type Seat, startMcp } from './peer.ts'

export async function memory(): Promise<Peer> {
  const { folder: home, version } = await npmPackage('@modelcontextprotocol/server-memory', '2026.8.31')
  return {
    name: 'reference memory server, MCP',
    version,
    noteIs: 'an observation',
    async open(folder) {
      const path = join(folder, 'memory.jsonl')
      const start = () => startMcp('bench', process.execPath, [join(home, 'dist', 'index.js')], { MEMORY_FILE_PATH: path })
      const reader = await start()
      const seat = async (): Promise<Seat> => {
        const mcp = await start()
        return {
          async create({ title, description }) {
            await mcp.call('create_entities', { entities: [{ name: title, entityType: 'task', observations: [description] }] })
            return title
          },
          append: async (id, note) => void (await mcp.call('add_observations', { observations: [{ entityName: id, contents: [note] }] })),
          close: () => mcp.close(),
        }
      }
      return {
        seat,
        toolList: () => reader.tools(),
        // It has no shorter form.
        list: () => reader.call('read_graph', {}),
        readWhole: (ids) => reader.call('open_nodes', { names: ids }),
        kept: async () => readFileSync(path, 'utf8').split('\n').filter(Boolean),
        close: () => reader.close(),
      }
    },
  }
}
