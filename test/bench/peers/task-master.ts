// task-master-ai: one JSON file in a project, written by an MCP server. It has no comments, and what it appends to a text is written by a
// language model, for which it needs a key; a note is a subtask here, which it writes as it is.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmPackage } from './install.ts'
import { type Peer, runCommand, type Seat, startMcp, succeed } from './peer.ts'

export async function taskMaster(): Promise<Peer> {
  const { folder: home, version } = await npmPackage('task-master-ai', '0.43.1')
  return {
    name: 'task-master-ai, MCP',
    version,
    noteIs: 'a subtask',
    async open(folder) {
      const own = join(folder, '.taskmaster')
      // It writes into the home folder, too.
      const env = { HOME: folder, TASK_MASTER_TOOLS: 'standard' }
      const script = join(home, 'dist', 'task-master.js')
      await succeed(process.execPath, [script, 'init', '--yes', '--no-git', '--no-aliases'], { cwd: folder, env })
      // Nothing is reported about the runs of a bench.
      const config = join(own, 'config.json')
      const settings = JSON.parse(readFileSync(config, 'utf8')) as { global: object }
      writeFileSync(config, JSON.stringify({ ...settings, global: { ...settings.global, anonymousTelemetry: false } }))
      // Its default list of seven tools has none that creates a task.
      const start = () => startMcp('bench', process.execPath, [join(home, 'dist', 'mcp-server.js')], env)
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
        async remark() {
          const append = ['update-task', '--id=1', '--append', '--prompt=a note']
          const { stdout, stderr } = await runCommand(process.execPath, [script, ...append], { cwd: folder, env })
          const why = /Required API key[^.]*/.exec(stdout + stderr)?.[0] ?? 'done'
          return `has no append without a language model; \`task-master ${append.join(' ')}\` answers: ${why}`
        },
      }
    },
  }
}
