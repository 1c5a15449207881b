// Calls that wait for a question to be decided. Nothing is polled: each is woken, or its time is over.

export function createWaiters() {
  const waiting = new Map<number, Set<() => void>>()
  let isEnding = false

  return {
    wake(id: number): void {
      for (const end of waiting.get(id) ?? []) end()
    },

    /** Until it is woken, `seconds` have passed, or `signal` says that nobody waits any more. */
    wait(id: number, seconds: number, signal?: AbortSignal): Promise<void> {
      if (seconds <= 0 || isEnding || signal?.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const ends = waiting.get(id) ?? new Set()
        const timer = setTimeout(end, seconds * 1000)
        function end(): void {
          clearTimeout(timer)
          signal?.removeEventListener('abort', end)
          ends.delete(end)
          if (ends.size === 0) waiting.delete(id)
          resolve()
        }
        signal?.addEventListener('abort', end)
        waiting.set(id, ends.add(end))
      })
    },

    end(): void {
      isEnding = true
      for (const ends of waiting.values()) for (const end of ends) end()
    },
  }
}
