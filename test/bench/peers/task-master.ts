// task-master-ai: one JSON file in a project, written by an MCP server. It has no comments, and what it appends to a text is written by a
// language model, for which it needs a key; a note is a subtask here, which it writes as it is.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmPackage } from './install.ts'
import { type Peer, type Seat, startMcp } from './peer.ts'

export async function taskMaster(): Promise<Peer> {
  const { folder: home, version } = await npmPackage('task-master-ai', '0.43.1')
  return {
    name: 'task-master-ai, MCP',
    version,
    async open(folder) {
      const own = join(folder, '.taskmaster')
      mkdirSync(join(own, 'tasks'), { recursive: true })
      // Nothing is reported about the runs of a bench.
      writeFileSync(join(own, 'config.json'), JSON.stringify({ global: { anonymousTelemetry: false } }))
      // Its default list of seven tools has none that creates a task.
      const start = () => startMcp('bench', process.execPath, [join(home, 'dist', 'mcp-server.js')], { TASK_MASTER_TOOLS: 'standard' })
      const reader = await start()
      const seat = async (): Promise<Seat> => {
        const mcp = await start()
        const call = (tool: string, args: Record<string, unknown>) => mcp.call(tool, { projectRoot: folder, ...args })
        return {
          async create(draft) {
            const { data } = JSON.parse(await call('add_task', { ...draft })) as { data: { taskId: number } }
            return String(data.taskId)
          },
          append: async (id, note) => void (await call('add_subtask', { id, title: note })),
          close: () => mcp.close(),
        }
      }
      return {
        seat,
        toolList: () => reader.tools(),
        list: () => reader.call('get_tasks', { projectRoot: folder }),
        readWhole: (ids) => reader.call('get_task', { projectRoot: folder, id: ids.join(',') }),
        async kept() {
          const { master } = JSON.parse(readFileSync(join(own, 'tasks', 'tasks.json'), 'utf8')) as { master: { tasks: unknown[] } }
          return master.tasks.map((task) => JSON.stringify(task))
        },
        close: () => reader.close(),
      }
    },
  }
}
