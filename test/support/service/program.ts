// Programs of ours as processes of their own, to be killed.
import { type ChildProcess, spawn } from 'node:child_process'

// Tests and benchmarks write faster than agents should.
process.env.TANDEM_BRAKE ??= 'off'

export interface Program {
  child: ChildProcess
  /** From its line "… ready at URL". */
  url: string
  /** All that it wrote until now. */
  output(): string
  /** Ends it and waits; answers its exit code, null after a SIGKILL. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts `node ARGS` and waits until it is ready; rejects with what it wrote when it ends before. */
export async function startProgram(args: readonly string[], env: Record<string, string> = {}): Promise<Program> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const found = /^Tandem.* is ready at (http:\S+)$/m.exec(text)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`ended with ${code}: ${text}`)))
  })
  return {
    child,
    url,
    output: () => text,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}
