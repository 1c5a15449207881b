import { useEffect, useState } from 'react'
import type { ReadTimes } from './read-quick-add.ts'

const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone

async function loaded(): Promise<ReadTimes | undefined> {
  try {
    const { readTimes } = await import('./read-times.ts')
    return (text) => readTimes(text, new Date(), here())
  } catch {
    // The service was updated and has another build now: dates stay text until the page is reloaded.
    return undefined
  }
}

/** Reads dates out of text; it is loaded when quick add opens, so that the web UI need not wait for it. */
export function useReadTimes(): { now: ReadTimes | undefined; loaded: typeof loaded } {
  const [now, setNow] = useState<ReadTimes>()
  useEffect(() => {
    let isGone = false
    async function load() {
      const read = await loaded()
      if (!isGone && read) setNow(() => read)
    }
    void load()
    return () => {
      isGone = true
    }
  }, [])
  return { now, loaded }
}
