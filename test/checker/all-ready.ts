// When everything that was healed answers again.
import { until } from '../support/until.ts'

/** Both instances say that they can write. */
export async function allReady(urls: readonly string[], within: number): Promise<void> {
  for (const url of urls) {
    let last = ''
    await until(
      `${url} is ready`,
      async () => {
        try {
          const { status } = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5000) })
          last = String(status)
          return status === 200
        } catch (error) {
          last = (error as Error).message
          return false
        }
      },
      within,
    ).catch((error: Error) => {
      throw new Error(`${error.message} (last: ${last})`)
    })
  }
}
