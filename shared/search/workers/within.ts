// A promise with a deadline. What comes too late is left to finish on its own.
export type Outcome<T> = { value: T; took: number } | { missed: 'deadline' | 'failed'; took: number; error?: unknown }

export function within<T>(promise: Promise<T>, milliseconds: number): Promise<Outcome<T>> {
  const began = performance.now()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ missed: 'deadline', took: performance.now() - began }), Math.max(0, milliseconds))
    const settle = async () => {
      try {
        resolve({ value: await promise, took: performance.now() - began })
      } catch (error) {
        resolve({ missed: 'failed', took: performance.now() - began, error })
      }
      clearTimeout(timer)
    }
    void settle()
  })
}
