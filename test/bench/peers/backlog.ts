// Backlog.md: a folder of Markdown files in a repository, with a command line and an MCP server.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmPackage } from './install.ts'
import { idIn, type Opened, type Peer, type Seat, startMcp, type Stdio, succeed } from './peer.ts'

const idPattern = /\b(TASK-\d+)\b/i
const install = () => npmPackage('backlog.md', '1.52.0')

/** Its own defaults, in a new repository. */
async function prepare(script: string, folder: string): Promise<Pick<Opened, 'kept'>> {
  await succeed('git', ['init', '--quiet', '.'], { cwd: folder })
  await succeed(process.execPath, [script, 'init', 'bench', '--defaults', '--integration-mode', 'none', '--auto-open-browser', 'false'], { cwd: folder })
  const tasks = join(folder, 'backlog', 'tasks')
  return { kept: async () => readdirSync(tasks).map((name) => readFileSync(join(tasks, name), 'utf8')) }
}

export async function backlogMcp(): Promise<Peer> {
  const { folder: home, version } = await install()
  const script = join(home, 'cli.js')
  return {
    name: 'Backlog.md, MCP',
    version,
    noteIs: 'a comment',
    async open(folder) {
      const { kept } = await prepare(script, folder)
      const start = (): Promise<Stdio> => startMcp('bench', process.execPath, [script, 'mcp', 'start', '--cwd', folder])
      const reader = await start()
      const seat = async (): Promise<Seat> => {
        const mcp = await start()
        return {
          create: async (draft) => idIn(idPattern, await mcp.call('task_create', { ...draft })),
          append: async (id, note) => void (await mcp.call('task_edit', { id, commentsAppend: [note] })),
          close: () => mcp.close(),
        }
      }
      return {
        seat,
        toolList: () => reader.tools(),
        list: () => reader.call('task_list', { limit: 50 }),
        readWhole: async (ids) => (await Promise.all(ids.map((id) => reader.call('task_view', { id })))).join('\n'),
        kept,
        close: () => reader.close(),
      }
    },
  }
}

export async function backlogCli(): Promise<Peer> {
  const { folder: home, version } = await install()
  const script = join(home, 'cli.js')
  return {
    name: 'Backlog.md, command line',
    version,
    noteIs: 'a comment',
    async open(folder) {
      const { kept } = await prepare(script, folder)
      const backlog = (...args: string[]) => succeed(process.execPath, [script, ...args, '--plain'], { cwd: folder })
      const seat: Seat = {
        create: async ({ title, description }) => idIn(/^Task (TASK-\d+)/m, await backlog('task', 'create', title, '-d', description)),
        append: async (id, note) => void (await backlog('task', 'edit', id, '--comment', note)),
        close: async () => undefined,
      }
      return {
        seat: async () => seat,
        list: () => backlog('task', 'list'),
        readWhole: async (ids) => {
          const texts: string[] = []
          for (const id of ids) texts.push(await backlog('task', 'view', id))
          return texts.join('\n')
        },
        kept,
        close: async () => undefined,
      }
    },
  }
}
