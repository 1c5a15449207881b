// Whose calls what waits to be sent comes from: sending goes on with their trace (OpenTelemetry), also after they were answered. In memory.
import { traceparent } from '../../../../shared/node/tracing/spans.ts'
import type { Journal } from '../../journal/journal.ts'

/** A batch says of so many calls at most. */
const max = 32

export interface TracesOfWrites {
  /** Of all that was written since it was asked last; empty while tracing is off. */
  take(): string[]
  /** It was not sent: the next batch is theirs, too. */
  giveBack(traces: readonly string[]): void
  close(): void
}

export function createTracesOfWrites(journal: Pick<Journal, 'onCommit'>): TracesOfWrites {
  let noted = new Set<string>()
  function note(): boolean {
    const trace = traceparent()
    if (trace !== undefined && noted.size < max) noted.add(trace)
    return false
  }
  return {
    take() {
      const all = [...noted]
      noted = new Set()
      return all
    },
    giveBack(traces) {
      noted = new Set([...traces, ...noted].slice(0, max))
    },
    // Asked within the write, and so within its call; it never asks to be woken.
    close: journal.onCommit(() => undefined, note),
  }
}
