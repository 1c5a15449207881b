/** Milliseconds. Machines of CI are shared, and may be half as fast. */
const usualWait = process.env.CI ? 60_000 : 30_000

/** Resolves with the first value that is not undefined, null or false; fails after `within` milliseconds. For conditions, not for waiting. */
export async function until<T>(what: string, probe: () => T | Promise<T>, within = usualWait): Promise<NonNullable<Exclude<T, false>>> {
  const end = Date.now() + within
  // Most asks are calls, of a millisecond or two: the longer it takes, the less often.
  for (let pause = 10; ; pause = Math.min(pause * 1.2, 50)) {
    const value = await probe()
    if (value !== undefined && value !== null && value !== false) return value as NonNullable<Exclude<T, false>>
    if (Date.now() > end) throw new Error(`waited ${within} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
