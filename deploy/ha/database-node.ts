// One machine's database: Patroni and the PostgreSQL that it runs, as one thing that dies, hangs and comes back.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descendants, isAlive, programOf, signal } from './programs.ts'
import { untilThere } from './until.ts'

export interface DatabaseNode {
  name: string
  /** Of PostgreSQL itself. Throws when it does not run. */
  pid(): number
  /** kill -9 of everything on that machine: Patroni, PostgreSQL and all its processes. */
  kill(): Promise<void>
  /** Everything on that machine stands still, as when a hypervisor stops it. */
  pause(): void
  resume(): void
  /** Starts Patroni, which starts PostgreSQL, rewinds it if need be and makes it a standby. Does not wait for that. */
  start(): void
}

export interface NodePlace {
  name: string
  folder: string
  /** Where Patroni answers. */
  restUrl: string
  /** A port for clients, past everything that stands in between. */
  port: number
}

export function createDatabaseNode({ name, folder, port }: Pick<NodePlace, 'name' | 'folder' | 'port'>) {
  const data = join(folder, 'data')
  const log = join(folder, 'patroni.log')
  const patroni = programOf({
    program: 'patroni',
    args: [join(folder, 'patroni.yml')],
    log,
    // Its tools connect under this name: who is cut off from the others is told by it. Never that of the standby itself, which commits wait for.
    env: { PGAPPNAME: `tools of ${name}`, HOME: folder },
    unprivileged: true,
  })
  let paused: number[] = []

  function postmaster(): number | undefined {
    const file = join(data, 'postmaster.pid')
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    return pid > 0 && isAlive(pid) ? pid : undefined
  }

  function everything(): number[] {
    const server = postmaster()
    return [...(patroni.isRunning() ? descendants(patroni.pid()) : []), ...(server === undefined ? [] : descendants(server))]
  }

  async function end(how: NodeJS.Signals): Promise<void> {
    const pids = everything()
    const server = postmaster()
    // Patroni first: it would start what ends. What stands still does not fork meanwhile.
    signal(pids, 'SIGSTOP')
    await patroni.stop('SIGKILL')
    if (how === 'SIGKILL') signal(pids, how)
    else if (server !== undefined) signal([server], how)
    signal(pids, 'SIGCONT')
    await untilThere(`the end of ${name}`, () => (pids.some(isAlive) ? undefined : true), log)
    paused = []
  }

  return {
    name,
    port,
    log,
    pid() {
      const pid = postmaster()
      if (pid === undefined) throw new Error(`PostgreSQL of ${name} does not run. See ${log}.`)
      return pid
    },
    kill: () => end('SIGKILL'),
    pause() {
      // Twice: what began while we looked is found the second time.
      for (let look = 0; look < 2; look++) signal((paused = everything()), 'SIGSTOP')
    },
    resume: () => signal(paused.splice(0), 'SIGCONT'),
    start: () => patroni.start(),
    /** At once, for a program that ends. */
    abandon: () => signal(everything(), 'SIGKILL'),
    /** Ends PostgreSQL so that it leaves nothing behind in the system. */
    stop: () => end('SIGQUIT'),
  } satisfies DatabaseNode & Record<string, unknown>
}
