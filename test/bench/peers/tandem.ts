// Tandem as its clients reach it: the bridge that an MCP client starts, and the command line; both with one service, as always.
import { fileURLToPath } from 'node:url'
import { callUrl } from '../../contract/target.ts'
import { startProgram } from '../timing.ts'
import { idIn, type Opened, type Peer, Refused, runCommand, type Seat, startMcp, type Stdio, succeed, whileRunning } from './peer.ts'

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const flags = ['--max-semi-space-size=4', file('electron/service/main.ts'), '--headless', '--port', '0', '--data-dir']

interface Created {
  outcome: string
  task?: { id: number }
}

async function mcpSeat(url: string, index: number): Promise<Seat & { mcp: Stdio }> {
  const mcp = await startMcp(`agent-${index}`, process.execPath, [file('electron/cli/tandem-mcp.mjs'), '--url', url, '--name', `agent-${index}`])
  const create = async (args: Record<string, unknown>) => JSON.parse(await mcp.call('create_task', args)) as Created
  return {
    mcp,
    async create(draft) {
      let answer = await create({ ...draft })
      // Two reports that look alike: the agent says that it has read both.
      if (answer.outcome !== 'created') answer = await create({ ...draft, force: true, reason: 'Another case of the same report.' })
      if (!answer.task) throw new Refused(JSON.stringify(answer))
      return String(answer.task.id)
    },
    append: async (id, note) => void (await mcp.call('update_task', { id: Number(id), description: note })),
    close: () => mcp.close(),
  }
}

async function withService(folder: string): Promise<{ url: string; kept: Opened['kept']; close: Opened['close'] }> {
  // One agent writes the fifty tasks that are read: more at once than the brake lets an agent.
  const { url, stop } = await startProgram([...flags, folder], { TANDEM_BRAKE: 'off' })
  return {
    url,
    kept: async () => ((await callUrl(`${url}/tasks`, 'GET', undefined, { 'x-actor': 'person' })).body as unknown[]).map((task) => JSON.stringify(task)),
    close: whileRunning(stop),
  }
}

export const tandemMcp = (version: string): Peer => ({
  name: 'Tandem, MCP',
  version,
  noteIs: 'the end of the description',
  async open(folder) {
    const { url, kept, close } = await withService(folder)
    const reader = await mcpSeat(url, 99)
    return {
      seat: (index) => mcpSeat(url, index),
      toolList: () => reader.mcp.tools(),
      async list() {
        const pages: string[] = []
        for (let cursor: string | undefined; ; ) {
          const page = await reader.mcp.call('list_tasks', { limit: 50, ...(cursor ? { cursor } : {}) })
          pages.push(page)
          cursor = (JSON.parse(page) as { next_cursor?: string }).next_cursor
          if (cursor === undefined) return pages.join('\n')
        }
      },
      readWhole: async (ids) => (await Promise.all(ids.map((id) => reader.mcp.call('get_task', { id: Number(id) })))).join('\n'),
      kept,
      close: async () => {
        await reader.close()
        await close()
      },
    }
  },
})

export const tandemCli = (version: string): Peer => ({
  name: 'Tandem, command line',
  version,
  noteIs: 'the end of the description',
  async open(folder) {
    const { url, kept, close } = await withService(folder)
    const command = (args: string[], index: number) => [file('electron/cli/tandem.mjs'), ...args, '--url', url, '--as', `agent-${index}`]
    const tandem = (args: string[], index = 99) => succeed(process.execPath, command(args, index))
    const seat = (index: number): Seat => ({
      async create({ title, description }) {
        const add = ['add', title, '-d', description]
        const first = await runCommand(process.execPath, command(add, index))
        if (first.code !== 0 && first.code !== 3) throw new Refused(first.stderr)
        return idIn(/"id": ?(\d+)/, first.code === 0 ? first.stdout : await tandem([...add, '--force'], index))
      },
      append: async (id, note) => void (await tandem(['append', id, note], index)),
      close: async () => undefined,
    })
    return {
      seat: async (index) => seat(index),
      list: () => tandem(['list', '-n', '50']),
      async readWhole(ids) {
        const texts: string[] = []
        for (const id of ids) texts.push(await tandem(['show', id]))
        return texts.join('\n')
      },
      kept,
      close,
    }
  },
})
