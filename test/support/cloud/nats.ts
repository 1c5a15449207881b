// A real nats-server, where one is installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'

export const natsMissing = spawnSync('nats-server', ['--version']).error ? 'nats-server is not installed (Debian: apt-get install nats-server)' : undefined

export interface NatsServer {
  url: string
  stop(): Promise<void>
}

/** `port`: -1 for any free one. */
export async function startNats(port = -1): Promise<NatsServer> {
  const child: ChildProcess = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /Listening for client connections on (\S+)/.exec(text)?.[1]
      if (found && /Server is ready/.test(text)) resolve(found)
    })
    void ended.then(() => reject(new Error(text)))
  })
  return {
    url: `nats://${address}`,
    stop() {
      child.kill('SIGKILL')
      return ended
    },
  }
}
