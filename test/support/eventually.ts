/** Milliseconds. Machines of CI are shared, and may be half as fast. */
const usualWait = process.env.CI ? 30_000 : 15_000

/** Waits until `look` gives something; asks again and again instead of sleeping. Fails with what it saw last. */
export async function eventually<T>(look: () => Promise<T | undefined | false | null>, within = usualWait): Promise<T> {
  const until = Date.now() + within
  for (let pause = 10; ; pause = Math.min(pause * 1.2, 60)) {
    const seen = await look()
    if (seen) return seen
    if (Date.now() > until) throw new Error(`still ${JSON.stringify(seen)} after ${within} ms`)
    await new Promise((resolve) => {
      setTimeout(resolve, pause)
    })
  }
}
