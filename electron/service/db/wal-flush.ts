// Brings commits to the platter soon after they are acknowledged, without making each one wait for the disk.
import { type FileHandle, open } from 'node:fs/promises'

const quiet = 20

/**
 * Call `soon` after each commit; flushes are coalesced, one at a time, at most one in `quiet` milliseconds. `also`: what else is brought
 * to the disk with each.
 */
export function createWalFlush(file: string, also: () => Promise<void> = async () => undefined): { soon(): void; close(): Promise<void> } {
  let handle: FileHandle | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  /** Commits came while a flush was on its way, which may have missed them. */
  let again = false
  let closed = false

  async function flush(): Promise<void> {
    try {
      handle ??= await open(`${file}-wal`, 'r')
      await Promise.all([handle.datasync(), also()])
    } catch {
      // No WAL file right now (a checkpoint took it away): its content is in the main file already. Open it again next time.
      await handle?.close().catch(() => undefined)
      handle = undefined
    }
  }

  async function flushNow(): Promise<void> {
    await flush()
    running = undefined
    if (again) {
      again = false
      soon()
    }
  }

  function soon(): void {
    if (closed) return
    if (running) {
      again = true
      return
    }
    timer ??= setTimeout(() => {
      timer = undefined
      running = flushNow()
    }, quiet).unref()
  }

  return {
    soon,
    async close() {
      closed = true
      clearTimeout(timer)
      await running
      await handle?.close().catch(() => undefined)
    },
  }
}
