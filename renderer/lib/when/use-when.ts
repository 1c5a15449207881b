import { useEffect, useState } from 'react'

export type WhenReader = typeof import('./here.ts')

/** Undefined where the service was updated and has another build now: dates stay text until the page is loaded again. */
export async function loadWhen(): Promise<WhenReader | undefined> {
  try {
    return await import('./here.ts')
  } catch {
    return undefined
  }
}

/** The reader of "when", once it is there; the web UI does not wait for it. `isNeeded`: somebody is about to type one. */
export function useWhen(isNeeded = true): WhenReader | undefined {
  const [reader, setReader] = useState<WhenReader>()
  useEffect(() => {
    if (!isNeeded) return
    let isGone = false
    async function load() {
      const loaded = await loadWhen()
      if (!isGone && loaded) setReader(loaded)
    }
    void load()
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return reader
}
