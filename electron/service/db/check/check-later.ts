// The check of a long list that a start left out, once it is over.
import { noteClosing } from '../closing-record.ts'
import { databaseFile } from '../open.ts'
import { inspectApart } from './check-apart.ts'

/** After a start the window, agents and search have more urgent things to read. */
const usualWaitMs = 3000

export type LaterCheck = ReturnType<typeof createLaterCheck>

/** Of a database that is open, until `close`. */
export function createLaterCheck(dataDir: string, waitMs = usualWaitMs) {
  let isWhole = true
  let timer: NodeJS.Timeout | undefined

  /** A check that could not be made says nothing: the next start makes it. */
  const verdictNow = () =>
    inspectApart(databaseFile(dataDir)).catch((error: { code?: string; message: string }) =>
      error.code?.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB' ? error.message : undefined,
    )

  return {
    /** The start makes no check. */
    leave: () => void (isWhole = false),

    /** Makes it soon. `damaged`: it found something. */
    begin(damaged: () => void): void {
      if (isWhole) return
      async function check(): Promise<void> {
        const verdict = await verdictNow()
        isWhole = verdict === 'ok'
        if (timer !== undefined && verdict !== undefined && !isWhole) damaged()
      }
      timer = setTimeout(() => void check(), waitMs).unref()
    },

    /** Calls it off; nobody is told any more. */
    end(): void {
      clearTimeout(timer)
      timer = undefined
    },

    /** The database was closed. What was found whole need not be checked by the next start. */
    closed: () => void (isWhole && noteClosing(dataDir)),
  }
}
