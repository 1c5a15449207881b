// The network of a cluster on one machine, whose machines can be cut off (links.ts does the work).
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LinkRequest } from './links.ts'

type Asked = { open: { machine: string; direction: 'in' | 'out'; port: number } } | { cut: string } | { heal: string }

export interface Network {
  /** The port that leads to the given one as long as that machine is not cut off. */
  link(machine: string, direction: 'in' | 'out', port: number): Promise<number>
  /** From now on that machine neither hears nor is heard; nobody's connection is closed by it. */
  cut(machine: string): Promise<void>
  heal(machine: string): Promise<void>
  close(): void
}

export function openNetwork(): Network {
  const child = fork(fileURLToPath(new URL('links.ts', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map<number, (port: number) => void>()
  const known = new Map<string, Promise<number>>()
  let last = 0
  child.on('message', ({ id, port }: { id: number; port: number }) => {
    waiting.get(id)?.(port)
    waiting.delete(id)
  })
  const ask = (asked: Asked) =>
    new Promise<number>((resolve) => {
      waiting.set(++last, resolve)
      child.send({ id: last, ...asked } satisfies LinkRequest)
    })
  return {
    link(machine, direction, port) {
      const name = `${machine} ${direction} ${port}`
      const port_ = known.get(name) ?? ask({ open: { machine, direction, port } })
      known.set(name, port_)
      return port_
    },
    cut: async (machine) => void (await ask({ cut: machine })),
    heal: async (machine) => void (await ask({ heal: machine })),
    close: () => void child.kill('SIGKILL'),
  }
}
