// A write-ahead log stays as long as it once became. This cuts it where the disk matters more than the moment.
import { statSync } from 'node:fs'
import type { Db } from './open.ts'

const megabyte = 1_048_576

/**
 * For the database itself: once nothing was written for a while, a log of more than a megabyte is folded into the file and cut. Never waits for
 * a reader: then it is done the next time. `soon` is called after each commit; `idleMs`: so long after the last of them nobody waits for it.
 */
export function createWalFold(db: Db, idleMs = 2000): { soon(): void; close(): void } {
  let timer: NodeJS.Timeout | undefined

  function fold(): void {
    timer = undefined
    if ((statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0) < megabyte) return
    db.pragma('busy_timeout = 0')
    try {
      db.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // A full or failing disk: the log stays, and whoever writes next is told.
    } finally {
      db.pragma('busy_timeout = 5000')
    }
  }

  return {
    soon() {
      if (timer) timer.refresh()
      else timer = setTimeout(fold, idleMs).unref()
    },
    close() {
      clearTimeout(timer)
    },
  }
}
