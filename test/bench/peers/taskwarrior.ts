// taskwarrior: a command line over a few files, with locks. A task has a title and annotations; its description is the first of those.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianPackage } from './install.ts'
import { idIn, type Peer, type Seat, succeed } from './peer.ts'

export async function taskwarrior(): Promise<Peer> {
  const program = join(await debianPackage('taskwarrior'), 'usr', 'bin', 'task')
  const version = (await succeed(program, ['--version'])).trim()
  return {
    name: 'taskwarrior, command line',
    version,
    noteIs: 'an annotation',
    async open(folder) {
      const settings = join(folder, 'taskrc')
      writeFileSync(settings, 'confirmation=off\nverbose=new-uuid\n')
      const task = (...args: string[]) => succeed(program, args, { env: { TASKRC: settings, TASKDATA: folder } })
      const note = async (id: string, text: string) => void (await task(id, 'annotate', '--', text))
      const seat: Seat = {
        async create({ title, description }) {
          const id = idIn(/([0-9a-f]{8}-[0-9a-f-]{27})/, await task('add', '--', title))
          await note(id, description)
          return id
        },
        append: note,
        close: async () => undefined,
      }
      return {
        seat: async () => seat,
        list: () => task('limit:50', 'minimal'),
        // It takes no limit.
        readWhole: () => task('export'),
        kept: async () => (JSON.parse(await task('export')) as unknown[]).map((each) => JSON.stringify(each)),
        close: async () => undefined,
        remark: async () =>
          version.startsWith('2.')
            ? 'keeps text files in this version; 3, which this system has no package of, keeps a SQLite database'
            : 'keeps a SQLite database since 3; 2 kept text files',
      }
    },
  }
}
